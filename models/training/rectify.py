"""Rectifying: a quadrilateral in a picture becomes a small square crop for the reader.

This is the reference; ``crates/vision`` does the same in Rust and is tested against
``tests/golden/rectify.json``, which ``python rectify.py --fixture FILE`` writes.

Coordinates are continuous: pixel (column j, row i) covers [j, j+1) x [i, i+1), so its
centre is (j + 0.5, i + 0.5). Pictures are RGB, float32 0..1 or uint8.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

SIZE = 64
"""Side of the square crop in pixels."""

FILL = 0.8
"""The share of the crop's side that the tile's long side takes; the rest is surroundings."""

ROTATIONS = (0, 1, 2, 3)
"""The quarter turns in which every tile is read: a tile seen obliquely may be wider than high."""

GREY = 0.5
"""What lies outside the picture."""

Quad = NDArray[np.float32]
"""Four corners (x, y), clockwise in the picture (y down), shape [4, 2]."""

Image = NDArray[np.float32]


def box_quad(box: tuple[float, float, float, float]) -> Quad:
    """Corners of an upright box (x0, y0, x1, y1), the top-left one first."""
    x0, y0, x1, y1 = box
    return np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]], np.float32)


def sides(quad: Quad) -> tuple[float, float]:
    """Mean lengths of c0c1 with c2c3, and of c1c2 with c3c0, in picture pixels."""
    edge = np.linalg.norm(np.roll(quad, -1, axis=0) - quad, axis=1)
    return float((edge[0] + edge[2]) / 2), float((edge[1] + edge[3]) / 2)


def portrait(quad: Quad) -> tuple[Quad, int]:
    """The corners reordered so that height >= width, and by how many places (0 or 1) they moved."""
    width, height = sides(quad)
    return (quad, 0) if height >= width else (np.roll(quad, -1, axis=0), 1)


def halved(picture: Image) -> Image:
    """The picture at half size by 2 x 2 means; an odd last row or column is left out."""
    rows, columns = picture.shape[0] // 2 * 2, picture.shape[1] // 2 * 2
    even = picture[:rows, :columns].astype(np.float32)
    return (even[0::2, 0::2] + even[0::2, 1::2] + even[1::2, 0::2] + even[1::2, 1::2]) / 4


def halvings(long_side: float, size: int = SIZE, fill: float = FILL) -> int:
    """How often the picture is halved until the tile's long side is at most 2 * fill * size."""
    count = 0
    while long_side > 2 * fill * size:
        long_side /= 2
        count += 1
    return count


class Pyramid:
    """A picture (float 0..1) and its halvings, made when first asked for."""

    def __init__(self, picture: NDArray) -> None:
        scale = 255.0 if picture.dtype == np.uint8 else 1.0
        self.levels: list[Image] = [picture.astype(np.float32) / np.float32(scale)]

    def level(self, count: int) -> tuple[Image, int]:
        """The picture halved ``count`` times, or as often as its size allows, and how often that was."""
        while len(self.levels) <= count and min(self.levels[-1].shape[:2]) >= 2:
            self.levels.append(halved(self.levels[-1]))
        count = min(count, len(self.levels) - 1)
        return self.levels[count], count


def target_rectangle(quad: Quad, size: int = SIZE, fill: float = FILL) -> Quad:
    """Where the corners of a portrait quad go in the crop: centred, aspect kept."""
    width, height = sides(quad)
    half_h = fill * size / 2
    half_w = half_h * width / max(height, 1e-6)
    middle = size / 2
    return box_quad((middle - half_w, middle - half_h, middle + half_w, middle + half_h))


def sample(picture: Image, x: NDArray, y: NDArray) -> Image:
    """Bilinear samples at continuous coordinates; outside the picture is grey."""
    rows, columns, channels = picture.shape
    u, v = x - 0.5, y - 0.5
    j, i = np.floor(u).astype(int), np.floor(v).astype(int)
    a, b = (u - j)[..., None], (v - i)[..., None]

    def at(row: NDArray, column: NDArray) -> Image:
        inside = (row >= 0) & (row < rows) & (column >= 0) & (column < columns)
        value = picture[np.clip(row, 0, rows - 1), np.clip(column, 0, columns - 1)]
        return np.where(inside[..., None], value, np.float32(GREY))

    top = at(i, j) * (1 - a) + at(i, j + 1) * a
    bottom = at(i + 1, j) * (1 - a) + at(i + 1, j + 1) * a
    return (top * (1 - b) + bottom * b).astype(np.float32)


def rectify(picture: NDArray | Pyramid, quad: Quad, size: int = SIZE, fill: float = FILL) -> Image:
    """The crop [size, size, 3] of one tile, float 0..1, standing upright or upside down."""
    pyramid = picture if isinstance(picture, Pyramid) else Pyramid(picture)
    quad, _ = portrait(np.asarray(quad, np.float32))
    _, height = sides(quad)
    level, count = pyramid.level(halvings(height, size, fill))
    matrix = cv2.getPerspectiveTransform(target_rectangle(quad, size, fill), quad / 2**count)
    centres = np.arange(size) + 0.5
    x, y = np.meshgrid(centres, centres)
    denominator = matrix[2, 0] * x + matrix[2, 1] * y + matrix[2, 2]
    source_x = (matrix[0, 0] * x + matrix[0, 1] * y + matrix[0, 2]) / denominator
    source_y = (matrix[1, 0] * x + matrix[1, 1] * y + matrix[1, 2]) / denominator
    return sample(level, source_x, source_y)


