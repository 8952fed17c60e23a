"""What a cheap webcam and a café's light do to a clean picture.

``light`` acts on the scene (lamps, shadows, glare), ``capture`` on the way through lens, sensor and
MJPEG. Both take RGB and a generator; ``hardship`` 0 is a good phone by day, 1 a bad webcam at night.
"""

from __future__ import annotations

import functools

import cv2
import numpy as np


@functools.lru_cache(maxsize=1)
def _noise_pool() -> np.ndarray:
    """Normal noise, drawn once: taking windows of it is many times faster than drawing afresh."""
    return np.random.default_rng(7).standard_normal((1600, 2600, 3)).astype(np.float32)


def _noise(rng: np.random.Generator, shape: tuple[int, int]) -> np.ndarray:
    pool = _noise_pool()
    height, width = min(shape[0], pool.shape[0]), min(shape[1], pool.shape[1])
    y, x = rng.integers(pool.shape[0] - height + 1), rng.integers(pool.shape[1] - width + 1)
    window = pool[y : y + height, x : x + width]
    if rng.random() < 0.5:
        window = window[::-1]
    if (height, width) != shape:
        window = np.resize(window, (*shape, 3))
    return window


def _soft_field(rng: np.random.Generator, shape: tuple[int, int], cells: int, low: float, high: float) -> np.ndarray:
    grid = rng.uniform(low, high, (cells, cells)).astype(np.float32)
    return cv2.resize(grid, (shape[1], shape[0]), interpolation=cv2.INTER_CUBIC)


def light(rgb: np.ndarray, rng: np.random.Generator, hardship: float) -> np.ndarray:
    """Lamps, shadows and glare on the scene; float32 RGB 0..255 out."""
    shape = rgb.shape[:2]
    picture = rgb.astype(np.float32)
    spread = 0.08 + 0.25 * hardship
    field = _soft_field(rng, shape, int(rng.integers(2, 5)), 1 - spread, 1 + spread)
    if rng.random() < 0.15 + 0.35 * hardship:  # a shadow with an edge: a person, a lamp's rim
        mask = np.zeros((90, 160), np.uint8)
        at = rng.uniform(-0.3, 1.3, (int(rng.integers(3, 6)), 2)) * [160, 90]
        cv2.fillPoly(mask, [cv2.convexHull(at.astype(np.int32))], 255)
        mask = cv2.GaussianBlur(mask, (0, 0), rng.uniform(0.7, 7))
        shadow = cv2.resize(mask, (shape[1], shape[0]), interpolation=cv2.INTER_LINEAR).astype(np.float32)
        field *= 1 - shadow * (rng.uniform(0.15, 0.6) / 255)
    # Colour of the light: from cool shade to a warm bulb, with a little green or magenta.
    warmth = rng.normal(0.02, 0.05 + 0.1 * hardship)
    gains = np.array([1 + warmth, 1 + rng.normal(0, 0.02), 1 - warmth], np.float32)
    picture *= field[..., None] * gains
    if rng.random() < 0.1 + 0.3 * hardship:  # glare of a lamp on shiny faces and table
        for _ in range(int(rng.integers(1, 4))):
            spot = np.zeros((90, 160), np.float32)
            axes = (int(rng.uniform(2, 22)), int(rng.uniform(2, 14)))
            cv2.ellipse(spot, (int(rng.integers(160)), int(rng.integers(90))), axes, rng.uniform(0, 180), 0, 360, 1.0, -1)
            spot = cv2.GaussianBlur(spot, (0, 0), rng.uniform(1.5, 8))
            picture += cv2.resize(spot, (shape[1], shape[0]))[..., None] * rng.uniform(30, 150)
    return picture


