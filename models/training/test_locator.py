"""What the locator's parts promise. Run: ``python -m unittest discover models/training``; no data set is needed."""

from __future__ import annotations

import unittest

import numpy as np
import torch

import scenes
from geometry import Box, Camera, signed_area
from locate import decode
from locator import corner_loss
from locator_data import CROP, targets, upright
from locator_net import STRIDE
from redden import red_crop


def _tile(x: float, y: float, w: float = 40.0, h: float = 54.0) -> np.ndarray:
    return np.array([[x, y], [x + w, y], [x + w, y + h], [x, y + h]], np.float32)


class Decoding(unittest.TestCase):
    def _maps(self, quads: list[np.ndarray], scores: list[float]) -> tuple[np.ndarray, np.ndarray]:
        heat, corners = np.zeros((60, 80), np.float32), np.zeros((8, 60, 80), np.float32)
        for quad, score in zip(quads, scores):
            x, y = quad.mean(axis=0)
            i, j = int(y / STRIDE), int(x / STRIDE)
            heat[i, j] = score
            corners[:, i, j] = (quad - [(j + 0.5) * STRIDE, (i + 0.5) * STRIDE]).ravel()
        return heat, corners

    def test_touching_tiles_stay_two(self) -> None:
        found = decode(*self._maps([_tile(40, 40), _tile(80, 40)], [0.9, 0.8]), STRIDE, 0.3, 0.3)
        self.assertEqual([round(f.score, 1) for f in found], [0.9, 0.8])
        np.testing.assert_allclose(found[0].corners, _tile(40, 40), atol=1e-3)

    def test_the_surer_of_two_on_one_tile_stays(self) -> None:
        found = decode(*self._maps([_tile(40, 40), _tile(52, 44)], [0.5, 0.8]), STRIDE, 0.3, 0.3)
        self.assertEqual(len(found), 1)
        self.assertAlmostEqual(found[0].score, 0.8, places=5)

    def test_below_the_threshold_and_turned_over_quads_are_none(self) -> None:
        self.assertEqual(decode(*self._maps([_tile(40, 40)], [0.29]), STRIDE, 0.3, 0.3), [])
        self.assertEqual(decode(*self._maps([_tile(40, 40)[::-1]], [0.9]), STRIDE, 0.3, 0.3), [])


class Targets(unittest.TestCase):
    def test_tiles_in_a_touching_row_have_separate_peaks(self) -> None:
        row = np.stack([_tile(60 + 20 * k, 100, 20, 27) for k in range(6)])
        heat, weight, cells, owners, kept = targets(row, np.ones(6), True)
        self.assertEqual(len(kept), 6)
        self.assertEqual(int((heat == 1).sum()), 6)
        self.assertEqual(set(owners.tolist()), set(range(6)))
        self.assertTrue((weight == 1).all())
        self.assertLess(cells.max(), heat.size)

    def test_a_half_hidden_tile_is_neither_tile_nor_background(self) -> None:
        heat, weight, cells, _, _ = targets(_tile(100, 100)[None], np.array([0.4]), True)
        self.assertEqual(float(heat.max()), 0.0)
        self.assertEqual(len(cells), 0)
        self.assertEqual(float(weight[0, 127 // STRIDE, 120 // STRIDE]), 0.0)

    def test_photos_of_straight_tiles_are_told_from_turned_ones(self) -> None:
        straight = np.array([[60 + 40 * k, 100, 100 + 40 * k, 154] for k in range(8)], float)
        self.assertTrue(upright(straight))
        turned = np.array([[60 + 40 * k, 100 + 30 * k, 125 + 40 * k, 165 + 30 * k] for k in range(8)], float)
        self.assertFalse(upright(turned))


class Loss(unittest.TestCase):
    def test_any_corner_may_come_first(self) -> None:
        quad = torch.from_numpy(_tile(100, 100))
        cell = (127 // STRIDE) * (CROP[0] // STRIDE) + 120 // STRIDE
        middle = torch.tensor([120 // STRIDE + 0.5, 127 // STRIDE + 0.5]) * STRIDE
        batch = {
            "cells": torch.tensor([[[cell, 0]]]), "corners": quad[None, None], "exact": torch.tensor([True]), "box_trusted": torch.tensor([True]),
        }
        for shift in range(4):
            predicted = torch.zeros(1, 8, CROP[1] // STRIDE, CROP[0] // STRIDE)
            predicted.flatten(2)[0, :, cell] = (quad.roll(shift, dims=0) - middle).flatten()
            exact, box = corner_loss(predicted, batch)
            self.assertAlmostEqual(float(exact), 0.0, places=5)
            self.assertEqual(float(box), 0.0)


class Scenes(unittest.TestCase):
    world = scenes.World.load(None)

    def test_a_scene_is_a_function_of_its_seed(self) -> None:
        first, again = (scenes.compose(self.world, np.random.default_rng(5), (320, 240), "suzume") for _ in range(2))
        np.testing.assert_array_equal(first.picture, again.picture)
        self.assertEqual([t.face for t in first.labels], [t.face for t in again.labels])

    def test_labels_run_clockwise_and_a_suzume_table_has_its_tiles(self) -> None:
        for seed in range(6):
            scene = scenes.compose(self.world, np.random.default_rng(seed), (320, 240), "suzume")
            self.assertTrue(all(signed_area(t.corners) > 0 for t in scene.labels))
            roles = [t.role for t in scene.labels]
            self.assertEqual(roles.count("hand") + roles.count("winning"), 6)
            self.assertLessEqual(roles.count("dora"), 1)
            self.assertTrue(all(t.face == "back" for t in scene.labels if t.role == "down"))

    def test_a_box_seen_from_above_shows_its_top_from_the_front_its_front(self) -> None:
        box = Box(np.zeros(3), (0.74, 1.0, 0.6), 0.0)
        above = Camera((640, 480), np.zeros(3), np.pi / 2, 0.0, 100.0, 0.8)
        self.assertEqual([name for name, _, _ in box.planes(above)], ["top"])
        low = Camera((640, 480), np.zeros(3), 0.5, 0.0, 100.0, 0.8)
        self.assertEqual({name for name, _, _ in box.planes(low)}, {"top", "front"})


class Reds(unittest.TestCase):
    def test_ink_turns_red_and_all_else_stays(self) -> None:
        crop = np.full((64, 64, 3), 235, np.uint8)
        crop[20:44, 28:36] = (20, 90, 50)
        crop[:, :6] = (20, 90, 50)  # the cloth beside the tile
        red = red_crop(crop, np.random.default_rng(0))
        ink = red[30, 32].astype(int)
        self.assertGreater(ink[0], ink[1] + 80)
        np.testing.assert_array_equal(red[:, :6], crop[:, :6])
        self.assertLess(int(np.abs(red[10, 32].astype(int) - 235).max()), 6)


if __name__ == "__main__":
    unittest.main()
