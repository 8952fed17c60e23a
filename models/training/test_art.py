"""What the artwork's parts promise. Run: ``python -m unittest discover models/training``; no data set is needed."""

from __future__ import annotations

import unittest

import cv2
import numpy as np

import art
import tilesets


def _blank() -> np.ndarray:
    return np.zeros((art.MASTER_HEIGHT, art.MASTER_WIDTH, 4), np.uint8)


def _line(ink: np.ndarray, *points: tuple[int, int]) -> None:
    for start, end in zip(points, points[1:]):
        cv2.line(ink, start, end, (20, 20, 20, 255), 8)


class Frames(unittest.TestCase):
    edge = ((4, 4), (159, 4), (159, 219), (4, 219), (4, 4))

    def test_a_line_around_the_face_is_taken_away_and_the_print_in_it_stays(self) -> None:
        ink = _blank()
        _line(ink, *self.edge)
        _line(ink, (80, 80), (80, 140))
        left = art._without_frame(ink)
        self.assertEqual(left[:, :20].max(), 0)
        self.assertEqual(left[110, 80, 3], 255)

    def test_a_character_as_large_as_the_face_is_no_frame(self) -> None:
        ink = _blank()
        _line(ink, (82, 2), (82, 221))
        _line(ink, (2, 60), (161, 60))
        _line(ink, (2, 150), (161, 150))
        np.testing.assert_array_equal(art._without_frame(ink), ink)


class Inks(unittest.TestCase):
    def test_the_body_goes_and_the_ink_keeps_its_colour(self) -> None:
        front = np.full((80, 60, 3), (240, 230, 205), np.uint8)
        front[30:50, 20:40] = (20, 110, 60)
        ink = tilesets.ink_of(front)
        self.assertEqual(ink[5, 5, 3], 0)
        self.assertGreater(ink[40, 30, 3], 240)
        red, green, blue = (int(value) for value in ink[40, 30, :3])
        self.assertTrue(green > red + 60 and green > blue + 30)

    def test_every_print_of_this_machine_is_of_a_face_and_has_ink(self) -> None:
        for source, face, ink in tilesets.every():
            self.assertIn(face, art.PRINTED, source)
            self.assertTrue(face == "haku" or (ink[..., 3] > 60).mean() > 0.01, f"{source} {face}")


if __name__ == "__main__":
    unittest.main()