def _blur(picture: np.ndarray, rng: np.random.Generator, hardship: float, tile: float) -> np.ndarray:
    chance = rng.random()
    if chance < 0.12 + 0.25 * hardship:  # motion, up to a sixth of a tile's height
        length = rng.uniform(1.5, max(2.0, tile * (0.04 + 0.12 * hardship)))
        size = int(np.ceil(length)) | 1
        kernel = np.zeros((size, size), np.float32)
        angle = rng.uniform(0, np.pi)
        reach = np.array([np.cos(angle), np.sin(angle)]) * length / 2
        middle = np.array([size // 2, size // 2], float)
        ends = [tuple(int(v) for v in np.round((middle + sign * reach) * 16)) for sign in (-1, 1)]
        cv2.line(kernel, ends[0], ends[1], 1.0, 1, cv2.LINE_AA, 4)
        kernel /= max(float(kernel.sum()), 1e-6)
        return cv2.filter2D(picture, -1, kernel)
    if chance < 0.4 + 0.3 * hardship:
        return cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.4, max(0.6, 0.6 + tile * 0.02 * hardship)))
    return picture


def capture(picture: np.ndarray, rng: np.random.Generator, hardship: float, tile: float = 60.0) -> np.ndarray:
    """Lens, sensor, exposure, sharpening, MJPEG: float32 or uint8 RGB in, uint8 RGB out.

    ``tile`` is the usual tile height in pixels, so that blur leaves tiles readable for a person.
    """
    picture = _blur(np.asarray(picture, np.float32), rng, hardship, tile)
    shape = picture.shape[:2]
    if rng.random() < 0.5 * hardship and tile > 40:  # a camera that scales up its sensor
        share = rng.uniform(max(0.45, 22 / tile), 0.95)
        small = cv2.resize(picture, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
        picture = cv2.resize(small, (shape[1], shape[0]), interpolation=cv2.INTER_LINEAR)
    exposure = rng.normal(0.98, 0.1)
    if rng.random() < 0.5 * hardship:
        exposure *= rng.uniform(0.2, 0.8)
    elif rng.random() < 0.15:
        exposure *= rng.uniform(1.1, 1.45)
    picture = picture * exposure
    sigma = rng.uniform(0.5, 2.5) + hardship * rng.uniform(0, 10)
    noise = _noise(rng, shape) * sigma
    if rng.random() < 0.5:  # demosaicing smears noise
        noise = cv2.GaussianBlur(noise, (0, 0), rng.uniform(0.5, 1.2)) * 1.6
    picture = picture + noise
    if exposure < 0.6 and rng.random() < 0.7:  # gain brings the dark up again, and its noise
        picture = picture * rng.uniform(1.0, 0.85 / max(exposure, 0.25))
    np.clip(picture, 0, 255, out=picture)
    gamma = rng.normal(1.0, 0.12)
    table = (255 * (np.arange(256) / 255.0) ** float(np.clip(gamma, 0.65, 1.5))).astype(np.uint8)
    image = cv2.LUT((picture + 0.5).astype(np.uint8), table)
    if rng.random() < 0.3:  # over-sharpened, as webcams do
        soft = cv2.GaussianBlur(image, (0, 0), rng.uniform(0.8, 1.6))
        amount = rng.uniform(0.2, 0.9)
        image = cv2.addWeighted(image, 1 + amount, soft, -amount, 0)
    if rng.random() < 0.3:
        hsv = cv2.cvtColor(image, cv2.COLOR_RGB2HSV).astype(np.float32)
        hsv[..., 1] *= rng.uniform(0.6, 1.35)
        image = cv2.cvtColor(np.clip(hsv, 0, 255).astype(np.uint8), cv2.COLOR_HSV2RGB)
    quality = int(rng.uniform(90 - 55 * hardship, 97 - 20 * hardship))
    ok, coded = cv2.imencode(".jpg", image[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, quality])
    if not ok:
        raise RuntimeError("JPEG encoder refused a picture")
    return cv2.imdecode(coded, cv2.IMREAD_COLOR)[..., ::-1]
