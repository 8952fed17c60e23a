"""What a camera does to a tile: jittered corners, covered parts, bad light, blur, noise, JPEG.

All functions take and give uint8 RGB crops and draw from the generator that is passed in.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from rectify import FILL, SIZE, Quad, box_quad, halvings, sides, warp

Crop = NDArray[np.uint8]


def target_with_aspect(aspect: float, size: int = SIZE, fill: float = FILL) -> Quad:
    """The centred rectangle of a tile with this width / height; its long side is fill * size."""
    long_side = fill * size
    width, height = (long_side * aspect, long_side) if aspect <= 1 else (long_side, long_side / aspect)
    middle = size / 2
    return box_quad((middle - width / 2, middle - height / 2, middle + width / 2, middle + height / 2))


def random_aspect(rng: np.random.Generator) -> float:
    """Width / height as cameras show tiles: mostly the tile's own, now and then foreshortened."""
    kind = rng.random()
    if kind < 0.6:
        return float(np.clip(rng.normal(0.73, 0.05), 0.55, 0.95))
    if kind < 0.85:
        return float(rng.uniform(0.42, 0.92))
    return float(rng.uniform(0.88, 1.25))


def jittered(quad: Quad, rng: np.random.Generator, amount: float = 1.0) -> Quad:
    """The quad as an imperfect locator gives it: shifted, scaled, stretched, turned, each corner off a little."""
    middle = quad.mean(axis=0)
    across = (quad[1] - quad[0] + quad[2] - quad[3]) / 2
    down = (quad[3] - quad[0] + quad[2] - quad[1]) / 2
    frame = np.stack([across, down])
    unit = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]], np.float32)
    unit = unit * rng.uniform(1 - 0.12 * amount, 1 + 0.14 * amount) * (1 + rng.uniform(-0.05, 0.05, 2) * amount)
    unit = unit + rng.normal(0, 0.025 * amount, (4, 2)) + rng.uniform(-0.06, 0.06, 2) * amount
    angle = np.deg2rad(rng.uniform(-9, 9)) * amount
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    return (((unit @ frame) @ turn) + middle).astype(np.float32)


def view(picture: NDArray, quad: Quad, rng: np.random.Generator, aspect: float, jitter: float = 1.0) -> Crop:
    """The crop of an upright quad (its first corner the face's top left), jittered, with this width / height."""
    seen = jittered(quad, rng, jitter) if jitter > 0 else quad
    return warp(picture, seen, target_with_aspect(aspect), SIZE, halvings(max(sides(seen))))


def motion_blur(crop: Crop, length: float, angle: float) -> Crop:
    """Blur along a line of ``length`` pixels at ``angle`` radians."""
    size = int(np.ceil(length)) | 1
    if size < 3:
        return crop
    kernel = np.zeros((size, size), np.float32)
    middle = (size - 1) / 2
    reach = length / 2
    start = (int(round((middle - reach * np.cos(angle)) * 16)), int(round((middle - reach * np.sin(angle)) * 16)))
    end = (int(round((middle + reach * np.cos(angle)) * 16)), int(round((middle + reach * np.sin(angle)) * 16)))
    cv2.line(kernel, start, end, 1.0, 1, cv2.LINE_AA, 4)
    return cv2.filter2D(crop, -1, kernel / kernel.sum(), borderType=cv2.BORDER_REPLICATE)


def shrunk(crop: Crop, factor: float) -> Crop:
    """The crop as a small picture shows it: down by area, up again linearly."""
    side = max(6, round(crop.shape[0] * factor))
    small = cv2.resize(crop, (side, side), interpolation=cv2.INTER_AREA)
    return cv2.resize(small, crop.shape[1::-1], interpolation=cv2.INTER_LINEAR)


