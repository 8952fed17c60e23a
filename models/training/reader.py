"""Trains and exports the reader: the network that names a rectified tile.

``python reader.py --work FOLDER --out FILE`` does everything in order and goes on where it was stopped:

1. a short run on all sources, where photos do not say which way up a tile lies;
2. that network finds which way up the tiles of the photos lie, and which photos are mirrored;
3. the long run, in which a tile the wrong way up is a target of its own;
4. once the locator is there, ``--polish`` steps with its false hits (``--negatives``, from mine.py) and parts of everyday photos as junk;
5. export to ONNX.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.utils.data import DataLoader, IterableDataset

import art
import data
from locate import Locate
from network import Reader, export
from published import measure_norms, restore
from realfaces import split_valid
from rectify import SIZE, rectify_fast

BATCH = 64
LOCATED = 1200
"""Pictures of each source in which the locator frames the faces too."""
EVERYDAY = 1500
"""Crops of everyday photos among the junk."""


@dataclass
class Run:
    """One training run."""

    name: str
    steps: int
    minutes: float = math.inf
    """End by then, however few steps that were."""
    rate: float = 1.6e-3
    turning: float = 0.15
    seed: int = 1


class Batches(IterableDataset):
    """Batches first..last of a run; each depends on the seed and its own number only, so that a run can resume."""

    def __init__(self, mix: data.Mix, run: Run, first: int) -> None:
        self.mix, self.run, self.first = mix, run, first

    def __iter__(self) -> Iterator[tuple[Tensor, ...]]:
        cv2.setNumThreads(1)
        for step in range(self.first, self.run.steps):
            rng = np.random.default_rng([self.run.seed, step])
            yield tuple(torch.from_numpy(part) for part in self.mix.batch(rng, BATCH))


def as_input(crops: Tensor) -> Tensor:
    """Crops uint8 [N, H, W, 3] as the network's input, channels last."""
    return crops.permute(0, 3, 1, 2).float().div(255).contiguous(memory_format=torch.channels_last)


def loss_of(scores: Tensor, targets: Tensor, unknown: Tensor, unsure: Tensor) -> Tensor:
    """Cross entropy with smoothing over the names; where the way up is unknown, "turned" has no say."""
    scores = scores.clone()
    scores[unknown, data.TURNED] = -1e4
    log_p = torch.log_softmax(scores, 1)
    hit = -log_p.gather(1, targets[:, None])[:, 0]
    spread = -log_p[:, : data.TURNED].mean(1)
    return ((1 - unsure) * hit + unsure * spread).mean()


def rate_at(progress: float, run: Run) -> float:
    """Warm-up over 5 % of the run, then a cosine down to nothing; ``progress`` is 0..1."""
    if progress < 0.05:
        return run.rate * (progress / 0.05 + 0.01)
    return run.rate * 0.5 * (1 + math.cos(math.pi * min(1.0, (progress - 0.05) / 0.95)))


