"""Pinzu and souzu prints drawn from numbers: as many different ones as are asked for.

The artwork that can be had holds eight prints of circles and nine of bamboo; tiles on real tables
come in hundreds. Here a :class:`Pattern` holds how one maker draws a circle and a stick, how large,
how far apart and in which colours, and :func:`draw` gives the eight souzu from 2 on and the nine
pinzu in that manner (the sparrow of 1s is no pattern: it is taken from the artwork).

The arrangements are those that all makers share (Unicode 1F010 to 1F021 show them).
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

__all__ = ["FACES", "Pattern", "draw"]

FACES = [*(f"{n}s" for n in range(2, 10)), *(f"{n}p" for n in range(1, 10))]

_FINE = 2
"""Drawn this many times larger and then averaged down."""

_RED, _GREEN, _BLUE, _BLACK = (178, 28, 34), (20, 104, 56), (28, 56, 146), (24, 24, 30)


@dataclass(frozen=True)
class Pattern:
    """How one maker prints circles and sticks. Lengths are shares of the room that a circle or stick has."""

    rings: int  # concentric rings of a circle, 1..3
    ring: float  # thickness of the outer ring
    heart: str  # what a circle has in the middle: dot, petals, spokes, hollow, full
    petals: int
    circle: float  # size of circles; from about 1.1 on they touch
    across: float  # how far circles and sticks are apart, sideways
    down: float  # and up and down
    two_inks: bool  # rings and heart in different colours
    stick: float  # thickness of a stick / its length
    length: float
    knots: int  # joints of the bamboo: 0 a plain bar
    bulge: float  # how much wider a joint is
    shine: float  # a white line along the stick, share of its thickness
    ends: str  # round, flat, flared
    colours: str  # full, plain (one ink a suit)
    w_first: bool  # 8s: W above M instead of M above W
    rising: bool  # 3p and 7p rise to the right

    @staticmethod
    def sample(rng: np.random.Generator) -> "Pattern":
        """A maker at random."""
        return Pattern(
            rings=int(rng.choice([1, 1, 2, 2, 3])),
            ring=float(rng.uniform(0.12, 0.34)),
            heart=str(rng.choice(["dot", "dot", "petals", "petals", "spokes", "hollow", "full"])),
            petals=int(rng.integers(4, 11)),
            circle=float(rng.uniform(0.72, 1.3)),
            across=float(rng.uniform(0.82, 1.3)),
            down=float(rng.uniform(0.85, 1.2)),
            two_inks=bool(rng.random() < 0.35),
            stick=float(rng.uniform(0.16, 0.42)),
            length=float(rng.uniform(0.78, 0.98)),
            knots=int(rng.choice([0, 1, 1, 2, 2, 3])),
            bulge=float(rng.uniform(1.1, 1.6)),
            shine=float(rng.choice([0.0, 0.0, 0.15, 0.3])),
            ends=str(rng.choice(["round", "flat", "flared"])),
            colours=str(rng.choice(["full", "full", "full", "plain"])),
            w_first=bool(rng.random() < 0.2),
            rising=bool(rng.random() < 0.12),
        )


class _Sheet:
    """Ink on a transparent face; points are (x, y) in units of the face's height, the origin in its middle."""

    def __init__(self, width: int, height: int) -> None:
        self.unit = height * _FINE
        self.middle = np.array([width * _FINE / 2, height * _FINE / 2])
        self.colour = np.zeros((height * _FINE, width * _FINE, 3), np.uint8)
        self.solid = np.zeros((height * _FINE, width * _FINE), np.uint8)

    def fill(self, outline: np.ndarray, colour: tuple[int, int, int] | None) -> None:
        """Fill a polygon; without a colour, ink is taken away."""
        points = np.round((outline * self.unit + self.middle) * 16).astype(np.int32)
        if colour is not None:
            cv2.fillPoly(self.colour, [points], colour, cv2.LINE_8, 4)
        cv2.fillPoly(self.solid, [points], 0 if colour is None else 255, cv2.LINE_8, 4)

    def ink(self) -> np.ndarray:
        """RGBA with straight alpha, at the face's size."""
        size = (self.colour.shape[1] // _FINE, self.colour.shape[0] // _FINE)
        solid = self.solid.astype(np.float32)[..., None] / 255
        alpha = cv2.resize(solid, size, interpolation=cv2.INTER_AREA)[..., None]
        colour = cv2.resize(self.colour * solid, size, interpolation=cv2.INTER_AREA) / np.maximum(alpha, 1e-3)
        return np.concatenate([np.clip(colour, 0, 255), alpha * 255], axis=2).astype(np.uint8)


def _disc(at: np.ndarray, radius: float) -> np.ndarray:
    turn = np.linspace(0, 2 * np.pi, 48, endpoint=False)
    return at + radius * np.stack([np.cos(turn), np.sin(turn)], axis=1)


def _circle(sheet: _Sheet, at: np.ndarray, radius: float, colour: tuple, second: tuple, pattern: Pattern, rings: int) -> None:
    """One circle: rings from outside in, then its heart."""
    inner = radius
    for number in range(rings):
        sheet.fill(_disc(at, inner), second if pattern.two_inks and number % 2 else colour)
        thickness = pattern.ring * radius / (1 + 0.7 * (rings - 1))
        sheet.fill(_disc(at, inner - thickness), None)
        inner -= thickness * 1.8
    if inner < 0.12 * radius or pattern.heart == "hollow":
        return
    heart = second if pattern.two_inks else colour
    if pattern.heart == "full":
        sheet.fill(_disc(at, inner), heart)
    elif pattern.heart == "dot":
        sheet.fill(_disc(at, inner * 0.6), heart)
    else:
        petals = pattern.petals if radius < 0.2 else pattern.petals + 4
        for turn in np.linspace(0, 2 * np.pi, petals, endpoint=False):
            out = np.array([np.cos(turn), np.sin(turn)])
            side = np.array([-out[1], out[0]])
            wide = inner * (0.9 if pattern.heart == "petals" else 0.35) / petals * 2.2
            sheet.fill(np.array([at + out * inner * 0.2, at + out * inner * 0.6 + side * wide, at + out * inner, at + out * inner * 0.6 - side * wide]), heart)
        sheet.fill(_disc(at, inner * 0.22), heart)


_COLUMNS = (-0.155, 0.155)
_DIAGONAL = [(-0.19, -0.27), (0.0, 0.0), (0.19, 0.27)]
_SQUARE = [(x, y) for y in (-0.21, 0.21) for x in _COLUMNS]


def _circles(number: int) -> tuple[list[tuple[float, float]], float, str]:
    """Middles, the greatest radius and the usual colours (one letter a circle) of a pinzu."""
    rows = [(x, y) for y in (-0.27, 0.0, 0.27) for x in (-0.21, 0.0, 0.21)]
    return {
        1: ([(0.0, 0.0)], 0.3, "b"),
        2: ([(0.0, -0.2), (0.0, 0.2)], 0.17, "gb"),
        3: (_DIAGONAL, 0.13, "brg"),
        4: (_SQUARE, 0.135, "bggb"),
        5: ([*_SQUARE[:2], (0.0, 0.0), *_SQUARE[2:]], 0.115, "bgrgb"),
        6: ([(x, y) for y in (-0.29, 0.05, 0.3) for x in _COLUMNS], 0.115, "ggrrrr"),
        7: ([(-0.2, -0.34), (0.0, -0.25), (0.2, -0.16), *((x, y) for y in (0.1, 0.32) for x in (-0.13, 0.13))], 0.095, "gggrrrr"),
        8: ([(x, y) for y in (-0.345, -0.115, 0.115, 0.345) for x in _COLUMNS], 0.1, "b" * 8),
        9: (rows, 0.098, "gggrrrbbb"),
    }[number]


def _sticks(number: int) -> tuple[list[tuple[float, float, float]], float, str]:
    """Middle and turn in radians of each stick, the room's length, and the usual colours of a souzu."""

    def row(y: float, *xs: float) -> list[tuple[float, float, float]]:
        return [(x, y, 0.0) for x in xs]

    upper, lower = -0.205, 0.205
    three = (-0.21, 0.0, 0.21)
    zigzag = [(-0.25, upper, 0.0), (-0.085, upper, -0.5), (0.085, upper, 0.5), (0.25, upper, 0.0)]
    return {
        2: (row(upper, 0.0) + row(lower, 0.0), 0.37, "gg"),
        3: (row(upper, 0.0) + row(lower, *_COLUMNS), 0.37, "ggg"),
        4: (row(upper, *_COLUMNS) + row(lower, *_COLUMNS), 0.37, "gggg"),
        5: (row(upper, -0.2, 0.2) + row(0.0, 0.0) + row(lower, -0.2, 0.2), 0.37, "ggrgg"),
        6: (row(upper, *three) + row(lower, *three), 0.37, "gggggg"),
        7: (row(-0.3, 0.0) + row(0.0, *three) + row(0.3, *three), 0.27, "rgggggg"),
        8: (zigzag + [(x, -y, -turn) for x, y, turn in zigzag], 0.36, "g" * 8),
        9: ([stick for y in (-0.29, 0.0, 0.29) for stick in row(y, *three)], 0.265, "grggrggrg"),
    }[number]


def _stick(sheet: _Sheet, at: np.ndarray, turn: float, length: float, colour: tuple, pattern: Pattern) -> None:
    """One stick, its outline wider at the joints, and a shine along it."""
    half = pattern.stick * length / 2
    along = np.linspace(-1, 1, 41)
    joints = np.linspace(-1, 1, pattern.knots + 2)[1:-1] if pattern.knots else np.empty(0)
    width = np.full(41, 1 / pattern.bulge)
    for joint in joints:
        width = np.maximum(width, 1 - (1 - 1 / pattern.bulge) * np.minimum(1, np.abs(along - joint) / 0.16))
    if pattern.ends == "flared":
        width = np.maximum(width, 1 - (1 - 1 / pattern.bulge) * np.minimum(1, (1 - np.abs(along)) / 0.2))
    elif pattern.ends == "round":
        width = width * np.sqrt(np.clip((1 - np.abs(along)) / 0.12, 0.05, 1))
    turned = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])

    def outline(share: float, reach: float) -> np.ndarray:
        right = np.stack([width * half * share, along * length / 2 * reach], axis=1)
        left = np.stack([-width * half * share, along * length / 2 * reach], axis=1)[::-1]
        return np.concatenate([right, left]) @ turned + at

    sheet.fill(outline(1.0, 1.0), colour)
    if pattern.shine:
        sheet.fill(outline(pattern.shine, 0.8), None)
    for joint in joints:
        line = np.array([[-half, -0.02 * length], [half, -0.02 * length], [half, 0.02 * length], [-half, 0.02 * length]])
        sheet.fill((line + [0, joint * length / 2]) @ turned + at, None if pattern.shine else colour)


