"""Reading a picture with the two ONNX files: the reference for ``crates/vision``, used to measure.

Locate (heat map and corners), rectify every quad, read it in two or four rotations, keep the surest.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import onnxruntime
from numpy.typing import NDArray

from rectify import Pyramid, Quad, rectify, rotations, turned

Picture = NDArray[np.uint8]


@dataclass
class Reading:
    """One located tile. ``probabilities`` are those of the rotation that won, in class order."""

    quad: Quad
    face: str
    confidence: float
    probabilities: NDArray[np.float32]
    score: float = 1.0


def session(path: Path, threads: int = 2) -> onnxruntime.InferenceSession:
    """An ONNX Runtime session on the CPU."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])


def overlap(a: Quad, b: Quad) -> float:
    """Intersection over union of two convex quads."""
    shared, _ = cv2.intersectConvexConvex(a.astype(np.float32), b.astype(np.float32))
    whole = cv2.contourArea(a.astype(np.float32)) + cv2.contourArea(b.astype(np.float32)) - shared
    return float(shared / whole) if whole > 0 else 0.0


class Locator:
    """Finds quads of tile faces."""

    def __init__(self, path: Path, settings: dict, threads: int = 2) -> None:
        self.run = session(path, threads)
        self.settings = settings

    def locate(self, picture: Picture) -> list[tuple[Quad, float]]:
        """Quads in picture pixels with their scores, surest first."""
        stride, long_side = self.settings["stride"], self.settings["long_side"]
        rows, columns = picture.shape[:2]
        scale = long_side / max(rows, columns)
        size = (round(columns * scale), round(rows * scale))
        small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR)
        height, width = (size[1] + 31) // 32 * 32, (size[0] + 31) // 32 * 32
        canvas = np.full((height, width, 3), 0.5, np.float32)
        canvas[: size[1], : size[0]] = small.astype(np.float32) / 255
        heat, corners = self.run.run(["heat", "corners"], {"image": canvas.transpose(2, 0, 1)[None]})
        heat, corners = heat[0, 0], corners[0]
        peak = (heat == cv2.dilate(heat, np.ones((3, 3), np.uint8))) & (heat > self.settings["score_threshold"])
        found: list[tuple[Quad, float]] = []
        cells = sorted(zip(*np.nonzero(peak)), key=lambda cell: -heat[cell])
        for i, j in cells:
            quad = corners[:, i, j].reshape(4, 2) + np.array([(j + 0.5) * stride, (i + 0.5) * stride], np.float32)
            quad = (quad / scale).astype(np.float32)
            if all(overlap(quad, kept) < self.settings["nms_iou"] for kept, _ in found):
                found.append((quad, float(heat[i, j])))
        return found


class TileReader:
    """Names the faces of quads."""

    def __init__(self, path: Path, classes: list[str], temperature: float = 1.0, threads: int = 2) -> None:
        self.run = session(path, threads)
        self.classes, self.temperature = classes, temperature
        self.junk = classes.index("junk")

    def probabilities(self, crops: NDArray[np.float32]) -> NDArray[np.float32]:
        """Crops [N, 64, 64, 3] in 0..1 -> probabilities [N, classes]."""
        batch = np.ascontiguousarray(crops.transpose(0, 3, 1, 2), np.float32)
        logits = self.run.run(["logits"], {"crops": batch})[0] / self.temperature
        p = np.exp(logits - logits.max(axis=1, keepdims=True))
        return p / p.sum(axis=1, keepdims=True)

    def read(self, picture: Picture, quads: list[Quad]) -> list[Reading]:
        """The surest reading of each quad over its rotations; junk only where every rotation says junk."""
        if not quads:
            return []
        pyramid = Pyramid(picture)
        crops, owners = [], []
        for number, quad in enumerate(quads):
            crop = rectify(pyramid, quad)
            for quarters in rotations(quad):
                crops.append(turned(crop, quarters))
                owners.append(number)
        p = self.probabilities(np.stack(crops))
        return [self.surest(quad, p[np.array(owners) == number]) for number, quad in enumerate(quads)]

    def surest(self, quad: Quad, p: NDArray[np.float32]) -> Reading:
        """One reading from the probabilities [rotations, classes] of a quad."""
        named = np.delete(p, self.junk, axis=1)
        says_junk = p.argmax(axis=1) == self.junk
        row = p[named.max(axis=1).argmax()]
        if says_junk.all():
            return Reading(quad, "junk", float(row[self.junk]), row)
        row_named = row.copy()
        row_named[self.junk] = 0
        best = int(row_named.argmax())
        return Reading(quad, self.classes[best], float(row[best]), row)


class Pipeline:
    """Both models, as the manifest describes them."""

    def __init__(self, manifest: Path, threads: int = 2) -> None:
        self.manifest = json.loads(manifest.read_text())
        folder, reader = manifest.parent, self.manifest["reader"]
        self.locator = Locator(folder / self.manifest["locator"]["file"], self.manifest["locator"], threads)
        self.reader = TileReader(folder / reader["file"], reader["classes"], reader["temperature"], threads)

    def read(self, picture: Picture) -> list[Reading]:
        """Everything located, junk and backs too."""
        located = self.locator.locate(picture)
        readings = self.reader.read(picture, [quad for quad, _ in located])
        for reading, (_, score) in zip(readings, located):
            reading.score = score
        return readings


def tiles_only(readings: list[Reading]) -> list[Reading]:
    """What counts as a tile that was read: neither junk nor a back."""
    return [reading for reading in readings if reading.face not in ("junk", "back")]
