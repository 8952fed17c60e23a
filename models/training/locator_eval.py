"""Measures the exported locator, and chooses its threshold on held-out pictures of the training split.

``tables/test`` and ``standing/*`` are only ever reported, by :func:`report`.
"""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np

from locate import Found, Locate, polygon_iou
from locator_data import HIDDEN, SEEN, Source, photo_sources, scene_sources
from locator_export import sha256
from locator_net import STRIDE
from realfaces import split_valid

NMS_IOU = 0.3


def _box(quad: np.ndarray) -> np.ndarray:
    low, high = quad.min(axis=0), quad.max(axis=0)
    return np.array([low, [high[0], low[1]], high, [low[0], high[1]]], np.float32)


def match(found: list[Found], source: Source, least: float = 0.5, smallest: float = 0.0) -> tuple[list[tuple[float, bool]], int]:
    """Pair found faces with labelled ones, best score first.

    Returns (score, right) for every find that is neither on an ignored tile nor too small to count, and how
    many tiles there were to find. Photos compare upright boxes, scenes the quads themselves.
    """
    shape = (lambda q: q) if source.complete else _box
    sides = np.linalg.norm(source.quads - np.roll(source.quads, 1, axis=1), axis=2)
    short = np.minimum(sides[:, :2].min(axis=1), sides[:, 2:].min(axis=1)) if len(sides) else np.zeros(0)
    counts = (source.visible >= SEEN) & (short >= smallest)
    truths = [shape(q) for q in source.quads]
    taken: set[int] = set()
    results = []
    for one in found:
        ious = [polygon_iou(shape(one.corners), t) for t in truths]
        order = np.argsort(ious)[::-1]
        hit = next((int(k) for k in order if ious[k] >= least and int(k) not in taken and counts[k]), None)
        if hit is not None:
            taken.add(hit)
            results.append((one.score, True))
        elif any(ious[k] > 0.1 and not counts[k] and source.visible[k] >= HIDDEN for k in range(len(truths))):
            continue
        else:
            results.append((one.score, False))
    return results, int(counts.sum())


def measure(locate: Locate, sources: list[Source], smallest: float = 0.0, unstretch: float = 1.0, least: float = 0.5) -> tuple[list[tuple[float, bool]], int]:
    """All matches over pictures. ``unstretch`` widens the pictures (and labels) before locating."""
    results: list[tuple[float, bool]] = []
    total = 0
    for source in sources:
        image = cv2.imread(str(source.path))
        if image is None:
            raise OSError(f"cannot read {source.path}")
        if unstretch != 1.0:
            image = cv2.resize(image, None, fx=unstretch, fy=1.0, interpolation=cv2.INTER_LINEAR)
            source = Source(source.path, source.quads * np.array([unstretch, 1.0], np.float32), source.visible, source.exact, source.complete)
        one, number = match(locate(np.ascontiguousarray(image[..., ::-1])), source, least, smallest)
        results += one
        total += number
    return results, total


def rates(results: list[tuple[float, bool]], total: int, threshold: float) -> tuple[float, float, int]:
    """Recall, precision and number of false tiles at a threshold."""
    kept = [right for score, right in results if score >= threshold]
    right = sum(kept)
    return right / max(total, 1), right / max(len(kept), 1), len(kept) - right


def choose_threshold(models: Path, data: Path, scenes: Path, long_side: int) -> None:
    """Choose the threshold with the best F2 over held-out photos and scenes, and write the manifest's part.

    F2 weighs recall above precision: the reader throws out what is no tile, but nobody finds a missed one.
    """
    locate = Locate(str(models / "locator.onnx"), STRIDE, long_side, 0.05, NMS_IOU)
    photos = measure(locate, photo_sources(split_valid(data)[1], data / "tables"))
    drawn = measure(locate, scene_sources([scenes]), smallest=12.0)
    best = (0.0, 0.3)
    for threshold in np.arange(0.1, 0.71, 0.02):
        scores = []
        for results, total in (photos, drawn):
            recall, precision, _ = rates(results, total, float(threshold))
            scores.append(5 * recall * precision / max(4 * precision + recall, 1e-9))
        if np.mean(scores) > best[0]:
            best = (float(np.mean(scores)), round(float(threshold), 2))
        shown = " | ".join("recall {:.4f} precision {:.4f} false {}".format(*rates(*r, float(threshold))) for r in (photos, drawn))
        print(f"threshold {threshold:.2f}: photos, scenes {shown}", flush=True)
    path = models / "manifest.json"
    manifest = json.loads(path.read_text()) if path.exists() else {"version": 1}
    manifest["locator"] = {
        "file": "locator.onnx", "sha256": sha256(models / "locator.onnx"), "stride": STRIDE, "long_side": long_side,
        "score_threshold": best[1], "nms_iou": NMS_IOU,
    }
    path.write_text(json.dumps(manifest, indent=2) + "\n")
    print(f"chosen: {best[1]}, mean F2 {best[0]:.4f}")


def report(models: Path, data: Path, scenes: Path) -> dict[str, dict[str, float]]:
    """Recall and precision by source set with the manifest's values, at IoU 0.5."""
    part = json.loads((models / "manifest.json").read_text())["locator"]
    locate = Locate(str(models / "locator.onnx"), part["stride"], part["long_side"], part["score_threshold"], part["nms_iou"])

    def rows(name: str) -> list[dict]:
        return [json.loads(line) for line in (data / f"{name}.jsonl").read_text().splitlines()]

    sets = {
        "tables/valid held out": (photo_sources(split_valid(data)[1], data / "tables"), 1.0),
        "tables/test": (photo_sources(rows("tables/test"), data / "tables"), 1.0),
        "standing/square": (photo_sources(rows("standing/square"), data / "standing"), 16 / 9),
        "standing/full": (photo_sources(rows("standing/full"), data / "standing"), 1.0),
        "rendered scenes held out": (scene_sources([scenes]), 1.0),
    }
    figures = {}
    for name, (sources, unstretch) in sets.items():
        # Boxes of standing/* mark the whole visible tile, ours the face alone: a lower overlap counts there.
        least = 0.4 if name.startswith("standing") else 0.5
        results, total = measure(locate, sources, 12.0, unstretch, least)
        recall, precision, false = rates(results, total, part["score_threshold"])
        figures[name] = {"tiles": total, "recall": round(recall, 4), "precision": round(precision, 4), "false": false}
    return figures
