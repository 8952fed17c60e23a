"""Real pictures of everyday things that are no tiles, from Debian packages: photos and cut-outs.

``apt-get install --no-install-recommends opencv-doc mate-backgrounds gimp-help-en tuxpaint-stamps-default``; each that is
missing leaves its pictures out. None of them shows a mahjong tile (looked through by eye).
"""

from __future__ import annotations

import functools
from pathlib import Path

import cv2
import numpy as np

_PHOTO_FOLDERS = (
    Path("/usr/share/doc/opencv-doc/examples/data"),
    Path("/usr/share/doc/opencv-doc/examples/text"),
    Path("/usr/share/doc/opencv-doc/opencv4/html"),
    Path("/usr/share/backgrounds/mate/nature"),
    Path("/usr/share/gimp/2.0/help"),
)
_CUTOUT_FOLDER = Path("/usr/share/tuxpaint/stamps")
# A picture smaller than this shows too little; a larger one is halved until it is not.
_LEAST, _MOST = 200, 1400


@functools.lru_cache(maxsize=1)
def photos() -> list[Path]:
    """Pictures without a tile: rooms, streets, signs, print, chessboards, faces, fruit, screens; no diagrams."""
    found = []
    for folder in _PHOTO_FOLDERS:
        for path in sorted(folder.rglob("*")) if folder.is_dir() else []:
            if path.suffix.lower() not in (".jpg", ".jpeg", ".png") or path.stat().st_size < 20_000:
                continue
            if path.suffix.lower() == ".png" and "html" in path.parts:  # diagrams and plots
                continue
            found.append(path)
    return found


@functools.lru_cache(maxsize=32)
def photo(path: Path) -> np.ndarray | None:
    """A photo as RGB uint8 of a usual size; ``None`` when it cannot be read or is tiny."""
    image = cv2.imread(str(path), cv2.IMREAD_COLOR)
    if image is None or min(image.shape[:2]) < _LEAST:
        return None
    while max(image.shape[:2]) > _MOST:
        image = cv2.resize(image, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    return image[..., ::-1].copy()


@functools.lru_cache(maxsize=1)
def cutouts() -> list[Path]:
    """Things cut out of their photos, with transparency: coins, fruit, tools, letters, toys."""
    return sorted(_CUTOUT_FOLDER.rglob("*.png")) if _CUTOUT_FOLDER.is_dir() else []


@functools.lru_cache(maxsize=256)
def cutout(path: Path) -> np.ndarray | None:
    """A cut-out as RGBA uint8 with its empty borders cut away, at most 240 pixels on its longer side."""
    image = cv2.imread(str(path), cv2.IMREAD_UNCHANGED)
    if image is None or image.ndim != 3 or image.shape[2] != 4:
        return None
    rows, columns = np.nonzero(image[..., 3] > 40)
    if len(rows) < 400:
        return None
    image = image[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1]
    scale = 240 / max(image.shape[:2])
    if scale < 1:
        image = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return np.ascontiguousarray(image[..., [2, 1, 0, 3]])


def random_part(rng: np.random.Generator) -> np.ndarray | None:
    """A random part of a random photo, RGB."""
    files = photos()
    for _ in range(4 if files else 0):
        image = photo(files[rng.integers(len(files))])
        if image is None:
            continue
        side = int(rng.uniform(0.4, 1.0) * min(image.shape[:2]))
        y, x = (int(rng.integers(0, length - side + 1)) for length in image.shape[:2])
        return image[y : y + side, x : x + side].copy()
    return None
