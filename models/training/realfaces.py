"""Faces cut from real photographs, to be pasted into scenes with perspective.

Only pictures of the training split are used: the product shots, and upright tiles of ``tables/valid``
outside the part that is held out for thresholds.
"""

from __future__ import annotations

import functools
import json
from pathlib import Path

import cv2
import numpy as np

from faces import SetStyle, _rounded
from redden import red_crop

#: Every fourth photo of ``tables/valid`` (by name) chooses thresholds and is never trained on.
HELD_OUT_EVERY = 4


def split_valid(data: Path) -> tuple[list[dict], list[dict]]:
    """The rows of ``tables/valid.jsonl``: (to train on, held out to choose thresholds)."""
    rows = [json.loads(line) for line in (data / "tables" / "valid.jsonl").read_text().splitlines()]
    rows.sort(key=lambda row: row["image"])
    return [r for i, r in enumerate(rows) if i % HELD_OUT_EVERY], rows[::HELD_OUT_EVERY]


class RealFaces:
    """Real face crops by group: a group is one photo (one set, one light) or the product shots."""

    def __init__(self, data: Path) -> None:
        self.shots: dict[str, list[np.ndarray]] = {}
        for name in ("web", "single"):
            for line in (data / "crops" / f"{name}.jsonl").read_text().splitlines():
                row = json.loads(line)
                image = cv2.imread(str(data / "crops" / row["image"]))
                if image is not None:
                    small = cv2.resize(image, (150, 200), interpolation=cv2.INTER_AREA)[2:-2, 2:-2, ::-1]
                    self.shots.setdefault(row["face"], []).append(small)
        self.photos: list[dict[str, list[np.ndarray]]] = []
        for row in split_valid(data)[0]:
            group = self._from_photo(data / "tables" / row["image"], row["tiles"])
            if sum(len(v) for v in group.values()) >= 6:
                self.photos.append(group)

    @staticmethod
    def _from_photo(path: Path, tiles: list[dict]) -> dict[str, list[np.ndarray]]:
        group: dict[str, list[np.ndarray]] = {}
        image = None
        for tile in tiles:
            x0, y0, x1, y1 = tile["box"]
            w, h = x1 - x0, y1 - y0
            if not (1.2 < h / max(w, 1) < 1.75 and h > 60 and x0 > 1 and y0 > 1 and x1 < 639 and y1 < 639):
                continue
            image = cv2.imread(str(path)) if image is None else image
            crop = image[round(y0) : round(y1), round(x0) : round(x1), ::-1]
            group.setdefault(tile["face"], []).append(crop.copy())
        return group

    def dress(self, style: SetStyle, rng: np.random.Generator) -> None:
        """Let a set's faces come from real crops: one photo's, or the product shots."""
        group = self.shots if rng.random() < 0.5 or not self.photos else self.photos[rng.integers(len(self.photos))]
        style.cache["real"] = group
        some = next(iter(group.values()))[0]
        bright = some[some.min(axis=2) >= np.percentile(some.min(axis=2), 60)]
        style.body = np.clip(bright.mean(axis=0) * 1.04, 90, 255).astype(np.float32)

    def plane(self, face: str, rng: np.random.Generator, rows: int, style: SetStyle) -> np.ndarray | None:
        """A face plane, RGBA, from the style's crops; any of its faces stands in for one it lacks: then ``None``."""
        group = style.cache["real"]
        name = face[:2] if face.endswith("sr") else face
        crops = group.get(name)
        if not crops:
            return None
        crop = crops[rng.integers(len(crops))]
        if face.endswith("sr"):
            h, w = crop.shape[:2]
            crop = red_crop(crop, rng, quad=np.array([[1, 1], [w - 1, 1], [w - 1, h - 1], [1, h - 1]], float))
        width = max(8, round(rows * style.aspect))
        shrink = rows < crop.shape[0]
        resized = cv2.resize(crop, (width, rows), interpolation=cv2.INTER_AREA if shrink else cv2.INTER_LINEAR)
        distance, _, _ = _rounded(rows, width, style.radius * rows)
        alpha = (np.clip(0.5 - distance, 0, 1) * 255).astype(np.uint8)
        return np.dstack([resized, alpha])


@functools.lru_cache(maxsize=2)
def real_faces(data: Path) -> RealFaces:
    """The cached real faces of a datasets folder."""
    return RealFaces(data)