def draw(face: str, pattern: Pattern, width: int, height: int) -> np.ndarray:
    """One of :data:`FACES` as RGBA uint8 [height, width, 4], straight alpha."""
    sheet = _Sheet(width, height)
    number, suit = int(face[0]), face[1]
    inks = {"r": _RED, "g": _GREEN, "b": _BLUE}
    if pattern.colours == "plain":
        inks = dict.fromkeys("rgb", _GREEN if suit == "s" else _BLACK if pattern.two_inks else _BLUE)
    spread = np.array([pattern.across, pattern.down])
    if suit == "p":
        places, radius, colours = _circles(number)
        mirrored = np.array([-1 if pattern.rising and number in (3, 7) else 1, 1])
        for place, letter in zip(places, colours):
            second = _RED if letter != "r" else _GREEN
            rings = pattern.rings + 1 if number == 1 else pattern.rings
            _circle(sheet, np.array(place) * mirrored * spread, radius * pattern.circle, inks[letter], second, pattern, rings)
    else:
        places, room, colours = _sticks(number)
        flipped = -1 if pattern.w_first and number == 8 else 1
        for (x, y, turn), letter in zip(places, colours):
            at = np.array([x, y * flipped]) * spread
            _stick(sheet, at, turn * flipped, room * pattern.length * pattern.down, inks[letter], pattern)
    return sheet.ink()
