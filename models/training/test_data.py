"""What the reader's training material promises. Run: ``python -m unittest discover models/training``; no data set is needed."""

from __future__ import annotations

import unittest

import cv2
import numpy as np

import data
from augment import covered


def _contrast(crop: np.ndarray) -> float:
    """How far the middle of a crop is from one plain tone."""
    edge = crop.shape[0] // 4
    return float(crop[edge:-edge, edge:-edge].std())


class NoTileLooksLikeAWhiteDragon(unittest.TestCase):
    """A plain pale crop is a white dragon: as junk it would unteach it."""

    def test_text_has_print_in_its_middle(self) -> None:
        rng = np.random.default_rng(5)
        self.assertTrue(all(_contrast(data.text_crop(rng)) > 20 for _ in range(60)))

    def test_a_tile_covered_by_no_wall_is_not_pale_and_plain(self) -> None:
        tile = np.full((64, 64, 3), 235, np.uint8)
        cv2.circle(tile, (32, 32), 12, (20, 90, 40), -1)
        for seed in range(60):
            crop = covered(tile, np.random.default_rng(seed), 0.95, by_a_wall=False)
            saturation = float(np.ptp(crop[28:36, 28:36].astype(float).mean(axis=(0, 1))))
            self.assertTrue(crop[32, 32].mean() < 180 or saturation > 40, seed)


class FacesAlikeSideways(unittest.TestCase):
    """What looks the same at a quarter turn keeps its name there, all else is the wrong way round."""

    def test_targets(self) -> None:
        source = data.Source("drawn", pictures=[np.full((200, 200, 3), 200, np.uint8)])
        for face in ("9p", "8p"):
            source.add(0, np.array([[60, 50], [130, 50], [130, 150], [60, 150]], np.float32), face, True)
        for face, sideways in (("9p", data.INDEX["9p"]), ("8p", data.TURNED)):
            sample = source.by_face[face][0]
            targets = {data.face_crop(source, sample, np.random.default_rng(seed), 1.0)[1] for seed in range(40)}
            self.assertEqual(targets, {data.INDEX[face], sideways})


if __name__ == "__main__":
    unittest.main()
