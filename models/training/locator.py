"""Trains, measures and exports the tile locator.

One command makes everything: ``python locator.py all --work FOLDER``. It renders scenes (unless there),
trains with checkpoints (run again to resume), chooses the threshold on held-out photos of ``tables/valid``
and held-out rendered scenes, and writes ``models/locator.onnx`` with its part of ``models/manifest.json``.
"""

from __future__ import annotations

import argparse
import copy
import json
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import torch
from torch.utils.data import DataLoader

import art
from locator_data import Crops, negative_photos, scene_sources, training_photos
from locator_eval import choose_threshold, report
from locator_export import export
from locator_net import STRIDE, Locator
from published import measure_norms, restore

SCENE_SEEDS = (1001, 1002)
HELD_OUT_SEED = 9001
# Trunk stages that stay as ImageNet made them: their gradients cost most of a step and bring little.
FROZEN_BLOCKS = 3


def _freeze(model: Locator) -> None:
    for module in [model.stem, *model.blocks[:FROZEN_BLOCKS]]:
        module.eval()
        for parameter in module.parameters():
            parameter.requires_grad_(False)


def heat_loss(logits: torch.Tensor, target: torch.Tensor, weight: torch.Tensor, share: float) -> torch.Tensor:
    """Focal loss around Gaussian peaks. Unlabelled parts of photos (weight 0.5) count from ``share`` 1/4 of the
    training on, and never where the net itself is fairly sure of a tile: some tiles there have no label."""
    probability = torch.sigmoid(logits).clamp(1e-5, 1 - 1e-5)
    unlabelled = weight == 0.5
    doubt = (probability.detach() < 0.2).float() if share > 1 / 4 else torch.zeros_like(weight)
    weight = torch.where(unlabelled, doubt, weight)
    positive = (target >= 0.999).float()
    gain = positive * (1 - probability) ** 2 * torch.log(probability)
    loss = (1 - positive) * (1 - target) ** 4 * probability**2 * torch.log(1 - probability)
    return -((gain + loss) * weight).sum() / positive.sum().clamp(min=8)