def jpeg(crop: Crop, quality: int) -> Crop:
    """Through JPEG and back."""
    _, data = cv2.imencode(".jpg", crop, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return cv2.imdecode(data, cv2.IMREAD_COLOR)


def covered(crop: Crop, rng: np.random.Generator, share: float, other: Crop | None = None, by_a_wall: bool = True) -> Crop:
    """Covers ``share`` of the tile from one side: by a neighbour's pixels, a tile's wall if so wanted, or something dark or skin.

    Now and then the crop is then framed by what still shows, as a locator frames a tile behind another; not where that is
    a strip.
    """
    size = crop.shape[0]
    out = crop.copy()
    low, high = size * (1 - FILL) / 2, size * (1 + FILL) / 2
    side = rng.choice(4, p=[0.15, 0.2, 0.45, 0.2])  # top, right, bottom, left
    edge = low + (high - low) * share if side in (0, 3) else high - (high - low) * share
    slope = rng.normal(0, 0.06)
    y, x = np.mgrid[0:size, 0:size].astype(np.float32)
    along, across = (y, x) if side in (0, 2) else (x, y)
    line = edge + slope * (across - size / 2)
    mask = along < line if side in (0, 3) else along > line
    kind = rng.random()
    if other is not None and kind < 0.4:
        fill = np.roll(other, int(round(edge - low)) * (1 if side in (1, 2) else -1), axis=0 if side in (0, 2) else 1)
    elif by_a_wall and kind < 0.75:
        bright = np.percentile(crop.reshape(-1, 3), 90, axis=0)
        fill = np.clip(bright * rng.uniform(0.55, 1.05) + rng.normal(0, 3, crop.shape), 0, 255)
    else:
        tone = np.array([[70, 60, 55], [200, 150, 120], [150, 105, 80], [40, 90, 60], [60, 100, 170]])[rng.integers(5)]
        fill = np.clip(tone * rng.uniform(0.5, 1.2) + rng.normal(0, 4, crop.shape), 0, 255)
    out[mask] = fill[mask].astype(np.uint8)
    if share < 0.6 and rng.random() < 0.4:
        scale = rng.uniform(1.0, 1 / (1 - share))
        shown = share * (high - low) / 2 * (1 if side in (0, 3) else -1)  # from the tile's middle to that of what shows
        shift = size / 2 - scale * (size / 2 + np.array([0.0, shown] if side in (0, 2) else [shown, 0.0]))
        out = cv2.warpAffine(out, np.array([[scale, 0, shift[0]], [0, scale, shift[1]]]), (size, size), borderMode=cv2.BORDER_REPLICATE)
    return out


def glare(value: NDArray[np.float32], rng: np.random.Generator) -> NDArray[np.float32]:
    """A soft bright spot, as a lamp leaves on polished plastic."""
    size = value.shape[0]
    y, x = np.mgrid[0:size, 0:size].astype(np.float32)
    cx, cy = rng.uniform(0.1, 0.9, 2) * size
    a, b = rng.uniform(0.06, 0.3, 2) * size
    turn = rng.uniform(0, np.pi)
    u = (x - cx) * np.cos(turn) + (y - cy) * np.sin(turn)
    v = (y - cy) * np.cos(turn) - (x - cx) * np.sin(turn)
    spot = np.exp(-((u / a) ** 2) - (v / b) ** 2) * rng.uniform(0.2, 0.8)
    return value + (1.05 - value) * spot[..., None]


def shading(value: NDArray[np.float32], rng: np.random.Generator, depth: float) -> NDArray[np.float32]:
    """Uneven light: a slope over the crop, and now and then the edge of a shadow."""
    size = value.shape[0]
    y, x = np.mgrid[0:size, 0:size].astype(np.float32) / size - 0.5
    turn = rng.uniform(0, 2 * np.pi)
    along = x * np.cos(turn) + y * np.sin(turn)
    light = 1 + rng.uniform(0, depth) * along
    if rng.random() < 0.3:
        soft = rng.uniform(0.02, 0.2)
        light = light * (1 - rng.uniform(0, depth) / (1 + np.exp(-(along - rng.uniform(-0.4, 0.4)) / soft)))
    return value * light[..., None].astype(np.float32)


def colours(crop: Crop, rng: np.random.Generator, strong: bool) -> Crop:
    """Light, white balance, saturation, contrast, gamma, glare and sensor noise."""
    value = crop.astype(np.float32) / 255
    if rng.random() < 0.7:
        warm = rng.normal(0, 0.11 if strong else 0.06)
        tint = rng.normal(0, 0.05 if strong else 0.025)
        value = value * np.array([1 + warm, 1 + tint, 1 - warm], np.float32)
    if rng.random() < 0.5:
        grey = value.mean(axis=2, keepdims=True)
        value = grey + (value - grey) * rng.uniform(0.55, 1.35)
    value = shading(value, rng, 0.7 if strong else 0.3)
    if rng.random() < (0.2 if strong else 0.08):
        value = glare(value, rng)
    value = np.clip(value, 0, 1.1)
    value = np.power(value, rng.uniform(0.65, 1.35))
    dark = strong and rng.random() < 0.45
    gain = np.exp(rng.uniform(np.log(0.16), np.log(0.6))) if dark else rng.uniform(0.6, 1.25)
    value = value * gain + rng.uniform(-0.03, 0.06)
    if rng.random() < 0.6:
        noise = rng.uniform(0.0, 0.05 if strong else 0.02) * np.sqrt(min(1.0, max(gain, 0.2)))
        grain = rng.standard_normal(value.shape, np.float32) * np.float32(noise)
        if rng.random() < 0.5:
            grain = cv2.GaussianBlur(grain, (0, 0), 0.7) * 1.6
        value = value + grain
    return (np.clip(value, 0, 1) * 255 + 0.5).astype(np.uint8)


def photographed(crop: Crop, rng: np.random.Generator, strong: bool, other: Crop | None = None) -> Crop:
    """The whole chain from a clean crop to what a phone or a webcam gives."""
    if rng.random() < (0.25 if strong else 0.1):
        crop = covered(crop, rng, rng.uniform(0.03, 0.32), other)
    if strong and rng.random() < 0.4:
        crop = motion_blur(crop, FILL * SIZE * rng.uniform(0.03, 0.2), rng.uniform(0, np.pi))
    elif rng.random() < 0.3:
        crop = cv2.GaussianBlur(crop, (0, 0), rng.uniform(0.4, 2.2 if strong else 1.1))
    tile = FILL * SIZE
    if strong and rng.random() < 0.4:
        crop = shrunk(crop, rng.uniform(15, 32) / tile)
    elif rng.random() < 0.25:
        crop = shrunk(crop, rng.uniform(26, 48) / tile)
    crop = colours(crop, rng, strong)
    if rng.random() < 0.15:
        sharp = cv2.addWeighted(crop, 1.8, cv2.GaussianBlur(crop, (0, 0), 1.2), -0.8, 0)
        crop = sharp
    if rng.random() < (0.6 if strong else 0.3):
        crop = jpeg(crop, int(rng.integers(22 if strong else 45, 95)))
    return crop