def warp(picture: NDArray, quad: Quad, target: Quad, size: int = SIZE, count: int = 0) -> NDArray[np.uint8]:
    """A uint8 picture's quad on the target quad of a size x size crop, through OpenCV, after ``count`` halvings.

    Only the surroundings of the quad are touched, so that it is quick on large pictures.
    """
    step = 2**count
    rows, columns = picture.shape[:2]
    to_picture = cv2.getPerspectiveTransform(target, quad)
    frame = box_quad((0, 0, size, size)).reshape(1, 4, 2)
    reach = cv2.perspectiveTransform(frame, to_picture)[0]
    low = np.floor(reach.min(axis=0) / step).astype(int) - 1
    high = np.ceil(reach.max(axis=0) / step).astype(int) + 1
    x0, y0 = max(0, low[0] * step), max(0, low[1] * step)
    x1, y1 = min(columns // step * step, high[0] * step), min(rows // step * step, high[1] * step)
    if x1 - x0 < step or y1 - y0 < step:
        return np.full((size, size, 3), 128, np.uint8)
    part = picture[y0:y1, x0:x1]
    if count:
        part = cv2.resize(part, None, fx=1 / step, fy=1 / step, interpolation=cv2.INTER_AREA)
    source = (quad - np.array([x0, y0], np.float32)) / step - 0.5
    matrix = cv2.getPerspectiveTransform(source.astype(np.float32), (target - 0.5).astype(np.float32))
    return cv2.warpPerspective(
        part, matrix, (size, size), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=(128, 128, 128)
    )


def rectify_fast(picture: NDArray, quad: Quad, size: int = SIZE, fill: float = FILL) -> NDArray[np.uint8]:
    """What ``rectify`` gives, as uint8 and through OpenCV, for training and for measuring."""
    quad, _ = portrait(np.asarray(quad, np.float32))
    _, height = sides(quad)
    return warp(picture, quad, target_rectangle(quad, size, fill), size, halvings(height, size, fill))


def turned(crop: Image, quarters: int) -> Image:
    """The crop turned by quarter turns, counter-clockwise as ``numpy.rot90`` does."""
    return np.ascontiguousarray(np.rot90(crop, quarters))


# --- the parity fixture -------------------------------------------------------------------------


def fixture_picture(width: int, height: int) -> NDArray[np.uint8]:
    """A picture by formula, so that every language can draw it: three integer waves, 0..255."""
    x, y = np.meshgrid(np.arange(width), np.arange(height))
    red = (x * 3 + y) % 256
    green = ((x // 8 + y // 8) % 2) * 200 + 20
    blue = (x * x // 64 + y * y // 48) % 256
    return np.stack([red, green, blue], axis=-1).astype(np.uint8)


def fixture() -> dict:
    """Quads of several kinds over the picture by formula, with what the reference makes of them."""
    width, height = 321, 243
    pyramid = Pyramid(fixture_picture(width, height))
    quads = {
        "upright": [[100, 60], [130, 60], [130, 100], [100, 100]],
        "lying, turned a little": [[200, 100], [262, 112], [254, 156], [192, 143]],
        "perspective": [[60, 120], [104, 124], [98, 190], [52, 182]],
        "large, halved once": [[20, 20], [140, 30], [130, 200], [10, 190]],
        "larger, halved twice": [[30, 10], [220, 14], [210, 238], [36, 232]],
        "reaches outside": [[-14, -10], [22, -6], [20, 44], [-16, 40]],
    }
    cases = []
    for name, corners in quads.items():
        quad = np.array(corners, np.float32)
        crop = rectify(pyramid, quad)
        spots = [[0, 0], [5, 40], [20, 20], [31, 32], [40, 13], [50, 50], [63, 63]]
        cases.append(
            {
                "name": name,
                "corners": corners,
                "mean": [round(float(value), 5) for value in crop.mean(axis=(0, 1))],
                "pixels": [
                    {"row": row, "column": column, "rgb": [round(float(value), 5) for value in crop[row, column]]}
                    for row, column in spots
                ],
            }
        )
    return {
        "about": "written by models/training/rectify.py --fixture; values are RGB 0..1, tolerance 0.004",
        "picture": {
            "width": width,
            "height": height,
            "red": "(3*x + y) % 256",
            "green": "((x/8 + y/8) % 2) * 200 + 20",
            "blue": "(x*x/64 + y*y/48) % 256",
            "divisions": "integer",
        },
        "size": SIZE,
        "fill": FILL,
        "outside": GREY,
        "cases": cases,
    }


def main() -> None:
    """Writes the parity fixture."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--fixture", type=Path, required=True, help="the file to write")
    arguments = parser.parse_args()
    arguments.fixture.parent.mkdir(parents=True, exist_ok=True)
    arguments.fixture.write_text(json.dumps(fixture(), indent=1) + "\n")


if __name__ == "__main__":
    main()
