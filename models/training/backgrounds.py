"""Tables to lay tiles on: procedural cloth, wood and mats; textures; tile-free parts of training photos."""

from __future__ import annotations

import functools
import json
import struct
from pathlib import Path

import cv2
import numpy as np

import distractors
import everyday
from geometry import Camera

_PATTERN_FOLDERS = (Path("/usr/share/gimp/2.0/patterns"), Path("/usr/share/gimp/3.0/patterns"))
_PATTERNS = ("wood", "marble", "leather", "burlap", "cork", "slate", "granite", "paper", "stone", "terra", "brick", "fibers", "java", "pool", "bark", "leopard", "leaves", "rock", "ground", "pine")
_TEXTURES = ("brick", "grass", "gravel", "coffee", "page", "text", "chelsea", "rocket", "astronaut", "motorcycle_left", "camera", "coins")
# What tables, mats and cloths are coloured like.
_CLOTHS = np.array(
    [
        [30, 110, 70], [20, 70, 50], [60, 150, 90], [40, 90, 140], [30, 50, 90], [120, 40, 50], [90, 90, 95], [40, 40, 44], [200, 190, 170],
        [170, 120, 80], [110, 70, 45], [220, 220, 222], [60, 140, 140], [180, 100, 110], [210, 180, 120], [90, 60, 100], [236, 232, 224],
    ],
    np.float32,
)


def _read_pattern(path: Path) -> np.ndarray | None:
    raw = path.read_bytes()
    header, _, width, height, depth = struct.unpack(">5I", raw[:20])
    if raw[20:24] != b"GPAT" or depth not in (1, 3, 4):
        return None
    pixels = np.frombuffer(raw, np.uint8, width * height * depth, header).reshape(height, width, depth)
    return np.repeat(pixels, 3, axis=2) if depth == 1 else pixels[..., :3]


@functools.lru_cache(maxsize=1)
def texture_files() -> list[Path]:
    """Texture files this machine has: GIMP's patterns and scikit-image's sample pictures, where installed."""
    files = [p for folder in _PATTERN_FOLDERS if folder.is_dir() for p in sorted(folder.rglob("*.pat")) if p.stem.lower().startswith(_PATTERNS)]
    try:
        import skimage
    except ImportError:
        return files
    samples = Path(skimage.__file__).parent / "data"
    return files + [p for p in sorted(samples.iterdir()) if p.stem in _TEXTURES]


@functools.lru_cache(maxsize=64)
def _texture(path: Path) -> np.ndarray | None:
    if path.suffix == ".pat":
        return _read_pattern(path)
    image = cv2.imread(str(path), cv2.IMREAD_COLOR)
    return None if image is None else image[..., ::-1].copy()


@functools.lru_cache(maxsize=2)
def _photo_list(data: Path) -> list[tuple[Path, np.ndarray]]:
    rows = [json.loads(line) for line in (data / "tables" / "train.jsonl").read_text().splitlines()]
    return [(data / "tables" / row["image"], np.array([t["box"] for t in row["tiles"]]).reshape(-1, 4)) for row in rows]


def photo_patch(rng: np.random.Generator, data: Path) -> np.ndarray | None:
    """A part of a training photo without a labelled tile, RGB; ``None`` when a few tries found none.

    Some tiles in those photos are not labelled: parts with much white are refused, they may hold one.
    """
    photos = _photo_list(data)
    for _ in range(6):
        path, boxes = photos[rng.integers(len(photos))]
        side = int(rng.integers(150, 420))
        corners = rng.integers(0, 640 - side, (12, 2))
        for x, y in corners:
            clear = (boxes[:, 0] > x + side) | (boxes[:, 2] < x) | (boxes[:, 1] > y + side) | (boxes[:, 3] < y)
            if not clear.all():
                continue
            image = cv2.imread(str(path))
            if image is None:
                break
            patch = image[y : y + side, x : x + side, ::-1]
            high, low = patch.max(axis=2), patch.min(axis=2)
            white = float(((low > 150) & (high.astype(int) - low < 50)).mean())
            black = float((high < 12).mean())
            if white < 0.03 and black < 0.1:
                return patch.copy()
    return None


