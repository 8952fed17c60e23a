"""A pinhole camera over a table, and boxes (tiles, books, cards) projected by it.

World units are tile heights; x runs right, y away from the viewer, z up from the table. Picture
coordinates are pixels, y down.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

# Corner bits: 1 = x+, 2 = y+, 4 = z+. Each plane lists its corners clockwise as seen from outside,
# beginning top left.
_PLANES: dict[str, tuple[int, int, int, int]] = {
    "top": (6, 7, 5, 4),
    "front": (4, 5, 1, 0),
    "rear": (7, 6, 2, 3),
    "left": (6, 4, 0, 2),
    "right": (5, 7, 3, 1),
}
_NORMALS = {
    "top": (0.0, 0.0, 1.0), "front": (0.0, -1.0, 0.0), "rear": (0.0, 1.0, 0.0), "left": (-1.0, 0.0, 0.0), "right": (1.0, 0.0, 0.0),
}


class Camera:
    """Looks at ``target`` on the table from ``pitch`` radians above it (pi/2: straight down).

    ``scale`` is how many pixels one unit takes at the target, ``fov`` the horizontal field of view in radians.
    """

    def __init__(self, size: tuple[int, int], target: np.ndarray, pitch: float, roll: float, scale: float, fov: float) -> None:
        self.size = size
        self.scale = scale
        width, height = size
        focal = width / 2 / np.tan(fov / 2)
        distance = focal / scale
        back = np.array([0.0, -np.cos(pitch), np.sin(pitch)])
        self.position = np.asarray(target, np.float64) + distance * back
        right = np.array([1.0, 0.0, 0.0])
        down = np.array([0.0, -np.sin(pitch), -np.cos(pitch)])
        right, down = np.cos(roll) * right + np.sin(roll) * down, np.cos(roll) * down - np.sin(roll) * right
        self._rotation = np.stack([right, down, -back])
        self._intrinsic = np.array([[focal, 0, width / 2], [0, focal, height / 2], [0, 0, 1.0]])

    def project(self, points: np.ndarray) -> np.ndarray:
        """World points (N, 3) to picture points (N, 2); points behind the camera are pushed far outside."""
        seen = (points - self.position) @ self._rotation.T
        depth = np.maximum(seen[:, 2], 1e-3)
        image = seen @ self._intrinsic.T
        return image[:, :2] / depth[:, None]

    def table(self, z: float = 0.0) -> np.ndarray:
        """Homography from (x, y) on the plane at height ``z`` to the picture."""
        base = self._intrinsic @ self._rotation
        shift = base @ (np.array([0.0, 0.0, z]) - self.position)
        return np.column_stack([base[:, 0], base[:, 1], shift])

    def distance(self, point: np.ndarray) -> float:
        """How far a world point is from the lens."""
        return float(np.linalg.norm(point - self.position))


@dataclass
class Box:
    """A cuboid on the table: ``size`` along its own x, y, z; ``turn`` about the vertical, radians."""

    centre: np.ndarray  # of the base, world units
    size: tuple[float, float, float]
    turn: float

    def corners(self) -> np.ndarray:
        """The eight corners, (8, 3), by the bit order above."""
        w, h, d = self.size
        bits = np.arange(8)
        local = np.column_stack([(bits & 1) - 0.5, ((bits >> 1) & 1) - 0.5, (bits >> 2) & 1]) * np.array([w, h, d])
        c, s = np.cos(self.turn), np.sin(self.turn)
        turned = local @ np.array([[c, s, 0], [-s, c, 0], [0, 0, 1.0]])
        return turned + np.asarray(self.centre)

    def planes(self, camera: Camera) -> list[tuple[str, np.ndarray, np.ndarray]]:
        """The planes that the camera sees: name, world corners (4, 3), picture corners (4, 2)."""
        world = self.corners()
        image = camera.project(world)
        seen = []
        for name, order in _PLANES.items():
            quad = image[list(order)]
            if signed_area(quad) > 0.5:
                seen.append((name, world[list(order)], quad))
        return seen

    def normal(self, plane: str) -> np.ndarray:
        """Outward unit normal of a plane, world units."""
        x, y, z = _NORMALS[plane]
        c, s = np.cos(self.turn), np.sin(self.turn)
        return np.array([c * x - s * y, s * x + c * y, z])

    def footprint(self) -> np.ndarray:
        """The base's corners, (4, 2), in world x, y."""
        return self.corners()[[0, 1, 3, 2], :2]


def signed_area(quad: np.ndarray) -> float:
    """Shoelace area; positive when the corners run clockwise in the picture (y down)."""
    x, y = quad[:, 0], quad[:, 1]
    return 0.5 * float(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1)))


def side_lengths(quad: np.ndarray) -> np.ndarray:
    """Lengths of the four sides, from corner i to i + 1."""
    return np.linalg.norm(np.roll(quad, -1, axis=0) - quad, axis=1)