def train(mix: data.Mix, run: Run, work: Path, start: Reader | None = None) -> Reader:
    """One run with checkpoints; a finished run is loaded, a broken one goes on from its last checkpoint."""
    torch.manual_seed(run.seed)
    reader = start or Reader(len(data.CLASSES))
    reader = reader.to(memory_format=torch.channels_last)
    optimiser = torch.optim.AdamW(reader.parameters(), lr=run.rate, weight_decay=1e-3)
    checkpoint = work / f"{run.name}.pt"
    first = 0
    if checkpoint.exists():
        saved = torch.load(checkpoint, weights_only=True)
        reader.load_state_dict(saved["reader"])
        optimiser.load_state_dict(saved["optimiser"])
        first = saved["step"]
    if first >= run.steps:
        return reader.eval()
    began, losses, spent = time.monotonic(), [], 0.0
    if checkpoint.exists():
        spent = saved["minutes"]
    reader.train()
    batches = DataLoader(Batches(mix, run, first), batch_size=None, num_workers=1, prefetch_factor=4)
    for step, (crops, targets, unknown, unsure) in enumerate(batches, first):
        minutes = spent + (time.monotonic() - began) / 60
        progress = max(step / run.steps, minutes / run.minutes)
        for group in optimiser.param_groups:
            group["lr"] = rate_at(progress, run)
        scores, pooled = reader(as_input(crops))
        loss = loss_of(scores, targets, unknown, unsure)
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(reader.parameters(), 5.0)
        optimiser.step()
        reader.centre.lerp_(pooled.detach().mean(0), 0.02)
        losses.append(loss.item())
        done = step + 1
        if done % 50 == 0:
            pace = (time.monotonic() - began) / (done - first)
            print(f"{run.name} {done}/{run.steps} loss {np.mean(losses[-50:]):.3f} {pace:.2f} s/step", flush=True)
        ended = done == run.steps or progress >= 1
        if done % 250 == 0 or ended:
            state = {"reader": reader.state_dict(), "optimiser": optimiser.state_dict(), "step": run.steps if ended else done, "minutes": minutes}
            torch.save(state, checkpoint.with_suffix(".new"))
            checkpoint.with_suffix(".new").replace(checkpoint)
        if ended:
            break
    return reader.eval()


@torch.inference_mode()
def scores_of(reader: Reader, crops: list[NDArray[np.uint8]]) -> NDArray[np.float32]:
    """Raw scores, "turned" last, of many crops."""
    reader.eval()
    found = [
        reader(as_input(torch.from_numpy(np.stack(crops[at : at + 256]))))[0].numpy() for at in range(0, len(crops), 256)
    ]
    return np.concatenate(found) if found else np.zeros((0, len(data.CLASSES) + 1), np.float32)


def log_softmax(scores: NDArray[np.float32]) -> NDArray[np.float32]:
    """Logarithms of the probabilities, row by row."""
    top = scores.max(axis=1, keepdims=True)
    return scores - top - np.log(np.exp(scores - top).sum(axis=1, keepdims=True))


def find_orientation(reader: Reader, source: data.Source) -> dict[str, int]:
    """Turn the samples of photos the right way up, in place, by what the first network makes of them.

    A tile that it can name in no way (a wrong label, or turned by half a quarter) is dropped, and so are
    photos that read better mirrored.
    """
    samples = source.samples()
    crops = []
    for sample in samples:
        ways = [data.upright_crop(source, sample, quarters) for quarters in range(4)]
        crops += [*ways, ways[0][:, ::-1], ways[2][:, ::-1]]
    log_p = log_softmax(scores_of(reader, crops)).reshape(len(samples), 6, -1)
    named = np.array([log_p[row, :, data.INDEX[sample.face]] for row, sample in enumerate(samples)])
    telling = np.array([sample.face not in data.READS_UPSIDE_DOWN for sample in samples])
    pictures = np.array([sample.picture for sample in samples])
    mirrored = set()
    for picture in np.unique(pictures):
        here = named[(pictures == picture) & telling]
        if len(here) and here[:, 4:].max(axis=1).mean() > here[:, :4].max(axis=1).mean() + 0.7:
            mirrored.add(int(picture))
    count = {"photos mirrored": len(mirrored), "on their head": 0, "sideways": 0, "dropped": 0}
    source.by_face.clear()
    for sample, scores in zip(samples, named):
        if sample.picture in mirrored:
            continue
        ways = scores[:4] - np.array([0, 1, 0.3, 1])  # upright unless another way is clearly likelier
        best = int(ways.argmax())
        if scores[best] < math.log(0.25):
            count["dropped"] += 1
            continue
        count["on their head"] += int(best == 2)
        count["sideways"] += int(best in (1, 3))
        source.add(sample.picture, np.roll(sample.quad, -best, axis=0), sample.face, True)
    return count