def _grain(rng: np.random.Generator, size: int, along: float, across: float) -> np.ndarray:
    noise = rng.standard_normal((size, size)).astype(np.float32)
    noise = cv2.GaussianBlur(noise, (0, 0), sigmaX=along, sigmaY=across)
    return noise / max(float(noise.std()), 1e-6)


def procedural(rng: np.random.Generator, kind: int | None = None) -> np.ndarray:
    """A texture made of nothing but numbers, RGB uint8 384x384: felt, wood, weave, stripes, checks, marble,
    dots, flat (``kind`` 0 to 7 in this order, random by default)."""
    size = 384
    colour = _CLOTHS[rng.integers(len(_CLOTHS))] + rng.normal(0, 14, 3)
    kind = int(rng.integers(8)) if kind is None else kind
    y, x = np.mgrid[0:size, 0:size].astype(np.float32)
    if kind == 0:  # felt
        tone = _grain(rng, size, 0.8, 0.8) * rng.uniform(2, 9)
    elif kind == 1:  # wood
        bend = _grain(rng, size, 60, 12) * rng.uniform(2, 8)
        tone = np.sin((y + bend) * 2 * np.pi / rng.uniform(6, 40)) * rng.uniform(3, 12) + _grain(rng, size, 30, 0.8) * 6
        colour = np.array([150, 105, 65]) * rng.uniform(0.5, 1.4) + rng.normal(0, 8, 3)
    elif kind == 2:  # weave
        period = rng.uniform(3, 12)
        tone = (np.sin(x * 2 * np.pi / period) * np.sin(y * 2 * np.pi / period)) * rng.uniform(4, 18) + _grain(rng, size, 1, 1) * 3
    elif kind == 3:  # stripes
        period = rng.uniform(10, 90)
        tone = np.where(np.sin((x + y * rng.uniform(-1, 1)) * 2 * np.pi / period) > rng.uniform(-0.8, 0.8), 1, -1) * rng.uniform(6, 45)
    elif kind == 4:  # checks
        cell = rng.uniform(16, 80)
        tone = (((x // cell).astype(int) + (y // cell).astype(int)) % 2 * 2 - 1) * rng.uniform(5, 50)
    elif kind == 5:  # marble, stains
        tone = _grain(rng, size, 30, 30) * 10 + np.abs(_grain(rng, size, 9, 9)) * -10
    elif kind == 6:  # dots or a print
        cell = rng.uniform(20, 70)
        near = np.hypot((x % cell) - cell / 2, (y % cell) - cell / 2)
        tone = np.where(near < cell * rng.uniform(0.12, 0.42), 1.0, 0.0) * rng.uniform(-70, 90)
    else:  # flat
        tone = _grain(rng, size, 3, 3) * rng.uniform(0.5, 2)
    tint = 1 + rng.normal(0, 0.25, 3)
    return np.clip(colour + tone[..., None] * tint, 0, 255).astype(np.uint8)


def _recolour(rng: np.random.Generator, texture: np.ndarray) -> np.ndarray:
    hsv = cv2.cvtColor(texture, cv2.COLOR_RGB2HSV).astype(np.int16)
    hsv[..., 0] = (hsv[..., 0] + int(rng.integers(180) if rng.random() < 0.4 else rng.normal(0, 6))) % 180
    hsv[..., 1] = np.clip(hsv[..., 1] * rng.uniform(0.5, 1.3), 0, 255)
    hsv[..., 2] = np.clip(hsv[..., 2] * rng.uniform(0.6, 1.2), 0, 255)
    return cv2.cvtColor(hsv.astype(np.uint8), cv2.COLOR_HSV2RGB)


def texture(rng: np.random.Generator, data: Path | None) -> tuple[np.ndarray, bool]:
    """A random surface, RGB, and whether it may be repeated in perspective (photos may not)."""
    chance = rng.random()
    if data is not None and chance < 0.45:
        patch = photo_patch(rng, data)
        if patch is not None:
            return _recolour(rng, patch), False
    if data is not None and 0.45 <= chance < 0.6:
        part = everyday.random_part(rng)
        if part is not None:
            return part if rng.random() < 0.5 else _recolour(rng, part), False
    files = texture_files() if data is not None else []
    if files and chance < 0.75:
        path = files[rng.integers(len(files))]
        image = _texture(path)
        if image is not None:
            return _recolour(rng, image), path.suffix == ".pat"
    return procedural(rng), True


def mirror_tile(image: np.ndarray) -> np.ndarray:
    """Twice as wide and high, mirrored, so that repeating it shows no seam."""
    row = np.concatenate([image, image[:, ::-1]], axis=1)
    return np.concatenate([row, row[::-1]], axis=0)


def _beyond(rng: np.random.Generator, data: Path | None) -> np.ndarray:
    """What is seen past the table's edge, RGB: a shelf, a room, another surface; now and then out of focus."""
    chance = rng.random()
    part = everyday.random_part(rng) if data is not None and 0.4 <= chance < 0.75 else None
    seen = distractors.shelf(rng) if chance < 0.4 else part if part is not None else texture(rng, data)[0]
    return cv2.GaussianBlur(seen, (0, 0), rng.uniform(0.5, 4)) if rng.random() < 0.4 else seen


def table(rng: np.random.Generator, camera: Camera, data: Path | None) -> np.ndarray:
    """The whole picture before anything lies in it, RGB uint8."""
    width, height = camera.size
    surface, repeats = texture(rng, data)
    if not repeats or rng.random() < 0.25:
        return cv2.resize(surface, (width, height), interpolation=cv2.INTER_LINEAR)
    canvas = in_perspective(rng, camera, mirror_tile(surface), rng.uniform(2.5, 9))
    if rng.random() < 0.4:  # the table ends: something else beyond its edge
        beyond = cv2.resize(_beyond(rng, data), (width, height), interpolation=cv2.INTER_AREA)
        edge = rng.uniform(0.0, 0.4) * height
        slope = rng.normal(0, 0.12)
        line = edge + slope * (np.arange(width) - width / 2)
        mask = (np.arange(height)[:, None] < line[None, :])[..., None]
        if rng.random() < 0.3:
            mask = mask[::-1]
        canvas = np.where(mask, beyond, canvas)
    return canvas


def in_perspective(rng: np.random.Generator, camera: Camera, surface: np.ndarray, span: float) -> np.ndarray:
    """Repeat a surface over the table plane: one copy covers ``span`` units."""
    width, height = camera.size
    zoom = span * camera.scale / surface.shape[1]
    if zoom > 1.6:  # a coarse texture seen from near: smooth it before it is enlarged
        surface = cv2.resize(surface, None, fx=min(zoom, 3.0), fy=min(zoom, 3.0), interpolation=cv2.INTER_CUBIC)
    back = np.linalg.inv(camera.table())
    step = 4  # the plane's coordinates are smooth: a coarse grid, then interpolate
    xs, ys = np.meshgrid(np.arange(0, width + step, step, dtype=np.float32), np.arange(0, height + step, step, dtype=np.float32))
    plane = np.stack([xs, ys, np.ones_like(xs)], axis=-1) @ back.T.astype(np.float32)
    depth = np.where(np.abs(plane[..., 2:]) < 1e-6, 1e-6, plane[..., 2:])
    on_table = plane[..., :2] / depth
    angle = rng.uniform(0, 2 * np.pi)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]], np.float32)
    scale = np.array(surface.shape[1::-1], np.float32) / span
    at = np.clip((on_table @ turn) * scale + rng.uniform(0, 1000), -3e4, 3e4).astype(np.float32)
    full = cv2.resize(at, (at.shape[1] * step, at.shape[0] * step), interpolation=cv2.INTER_LINEAR)[:height, :width]
    return cv2.remap(surface, np.ascontiguousarray(full[..., 0]), np.ascontiguousarray(full[..., 1]), cv2.INTER_LINEAR, borderMode=cv2.BORDER_WRAP)
