"""Runs models/locator.onnx on a picture: the Python reference of what the vision crate does.

Letterbox at the top left, local maxima of ``heat``, corners back to picture pixels, polygon NMS.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np


@dataclass(frozen=True)
class Found:
    """A located face: four corners clockwise in picture pixels, any of them first, and how sure, 0..1."""

    corners: np.ndarray
    score: float


def letterbox(rgb: np.ndarray, long_side: int) -> tuple[np.ndarray, float]:
    """Scale a picture to ``long_side``, pad to multiples of 32 with grey; float32 [1,3,H,W] and the scale."""
    height, width = rgb.shape[:2]
    scale = long_side / max(height, width)
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    resized = cv2.resize(rgb, size, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR)
    padded = np.full((-(-size[1] // 32) * 32, -(-size[0] // 32) * 32, 3), 0.5, np.float32)
    padded[: size[1], : size[0]] = resized.astype(np.float32) / 255
    return np.ascontiguousarray(padded.transpose(2, 0, 1))[None], scale


def polygon_iou(a: np.ndarray, b: np.ndarray) -> float:
    """Intersection over union of two convex quads."""
    area_a, area_b = (abs(float(cv2.contourArea(q.astype(np.float32)))) for q in (a, b))
    shared, _ = cv2.intersectConvexConvex(a.astype(np.float32), b.astype(np.float32))
    union = area_a + area_b - shared
    return float(shared / union) if union > 0 else 0.0


def decode(heat: np.ndarray, corners: np.ndarray, stride: int, score_threshold: float, nms_iou: float) -> list[Found]:
    """Peaks of ``heat`` [H,W] with their ``corners`` [8,H,W], best first, in input pixels."""
    peak = (heat >= score_threshold) & (heat >= cv2.dilate(heat, np.ones((3, 3), np.uint8)))
    rows, columns = np.nonzero(peak)
    order = np.argsort(-heat[rows, columns], kind="stable")
    kept: list[Found] = []
    for index in order:
        i, j = int(rows[index]), int(columns[index])
        quad = corners[:, i, j].reshape(4, 2) + np.array([(j + 0.5) * stride, (i + 0.5) * stride], np.float32)
        if cv2.contourArea(quad.astype(np.float32), oriented=True) <= 4:  # crossed or turned over: no face
            continue
        middle, reach = quad.mean(axis=0), float(np.ptp(quad, axis=0).max())
        clash = any(
            np.abs(middle - k.corners.mean(axis=0)).max() < reach + float(np.ptp(k.corners, axis=0).max()) and polygon_iou(quad, k.corners) > nms_iou for k in kept
        )
        if not clash:
            kept.append(Found(quad, float(heat[i, j])))
    return kept


class Locate:
    """The locator as a function from an RGB uint8 picture to the faces found in it."""

    def __init__(self, path: str, stride: int, long_side: int, score_threshold: float, nms_iou: float, threads: int = 2) -> None:
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        self.session = onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])
        self.stride, self.long_side = stride, long_side
        self.score_threshold, self.nms_iou = score_threshold, nms_iou

    def __call__(self, rgb: np.ndarray) -> list[Found]:
        image, scale = letterbox(rgb, self.long_side)
        heat, corners = self.session.run(["heat", "corners"], {"image": image})
        found = decode(heat[0, 0], corners[0], self.stride, self.score_threshold, self.nms_iou)
        return [Found(f.corners / scale, f.score) for f in found]
