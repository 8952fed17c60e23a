"""Reading a picture with the two ONNX files: the reference for ``crates/vision``, used to measure.

Locate (heat map and corners), rectify every quad, read it in four rotations, keep the surest.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import onnxruntime
from numpy.typing import NDArray

from keep import Candidate, in_company
from locate import Locate
from rectify import ROTATIONS, Pyramid, Quad, rectify, turned

Picture = NDArray[np.uint8]

SURE, WORTH_A_LOOK, ASIDE = 0.98, 0.2, (-0.04, 0.04)
"""A face of a probability between the first two is looked at again, these widths along its top edge (``crates/vision/src/read.rs``)."""


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
        crops = [rectify(pyramid, quad) for quad in quads]
        p = self.probabilities(np.stack([turned(crop, quarters) for crop in crops for quarters in ROTATIONS]))
        ways = p.reshape(len(quads), len(ROTATIONS), -1)
        for quad, rows in zip(quads, ways):
            self.look_again(pyramid, quad, rows)
        return [self.surest(quad, rows) for quad, rows in zip(quads, ways)]

    def look_again(self, pyramid: Pyramid, quad: Quad, p: NDArray[np.float32]) -> None:
        """Replace the likeliest row of the probabilities [rotations, classes] by what it and two looks aside agree on."""
        likely = np.delete(p, self.junk, axis=1).max(axis=1)
        turn = int(likely.argmax())
        if not WORTH_A_LOOK <= likely[turn] < SURE:
            return
        crops = [turned(rectify(pyramid, quad + by * (quad[1] - quad[0])), ROTATIONS[turn]) for by in ASIDE]
        looks = np.concatenate([self.probabilities(np.stack(crops)), p[turn : turn + 1]])
        agreed = np.exp(np.log(np.maximum(looks, 1e-38)).mean(axis=0))
        agreed /= agreed.sum()
        junk, before = agreed[self.junk], p[turn, self.junk]
        if junk > before:
            agreed *= (1 - before) / max(1 - junk, 1e-9)
            agreed[self.junk] = before
        p[turn] = agreed

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
        self.keep_from, self.keep_alone_from = reader["keep_from"], reader["keep_alone_from"]
        part = self.manifest["locator"]
        self.locate = Locate(
            str(folder / part["file"]), part["stride"], part["long_side"], part["score_threshold"], part["nms_iou"], threads
        )
        self.reader = TileReader(folder / reader["file"], reader["classes"], reader["temperature"], threads)

    def read(self, picture: Picture) -> list[Reading]:
        """Everything located, junk and backs too."""
        located = self.locate(picture)
        readings = self.reader.read(picture, [found.corners for found in located])
        for reading, found in zip(readings, located):
            reading.score = found.score
        for reading, company in zip(readings, in_company([candidate(reading) for reading in readings])):
            if candidate(reading).certainty < (self.keep_from if company else self.keep_alone_from):
                reading.face = "junk"
        return readings


def candidate(reading: Reading) -> Candidate:
    """A reading as what may be a tile."""
    return Candidate(reading.quad, 0.0 if reading.face == "junk" else reading.score * reading.confidence)


def tiles_only(readings: list[Reading]) -> list[Reading]:
    """What counts as a tile that was read: neither junk nor a back."""
    return [reading for reading in readings if reading.face not in ("junk", "back")]