def corner_loss(predicted: torch.Tensor, batch: dict[str, torch.Tensor]) -> tuple[torch.Tensor, torch.Tensor]:
    """L1 of corners, in shares of the tile's size: exact quads by the best of four cyclic shifts, photos by
    the upright box of the predicted quad. Every tile counts once, whatever its number of cells."""
    columns = predicted.shape[3]
    used = batch["cells"][..., 0] >= 0
    which, slot = used.nonzero(as_tuple=True)
    cell, tile = batch["cells"][which, slot].unbind(1)
    if not len(cell):
        zero = predicted.sum() * 0
        return zero, zero
    quad = predicted.flatten(2)[which, :, cell].reshape(-1, 4, 2)
    middle = torch.stack([(cell % columns + 0.5) * STRIDE, (cell // columns + 0.5) * STRIDE], dim=1).to(quad.dtype)
    quad = quad + middle[:, None]
    truth = batch["corners"][which, tile]
    size = (truth.amax(1) - truth.amin(1)).mean(1).clamp(min=4)
    shifts = torch.stack([(quad - truth.roll(k, dims=1)).abs().mean((1, 2)) for k in range(4)])
    by_corner = shifts.amin(0) / size
    low, high = (quad.amin(1) - truth.amin(1)).abs(), (quad.amax(1) - truth.amax(1)).abs()
    by_box = (low + high).mean(1) / 2 / size
    key = which * batch["corners"].shape[1] + tile
    _, group, count = key.unique(return_inverse=True, return_counts=True)
    share = 1 / count[group].to(quad.dtype)
    exact = batch["exact"][which].to(quad.dtype)
    trusted = batch["box_trusted"][which].to(quad.dtype) * (1 - exact)
    number = len(count)
    return (by_corner * share * exact).sum() / number, (by_box * share * trusted).sum() / number


def _average(average: Locator, model: Locator, decay: float) -> None:
    with torch.no_grad():
        for kept, fresh in zip(average.state_dict().values(), model.state_dict().values()):
            if kept.dtype.is_floating_point:
                kept.lerp_(fresh, 1 - decay)
            else:
                kept.copy_(fresh)


def train(given: argparse.Namespace, data: Path) -> Locator:
    """Train to the end of the schedule, resuming from the newest checkpoint of ``--work``; the averaged net."""
    torch.manual_seed(given.seed)
    torch.set_num_threads(given.threads)
    folders = [given.work / "scenes" / f"s{seed}" for seed in SCENE_SEEDS] + [Path(f) for f in given.more_scenes]
    for seed, folder in zip(SCENE_SEEDS, folders):
        _render(given, folder, seed, given.scenes // len(SCENE_SEEDS))
    crops = Crops(scene_sources(folders), training_photos(data), negative_photos(), given.seed, given.steps * given.batch, given.scene_share)
    # Measured here: 2.5 s a step against 9 s without (and see the README on OMP_WAIT_POLICY).
    model = Locator().to(memory_format=torch.channels_last)
    _start_from(model, given.start)
    if given.start and given.start.suffix == ".onnx":
        batches = (torch.stack([crops[start + i]["image"] for i in range(given.batch)]) for start in range(0, 40 * given.batch, given.batch))
        measure_norms(model, (images.float().div(255).contiguous(memory_format=torch.channels_last) for images in batches))
    average = copy.deepcopy(model)
    trunk = [p for b in model.blocks for p in b.parameters()]
    _freeze(model)
    known = {id(p) for p in trunk}
    head = [p for p in model.parameters() if id(p) not in known and p.requires_grad]
    optimiser = torch.optim.AdamW(
        [{"params": [p for p in trunk if p.requires_grad], "lr": given.rate * 0.35}, {"params": head, "lr": given.rate}], weight_decay=0.02
    )
    rates = [group["lr"] for group in optimiser.param_groups]
    checkpoint = given.work / f"{given.name}.pt"
    step, spent = 0, 0.0
    if checkpoint.exists():
        saved = torch.load(checkpoint, weights_only=True)
        model.load_state_dict(saved["model"])
        average.load_state_dict(saved["average"])
        optimiser.load_state_dict(saved["optimiser"])
        step, spent = saved["step"], saved["spent"]
    crops_left = torch.utils.data.Subset(crops, range(step * given.batch, len(crops)))
    loader = DataLoader(crops_left, batch_size=given.batch, num_workers=given.workers, drop_last=True)
    started = time.time() - spent
    sums = np.zeros(3)
    for batch in loader:
        # The rate falls to nothing by the last step or the last minute, whichever comes first: a net that is cut
        # off before its rate has fallen is far worse than its training deserves.
        progress = max(step / given.steps, (time.time() - started) / (60 * given.minutes))
        if progress >= 1:
            break
        for group, rate in zip(optimiser.param_groups, rates):
            group["lr"] = float(rate * min((step + 1) / 50, 0.5 * (1 + np.cos(np.pi * progress)) + 1e-3))
        model.train()
        _freeze(model)
        image = (batch["image"].float() / 255).contiguous(memory_format=torch.channels_last)
        logits, corners = model(image)
        heat = heat_loss(logits, batch["heat"], batch["weight"], progress)
        exact, box = corner_loss(corners, batch)
        loss = heat + 8 * exact + 2 * box
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_([p for g in optimiser.param_groups for p in g["params"]], 5.0)
        optimiser.step()
        step += 1
        _average(average, model, min(0.995, 1 - 4 / (step + 8)))
        sums += [float(heat.detach()), float(exact.detach()), float(box.detach())]
        if step % 20 == 0:
            print(f"step {step}/{given.steps} heat {sums[0] / 20:.3f} corners {sums[1] / 20:.4f} boxes {sums[2] / 20:.4f} {time.time() - started:.0f} s", flush=True)
            sums[:] = 0
        if step % 100 == 0:
            _save(checkpoint, model, average, optimiser, step, time.time() - started)
    settle(average, crops, 40, given.batch)
    _save(checkpoint, model, average, optimiser, step, time.time() - started)
    return average.eval()


def settle(model: Locator, crops: Crops, batches: int, batch: int) -> None:
    """Measure the batch norms' statistics anew for the averaged weights: they lag far behind in a short training."""
    norms = [m for m in model.modules() if isinstance(m, torch.nn.BatchNorm2d)]
    frozen = {id(m) for part in [model.stem, *model.blocks[:FROZEN_BLOCKS]] for m in part.modules()}
    live = [m for m in norms if id(m) not in frozen]
    model.eval()
    for norm in live:
        norm.reset_running_stats()
        norm.momentum = None  # a plain mean over all batches
        norm.train()
    with torch.no_grad():
        for start in range(0, batches * batch, batch):
            images = torch.stack([crops[start + i]["image"] for i in range(batch)]).float() / 255
            model(images.contiguous(memory_format=torch.channels_last))
    model.eval()


def _save(path: Path, model: Locator, average: Locator, optimiser: torch.optim.Optimizer, step: int, spent: float) -> None:
    state = {"model": model.state_dict(), "average": average.state_dict(), "optimiser": optimiser.state_dict(), "step": step, "spent": spent}
    torch.save(state, path.with_suffix(".new"))
    path.with_suffix(".new").replace(path)


def _start_from(model: Locator, path: Path | None) -> None:
    if path is not None and path.suffix == ".onnx":
        restore(model, path)
    elif path is not None:
        model.load_state_dict(torch.load(path, weights_only=True)["average"])


def _render(given: argparse.Namespace, folder: Path, seed: int, count: int, *more: str) -> None:
    """Render scenes into ``folder`` unless they are all there."""
    if len(list(folder.glob("*.json"))) >= count:
        return
    command = [sys.executable, str(Path(__file__).with_name("scenes.py")), "--out", str(folder), "--count", str(count), "--seed", str(seed)]
    command += ["--size", "640", "480", *more] + (["--data", given.data] if given.data else [])
    subprocess.run(command, check=True)


def held_out_scenes(given: argparse.Namespace) -> Path:
    """The folder of rendered scenes that choose the threshold; rendered when missing."""
    folder = given.work / "scenes" / "held_out"
    _render(given, folder, HELD_OUT_SEED, 100, "--size", "1280", "720")
    return folder


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("do", choices=["all", "train", "export", "report"])
    parser.add_argument("--data", help="datasets folder (default: SUZUME_DATASETS, or ../shared/datasets beside the repository)")
    parser.add_argument("--work", type=Path, required=True, help="folder for scenes, checkpoints and logs")
    parser.add_argument("--name", default="locator", help="the checkpoint's name in --work")
    parser.add_argument("--start", type=Path, help="start from this checkpoint's weights, or a published locator.onnx")
    parser.add_argument("--scenes", type=int, default=5000)
    parser.add_argument("--more-scenes", nargs="*", default=[], help="further folders of rendered scenes")
    parser.add_argument("--scene-share", type=float, default=0.55)
    parser.add_argument("--steps", type=int, default=1600)
    parser.add_argument("--minutes", type=float, default=600.0, help="end by then, however few steps that were")
    parser.add_argument("--batch", type=int, default=8)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--long-side", type=int, default=960)
    parser.add_argument("--models", type=Path, default=art.REPOSITORY / "models")
    given = parser.parse_args()
    data = art.data_folder(given.data)
    given.work.mkdir(parents=True, exist_ok=True)
    if given.do in ("all", "train"):
        train(given, data)
    if given.do in ("all", "export"):
        model = Locator(pretrained=False)
        _start_from(model, given.work / f"{given.name}.pt")
        export(model.eval(), given.models / "locator.onnx")
        choose_threshold(given.models, data, held_out_scenes(given), given.long_side)
    if given.do == "report":
        print(json.dumps(report(given.models, data, held_out_scenes(given)), indent=1))


if __name__ == "__main__":
    main()