def find_negatives(reader: Reader, source: data.Source, rng: np.random.Generator, count: int, exact: bool) -> list[NDArray[np.uint8]]:
    """Background crops of the pictures. Where not every tile is labelled, what may be a face is left out."""
    crops = data.background_crops(source, rng, count)
    if exact:
        return crops
    four = [np.rot90(crop, quarters) for crop in crops for quarters in range(4)]
    p = np.exp(log_softmax(scores_of(reader, four))).reshape(len(crops), 4, -1)
    named = p[:, :, : data.JUNK].max(axis=(1, 2))
    return [crop for crop, sure in zip(crops, named) if sure < 0.4]


def held_out_accuracy(reader: Reader, source: data.Source) -> float:
    """Share of faces named rightly, read in four rotations, the surest counting."""
    samples = source.samples()
    crops = [rectify_fast(source.pictures[sample.picture], sample.quad) for sample in samples]
    ways = [np.rot90(crop, quarters) for quarters in range(4) for crop in crops]
    p = np.exp(log_softmax(scores_of(reader, ways)))[:, : data.JUNK].reshape(4, len(samples), -1)
    surest = p.max(axis=2).argmax(axis=0)
    names = p[surest, np.arange(len(samples))].argmax(axis=1)
    return float(np.mean([data.CLASSES[name] == sample.face for name, sample in zip(names, samples)]))


def gather(folder: Path, given: argparse.Namespace) -> tuple[list[data.Source], data.Source]:
    """All training sources (tables first) and the held-out photos."""
    rng = np.random.default_rng(given.seed)
    for_training, held = split_valid(folder)
    train_photos = data.load_tables(folder, "tables/train", data.labels(folder, "tables/train"))
    valid_photos = data.load_tables(folder, "tables/valid", for_training)
    crops = data.load_crops(folder, rng, train_photos)
    drawn = data.draw_tiles(folder, rng, given.sets, train_photos)
    rendered, hidden = data.load_scenes(given.scenes, given.scene_count)
    sources = [train_photos, valid_photos, crops, drawn, rendered, hidden]
    for source in sources:
        print(f"{source.name}: {len(source)} faces in {len(source.pictures)} pictures", flush=True)
    return sources, data.load_tables(folder, "held out", held)


def mixed(sources: list[data.Source], seed: int, turning: float, reds_per_face: int) -> data.Mix:
    """The shares of the sources; reds are made from the photos and product shots as they stand now."""
    rng = np.random.default_rng(seed)
    tables, valid, crops, drawn, rendered, hidden = sources
    shares = [(tables, 0.11), (valid, 0.15), (crops, 0.1), (drawn, 0.2), (rendered, 0.32), (hidden, 0.02)]
    shares += [(data.recolour(source, rng, reds_per_face), 0.035) for source in (tables, valid, crops)]
    return data.Mix(shares, turning=turning)


