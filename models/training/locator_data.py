"""Training pictures for the locator: composed scenes with exact corners, photos with upright boxes.

A sample is a crop of fixed size with the heat target, a weight for every cell (0: ignored), and for each
tile its corners and whether they are exact or only an upright box.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import torch
from torch.utils.data import Dataset

import everyday
import webcam
from locator_net import STRIDE
from realfaces import split_valid

#: Crop size in training, (width, height).
CROP = (448, 320)
MOST_TILES = 128
#: How many of the crops show no tile at all.
NEGATIVE_SHARE = 0.15
# A face counts as a tile from this visible share on; below the lower one it is simply not there.
SEEN, HIDDEN = 0.6, 0.12
# Faces with a shorter side below this many input pixels are ignored: nobody could read them.
SMALLEST = 8.0


@dataclass(frozen=True)
class Source:
    """One picture and what is known of it: quads (N, 4, 2) and visible share (N,).

    ``exact``: the quads are the faces' corners, not just upright boxes. ``complete``: every tile is labelled.
    """

    path: Path
    quads: np.ndarray
    visible: np.ndarray
    exact: bool
    complete: bool


def scene_sources(folders: list[Path]) -> list[Source]:
    """All scenes that scenes.py wrote into ``folders``."""
    sources = []
    for folder in folders:
        for path in sorted(folder.glob("*.json")):
            row = json.loads(path.read_text())
            # A face-down tile shows no face: it is background.
            tiles = [t for t in row["tiles"] if t["face"] != "back"]
            quads = np.array([t["corners"] for t in tiles], np.float32).reshape(-1, 4, 2)
            sources.append(Source(folder / row["image"], quads, np.array([t["visible"] for t in tiles], np.float32), True, True))
    return sources


def photo_sources(rows: list[dict], folder: Path) -> list[Source]:
    """Photos with upright boxes."""
    sources = []
    for row in rows:
        boxes = np.array([t["box"] for t in row["tiles"]], np.float32).reshape(-1, 4)
        quads = boxes[:, [0, 1, 2, 1, 2, 3, 0, 3]].reshape(-1, 4, 2)
        sources.append(Source(folder / row["image"], quads, np.ones(len(boxes), np.float32), upright(boxes), False))
    return sources


def upright(boxes: np.ndarray) -> bool:
    """Whether a photo's boxes show tiles that stand straight in it, so that the boxes are the faces themselves.

    Then all have nearly one aspect, that of a tile either way, and neighbours' boxes do not overlap.
    """
    if len(boxes) < 6:
        return False
    sides = boxes[:, 2:] - boxes[:, :2]
    whole = (boxes.min(axis=1) > 2) & (boxes.max(axis=1) < 638)
    if whole.sum() < 6:
        return False
    aspect = np.log(sides[whole, 1] / np.maximum(sides[whole, 0], 1))
    low = np.maximum(boxes[:, None, :2], boxes[None, :, :2])
    high = np.minimum(boxes[:, None, 2:], boxes[None, :, 2:])
    shared = np.clip(high - low, 0, None).prod(axis=2)
    np.fill_diagonal(shared, 0)
    overlap = shared.max(axis=1) / sides.prod(axis=1)
    return bool(np.median(overlap) < 0.045 and np.percentile(overlap, 90) < 0.1 and aspect.std() < 0.1 and abs(np.median(aspect)) > 0.12)


def training_photos(data: Path) -> list[Source]:
    """``tables/train`` and the part of ``tables/valid`` that is not held out, the plain photos thrice.

    Strips that were smeared out of all proportion are left out: no tile looks like that.
    """
    train = [json.loads(line) for line in (data / "tables" / "train.jsonl").read_text().splitlines()]
    photos = photo_sources(train, data / "tables") + photo_sources(split_valid(data)[0], data / "tables") * 3
    return [photo for photo in photos if not _smeared(photo)]


def negative_photos() -> list[Source]:
    """Photos of everyday things without a tile: whatever is found in them is false."""
    nothing = np.zeros((0, 4, 2), np.float32)
    return [Source(path, nothing, np.zeros(0, np.float32), False, True) for path in everyday.photos() if everyday.photo(path) is not None]


def _smeared(photo: Source) -> bool:
    sides = np.ptp(photo.quads, axis=1)
    return len(sides) > 0 and float(np.median(sides.max(axis=1) / np.maximum(sides.min(axis=1), 1))) > 2.2


def _padded(image: np.ndarray) -> bool:
    """Whether a photo was rotated by its makers: flat black or white corners. Its boxes are then too large."""
    corners = [image[:5, :5], image[:5, -5:], image[-5:, :5], image[-5:, -5:]]
    return sum(float(c.std()) < 3 and (c.mean() < 25 or c.mean() > 245) for c in corners) >= 3


def _inside(quads: np.ndarray, size: tuple[int, int]) -> np.ndarray:
    """The share of each quad that lies inside the crop, from a grid of points."""
    t = (np.arange(6, dtype=np.float32) + 0.5) / 6
    u, v = (m.reshape(-1, 1) for m in np.meshgrid(t, t))
    weights = np.concatenate([(1 - u) * (1 - v), u * (1 - v), u * v, (1 - u) * v], axis=1)
    points = np.einsum("pk,nkc->npc", weights, quads)
    within = (points >= 0).all(axis=2) & (points[..., 0] < size[0]) & (points[..., 1] < size[1])
    return within.mean(axis=1)


def _view(source: Source, shape: tuple[int, int], rng: np.random.Generator) -> np.ndarray:
    """A random similarity (scenes) or quarter turn, flip, stretch and scale (photos) onto the crop, 2x3."""
    height, width = shape
    if source.exact:
        angle = rng.uniform(0, 2 * np.pi) if rng.random() < 0.3 else rng.normal(0, 0.08)
    else:
        angle = int(rng.integers(4)) * np.pi / 2
    if source.complete:
        stretch = 1.0
    else:
        stretch = np.exp(rng.uniform(-0.32, 0.32))
    scale = np.exp(rng.uniform(np.log(0.5), np.log(1.35))) * (1.0 if source.complete else 0.95)
    if len(source.quads):  # keep tiles between about 9 and 300 px high in the crop
        sides = np.linalg.norm(source.quads - np.roll(source.quads, 1, axis=1), axis=2)
        typical = float(np.median(sides.max(axis=1)))
        scale = float(np.clip(scale, 12 / typical, 300 / typical))
    flip = -1.0 if rng.random() < 0.5 else 1.0
    root = np.sqrt(stretch)
    # Stretch first: photos of the tables are squeezed to squares, and turning comes after.
    linear = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]]) @ np.diag([scale * root * flip, scale / root])
    # What the crop shows: around a tile mostly, else anywhere.
    if len(source.quads) and rng.random() < 0.75:
        focus = source.quads[rng.integers(len(source.quads))].mean(axis=0)
    else:
        focus = rng.uniform(0.2, 0.8, 2) * [width, height]
    at = np.array(CROP) * rng.uniform(0.15, 0.85, 2)
    return np.column_stack([linear, at - linear @ focus])


class Crops(Dataset):
    """A list of crops of composed scenes, photos with tiles and photos without; item ``i`` is a function of the seed and ``i``."""

    def __init__(self, scenes: list[Source], photos: list[Source], negatives: list[Source], seed: int, length: int, scene_share: float) -> None:
        self.scenes, self.photos, self.negatives = scenes, photos, negatives
        self.seed, self.length, self.scene_share = seed, length, scene_share

    def __len__(self) -> int:
        return self.length

    def __getitem__(self, index: int) -> dict[str, torch.Tensor]:
        rng = np.random.default_rng([self.seed, index])
        pool = self.scenes if rng.random() < self.scene_share or not self.photos else self.photos
        if self.negatives and rng.random() < NEGATIVE_SHARE:
            pool = self.negatives
        source = pool[rng.integers(len(pool))]
        image = cv2.imread(str(source.path))
        if image is None:
            raise OSError(f"cannot read {source.path}")
        image = image[..., ::-1]
        matrix = _view(source, image.shape[:2], rng)
        shrink = float(np.sqrt(abs(np.linalg.det(matrix[:, :2]))))
        if shrink < 0.7:  # average before shrinking, as the letterbox does
            image = cv2.GaussianBlur(image, (0, 0), 0.4 / shrink)
        border = tuple(int(v) for v in rng.integers(0, 256, 3)) if rng.random() < 0.5 else (127, 127, 127)
        crop = cv2.warpAffine(np.ascontiguousarray(image), matrix, CROP, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=border)
        quads = source.quads @ matrix[:, :2].T.astype(np.float32) + matrix[:, 2].astype(np.float32)
        if np.linalg.det(matrix[:, :2]) < 0:
            quads = quads[:, ::-1]
        box_trusted = source.exact or not _padded(image)
        tile = float(np.median(np.linalg.norm(quads[:, 0] - quads[:, 3], axis=1))) if len(quads) else 60.0
        if not source.complete or rng.random() < 0.3:
            crop = webcam.capture(crop, rng, float(rng.beta(1.1, 2.5)), max(tile, 12.0))
        return self._sample(crop, quads, source, box_trusted)

    @staticmethod
    def _sample(crop: np.ndarray, quads: np.ndarray, source: Source, box_trusted: bool) -> dict[str, torch.Tensor]:
        heat, weight, cells, owners, kept = targets(quads, source.visible * _inside(quads, CROP), source.complete)
        corners = np.zeros((MOST_TILES, 4, 2), np.float32)
        corners[: len(kept)] = kept
        cell_list = np.full((MOST_TILES * 9, 2), -1, np.int64)
        cell_list[: len(cells)] = np.column_stack([cells, owners]) if len(cells) else np.zeros((0, 2), np.int64)
        return {
            "image": torch.from_numpy(np.ascontiguousarray(crop.transpose(2, 0, 1))),
            "heat": torch.from_numpy(heat),
            "weight": torch.from_numpy(weight),
            "corners": torch.from_numpy(corners),
            "cells": torch.from_numpy(cell_list),  # (flat cell index, tile index), -1 where unused
            "exact": torch.tensor(source.exact),
            "box_trusted": torch.tensor(box_trusted),
        }


def targets(quads: np.ndarray, visible: np.ndarray, complete: bool) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Heat, weight, cells that regress corners with their tiles, and the kept quads, for one crop.

    In photos only the surroundings of labelled tiles weigh 1; elsewhere 0.5 marks "not labelled, perhaps a
    tile", which the loss treats with care.
    """
    columns, rows = CROP[0] // STRIDE, CROP[1] // STRIDE
    heat = np.zeros((rows, columns), np.float32)
    weight = np.full((rows, columns), 1.0 if complete else 0.5, np.float32)
    xs, ys = (np.arange(columns) + 0.5) * STRIDE, (np.arange(rows) + 0.5) * STRIDE
    cells: list[int] = []
    owners: list[int] = []
    kept: list[np.ndarray] = []
    best = np.full((rows, columns), np.inf, np.float32)
    if not complete and len(quads):
        for quad in quads:
            middle = quad.mean(axis=0)
            _fill(weight, middle + (quad - middle) * 1.25, 1.0)
    for quad, seen in zip(quads, visible):
        sides = np.linalg.norm(np.roll(quad, -1, axis=0) - quad, axis=1)
        area = abs(cv2.contourArea(quad.astype(np.float32)))
        short = area / max(float(sides.max()), 1.0)
        centre = quad.mean(axis=0)
        if seen < HIDDEN:
            continue
        outside = not (0 <= centre[0] < CROP[0] and 0 <= centre[1] < CROP[1])
        if seen < SEEN or short < SMALLEST or outside or len(kept) >= MOST_TILES:
            _fill(weight, quad, 0.0)
            continue
        sigma = max(0.7 * STRIDE, 0.13 * short)
        distance2 = (xs[None, :] - centre[0]) ** 2 + (ys[:, None] - centre[1]) ** 2
        blob = np.exp(-distance2 / (2 * sigma * sigma))
        i, j = min(int(centre[1] / STRIDE), rows - 1), min(int(centre[0] / STRIDE), columns - 1)
        blob[i, j] = 1.0
        heat = np.maximum(heat, blob)
        near = np.argwhere(distance2[max(0, i - 1) : i + 2, max(0, j - 1) : j + 2] <= max(0.22 * short, 0.71 * STRIDE) ** 2)
        for a, b in near + [max(0, i - 1), max(0, j - 1)]:
            if distance2[a, b] < best[a, b]:
                best[a, b] = distance2[a, b]
                cells.append(int(a) * columns + int(b))
                owners.append(len(kept))
        kept.append(quad)
    return heat[None].astype(np.float32), weight[None], np.array(cells, np.int64), np.array(owners, np.int64), np.array(kept, np.float32).reshape(-1, 4, 2)


def _fill(weight: np.ndarray, quad: np.ndarray, value: float) -> None:
    polygon = np.round(np.clip(quad / STRIDE - 0.5, -1000, 1000) * 16).astype(np.int32)
    cv2.fillConvexPoly(weight, polygon, value, cv2.LINE_8, 4)
