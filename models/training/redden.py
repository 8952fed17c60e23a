"""Recolours the ink of a real souzu crop red.

No public photo shows an all-red souzu other than the 5, so reds are made from photos of the normal
ones: what is darker than the tile's own white becomes red ink of the same strength, inside the
face only; shadows, glare, the table and neighbouring tiles keep their colours.
"""

from __future__ import annotations

import cv2
import numpy as np


def _face_mask(shape: tuple[int, int], quad: np.ndarray | None, fill: float, aspect: float) -> np.ndarray:
    height, width = shape
    if quad is None:
        h, w = fill * height, min(fill * height * aspect, fill * width)
        x, y = (width - w) / 2, (height - h) / 2
        quad = np.array([[x, y], [x + w, y], [x + w, y + h], [x, y + h]])
    centre = quad.mean(axis=0)
    inner = (centre + (quad - centre) * 0.95).round().astype(np.int32)
    mask = np.zeros(shape, np.uint8)
    cv2.fillConvexPoly(mask, inner, 255)
    return mask


def local_white(rgb: np.ndarray, mask: np.ndarray) -> np.ndarray:
    """The tile's unprinted colour at every pixel, float32: a smooth surface through its bright pixels."""
    value = rgb.astype(np.float32)
    bright = value.min(axis=2)
    inside = mask > 0
    if not inside.any():
        return np.full_like(value, 255)
    level = np.percentile(bright[inside], 60)
    sure = (inside & (bright >= level)).astype(np.float32)
    size = max(rgb.shape[:2]) * 0.22
    weight = cv2.GaussianBlur(sure, (0, 0), size)
    smooth = np.dstack([cv2.GaussianBlur(value[..., c] * sure, (0, 0), size) for c in range(3)])
    return smooth / np.maximum(weight, 1e-4)[..., None]


def red_crop(
    rgb: np.ndarray,
    rng: np.random.Generator,
    quad: np.ndarray | None = None,
    fill: float = 0.8,
    aspect: float = 0.74,
) -> np.ndarray:
    """Return a copy of an RGB uint8 souzu crop with the ink of the face printed red.

    ``quad`` holds the face's corners in crop pixels, 4x2; without it the face is the centred rectangle that
    :mod:`rectify` maps it to (``fill`` of the height, ``aspect`` = width / height). The red varies with ``rng``.
    """
    mask = _face_mask(rgb.shape[:2], quad, fill, aspect)
    white = local_white(rgb, mask)
    reflectance = np.clip(rgb.astype(np.float32) / np.maximum(white, 1), 0, 1.2)
    # How much ink: measured where ink takes most, and relative to what this crop's ink reaches.
    taken = 1 - reflectance.min(axis=2)
    inside = mask > 0
    full = max(float(np.percentile(taken[inside], 97)), 0.15) if inside.any() else 1.0
    amount = np.clip((taken - 0.06) / max(full - 0.06, 0.05), 0, 1)
    # Real red ink: takes little red, most green and blue. As strong as the ink it stands in for.
    red = np.array([rng.uniform(0.7, 0.9), rng.uniform(0.08, 0.26), rng.uniform(0.1, 0.28)], np.float32)
    strength = min(1.0, full * rng.uniform(1.0, 1.12))
    printed = 1 - (amount * strength)[..., None] * (1 - red)
    # Dark outlines stay a little darker than the fill, as where ink lies thick.
    dark = np.clip(0.45 - reflectance.max(axis=2), 0, 0.45)[..., None]
    result = white * printed * (1 - 0.5 * dark)
    soft = cv2.GaussianBlur(mask, (0, 0), 0.02 * max(rgb.shape[:2])).astype(np.float32)[..., None] / 255
    soft = soft * np.clip((taken - 0.04) / 0.08, 0, 1)[..., None]
    mixed = rgb * (1 - soft) + result * soft
    return np.clip(mixed + 0.5, 0, 255).astype(np.uint8)
