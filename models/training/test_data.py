"""What the reader's training material promises. Run: ``python -m unittest discover models/training``; no data set is needed."""

from __future__ import annotations

import json
import tempfile
import unittest
from pathlib import Path

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

    def test_small_things_have_pips_or_print(self) -> None:
        rng = np.random.default_rng(6)
        tiny = data.Source("crops", pictures=[rng.integers(0, 256, (50, 70, 3)).astype(np.uint8)])
        self.assertTrue(all(_contrast(data.thing_crop(rng, ground)) > 6 for ground in (None, tiny) for _ in range(60)))

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


class RenderedScenes(unittest.TestCase):
    """A face that shows in part may be guessed, but not surely; what hardly shows is no tile."""

    def test_how_much_shows_says_how_sure_to_be(self) -> None:
        corners = [[10, 10], [40, 10], [40, 50], [10, 50]]
        shown = {"1s": 1.0, "2s": 0.8, "3s": 0.6, "4s": 0.4, "5s": 0.1}
        row = {"image": "a.png", "tiles": [{"face": face, "corners": corners, "visible": share} for face, share in shown.items()]}
        with tempfile.TemporaryDirectory() as folder:
            cv2.imwrite(f"{folder}/a.png", np.full((60, 60, 3), 200, np.uint8))
            (Path(folder) / "a.json").write_text(json.dumps(row))
            source, hidden = data.load_scenes([Path(folder)], 1)
        unsure = {sample.face: sample.unsure for sample in source.samples()}
        self.assertEqual(unsure, {"1s": data.SMOOTHING, "2s": data.SMOOTHING, "3s": data.HALF_HIDDEN})
        self.assertEqual([sample.face for sample in hidden.samples()], ["junk"])


if __name__ == "__main__":
    unittest.main()