def first_and_final(sources: list[data.Source], held: data.Source, given: argparse.Namespace) -> Reader:
    """The short run, the way up of the photos' tiles, and the long run."""
    first = Run("first", given.first_steps, seed=given.seed)
    reader = train(mixed(sources, given.seed, 0.12, given.reds), first, given.work)
    print(f"first run: {held_out_accuracy(reader, held):.4f} of held-out faces", flush=True)
    if given.stop_after_first:
        return reader
    for source in sources[:2]:
        print(source.name, json.dumps(find_orientation(reader, source)), flush=True)
    mix = mixed(sources, given.seed + 1, 0.15, given.reds)
    rng = np.random.default_rng(given.seed)
    mix.negatives = find_negatives(reader, sources[1], rng, 900, False) + find_negatives(reader, sources[4], rng, 900, True)
    mix.junk = 0.13
    print(f"{len(mix.negatives)} crops of no tile", flush=True)
    reader = train(mix, Run("final", given.steps, seed=given.seed + 1), given.work, reader)
    print(f"final run: {held_out_accuracy(reader, held):.4f} of held-out faces", flush=True)
    return reader


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, help="datasets folder (default: as faces.py finds it)")
    parser.add_argument("--work", type=Path, required=True, help="folder for checkpoints")
    parser.add_argument("--out", type=Path, help="the ONNX file to write")
    parser.add_argument("--first-steps", type=int, default=900)
    parser.add_argument("--steps", type=int, default=5000)
    parser.add_argument("--sets", type=int, default=60, help="drawn sets of 47 faces")
    parser.add_argument("--scenes", type=Path, nargs="+", required=True, help="folders written by scenes.py --size 640 480")
    parser.add_argument("--negatives", type=Path, nargs="*", default=[], help="false hits of the locator, written by mine.py: used by the polish")
    parser.add_argument("--polish", type=int, default=0, help="steps of a last run, at a low rate, with --negatives")
    parser.add_argument("--minutes", type=float, default=math.inf, help="end the polish by then, however few steps that were")
    parser.add_argument("--locator", type=Path, help="the locator whose frames the polish reads faces in, beside the labelled ones")
    parser.add_argument("--half-hidden", type=float, default=0.0, help="share of faces of the polish covered by a third to half")
    parser.add_argument("--rate", type=float, default=5e-4, help="the highest rate of the polish")
    parser.add_argument("--junk", type=float, default=0.2, help="share of crops of no tile in the polish")
    parser.add_argument("--start", type=Path, help="a checkpoint, or a published reader.onnx, to polish at once, leaving out the runs before")
    parser.add_argument("--scene-count", type=int, default=900, help="scenes of each folder")
    parser.add_argument("--reds", type=int, default=40, help="recoloured crops a red face and source")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--stop-after-first", action="store_true", help="export the first, short run")
    given = parser.parse_args()
    torch.set_num_threads(given.threads)
    cv2.setNumThreads(1)
    given.work.mkdir(parents=True, exist_ok=True)
    folder = art.data_folder(given.data)
    sources, held = gather(folder, given)
    if given.start:
        reader = Reader(len(data.CLASSES), pretrained=False)
        if given.start.suffix == ".onnx":
            restore(reader, given.start)
        else:
            reader.load_state_dict(torch.load(given.start, weights_only=True)["reader"])
        reader = reader.to(memory_format=torch.channels_last).eval()
        for source in sources[:2]:
            print(source.name, json.dumps(find_orientation(reader, source)), flush=True)
    else:
        reader = first_and_final(sources, held, given)
    if given.polish:
        if given.locator:
            locate = Locate(str(given.locator), 4, 640, 0.25, 0.3, threads=given.threads)
            for source in (*sources[:2], sources[4]):
                print(f"{source.name}: {data.add_located(source, locate, LOCATED)} faces as the locator frames them", flush=True)
        mix = mixed(sources, given.seed + 2, 0.15, given.reds)
        rng = np.random.default_rng(given.seed + 2)
        mix.negatives = [crop for file in given.negatives for crop in np.load(file)]
        mix.negatives += data.background_crops(data.load_everyday(), rng, EVERYDAY)
        mix.negatives += find_negatives(reader, sources[1], rng, 600, False) + find_negatives(reader, sources[4], rng, 900, True)
        mix.junk, mix.half_hidden = given.junk, given.half_hidden
        print(f"{len(mix.negatives)} crops of no tile", flush=True)
        if given.start and given.start.suffix == ".onnx":
            measure_norms(reader, (as_input(torch.from_numpy(mix.batch(rng, BATCH)[0])) for _ in range(40)))
        reader = train(mix, Run("polish", given.polish, given.minutes, given.rate, seed=given.seed + 2), given.work, reader)
        print(f"polish: {held_out_accuracy(reader, held):.4f} of held-out faces", flush=True)
    if given.out:
        export(reader, given.out, SIZE)


if __name__ == "__main__":
    main()
