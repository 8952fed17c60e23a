"""Where tiles lie: rows, blocks, scatters, heaps, walls, standing hands, and the Suzume table.

A layout is a list of :class:`Spot`; units are tile heights, x right, y away from the viewer. ``w`` is the
tile's width and ``d`` its thickness in the same units.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np


@dataclass
class Spot:
    """One tile's place: base centre, turn about the vertical (radians), and how it lies.

    ``pose`` is ``up`` (face up), ``down`` (face down), ``stand`` (face towards the viewer) or ``away``
    (standing with its back to the viewer).
    """

    x: float
    y: float
    z: float
    turn: float
    pose: str


def turned(spots: list[Spot], angle: float, dx: float = 0.0, dy: float = 0.0) -> list[Spot]:
    """Spots turned about the origin, then moved."""
    c, s = np.cos(angle), np.sin(angle)
    return [Spot(c * p.x - s * p.y + dx, s * p.x + c * p.y + dy, p.z, p.turn + angle, p.pose) for p in spots]


def row(rng: np.random.Generator, count: int, w: float, d: float, pose: str = "up", touch: float = 0.7) -> list[Spot]:
    """A row along x, mostly touching, each tile a little askew; faces may be upside down or sideways."""
    gap = abs(rng.normal(0, 0.006)) if rng.random() < touch else rng.uniform(0.01, 0.35)
    askew = rng.uniform(0, 0.03) if gap < 0.05 else rng.uniform(0, 0.15)
    flipped = rng.random() < 0.3
    spots, x = [], 0.0
    for _ in range(count):
        sideways = pose == "up" and rng.random() < 0.02
        width = 1.0 if sideways else w
        turn = rng.normal(0, askew) + (np.pi / 2 if sideways else 0.0)
        if pose != "stand" and flipped and rng.random() < 0.5:
            turn += np.pi
        spots.append(Spot(x + width / 2, rng.normal(0, askew * 0.6), 0.0, turn, pose))
        x += width + gap * rng.uniform(0.7, 1.3) + abs(askew) * 0.4
    for spot in spots:
        spot.x -= x / 2
    return spots


def block(rng: np.random.Generator, rows: int, columns: int, w: float, d: float) -> list[Spot]:
    """Rows laid against one another."""
    step = 1 + (abs(rng.normal(0, 0.01)) if rng.random() < 0.6 else rng.uniform(0.02, 0.4))
    spots = []
    for r in range(rows):
        line = row(rng, max(1, columns - int(rng.random() < 0.25) * int(rng.integers(0, columns))), w, d)
        spots += turned(line, 0.0, dy=(r - (rows - 1) / 2) * step)
    return spots


def scatter(rng: np.random.Generator, count: int, spread: float, down: float) -> list[Spot]:
    """Tiles strewn without overlapping, at any turn; a share ``down`` of them lies face down."""
    side = spread * np.sqrt(count) * 1.25
    spots: list[Spot] = []
    for _ in range(count * 6):
        if len(spots) >= count:
            break
        x, y = rng.uniform(-side / 2, side / 2, 2)
        if all(np.hypot(x - p.x, y - p.y) > 1.02 for p in spots):
            spots.append(Spot(x, y, 0.0, rng.uniform(0, 2 * np.pi), "down" if rng.random() < down else "up"))
    return spots


def heap(rng: np.random.Generator, count: int, d: float, down: float) -> list[Spot]:
    """A heap: a dense scatter with tiles on top of others, which hide them in part."""
    side = np.sqrt(count) * 0.85
    spots = []
    for _ in range(count):
        x, y = rng.normal(0, side / 2.4, 2)
        near = sum(np.hypot(x - p.x, y - p.y) < 0.8 for p in spots)
        spots.append(Spot(x, y, min(near, 2) * d * 0.9, rng.uniform(0, 2 * np.pi), "down" if rng.random() < down else "up"))
    return spots


def wall(rng: np.random.Generator, count: int, w: float, d: float) -> list[Spot]:
    """A wall: face-down tiles two high."""
    lower = row(rng, count, w, d, "down", 1.0)
    high = [Spot(p.x, p.y, d, p.turn, "down") for p in lower if rng.random() < 0.9]
    return lower + high


def mixed(rng: np.random.Generator, w: float, d: float) -> list[Spot]:
    """A table in play: a hand, rows of discards, walls, face-down tiles."""
    spots = turned(row(rng, int(rng.integers(5, 15)), w, d, "stand" if rng.random() < 0.35 else "up"), rng.normal(0, 0.1), dy=-3)
    for k in range(int(rng.integers(1, 4))):
        spots += turned(block(rng, int(rng.integers(1, 4)), int(rng.integers(3, 7)), w, d), k * np.pi / 2 + rng.normal(0, 0.05), rng.uniform(-3, 3), rng.uniform(0, 3))
    for _ in range(int(rng.integers(0, 3))):
        spots += turned(wall(rng, int(rng.integers(4, 14)), w, d), rng.choice([0, np.pi / 2]) + rng.normal(0, 0.05), rng.uniform(-5, 5), rng.uniform(3, 6))
    return clear(rng, spots, w)


def clear(rng: np.random.Generator, spots: list[Spot], w: float) -> list[Spot]:
    """Drop spots that would stand in one another: the later one goes."""
    kept: list[Spot] = []
    for spot in spots:
        if all(np.hypot(spot.x - p.x, spot.y - p.y) > w * 0.93 or abs(spot.z - p.z) > 0.3 for p in kept):
            kept.append(spot)
    return kept


def suzume(rng: np.random.Generator, w: float, d: float) -> tuple[list[Spot], list[str]]:
    """A Suzume table: a hand of six (or five and the winning tile apart), the dora tile, perhaps walls.

    Returns the spots and a role for each: ``hand``, ``winning``, ``dora`` or ``down``.
    """
    standing = rng.random() < 0.3
    apart = rng.random() < 0.3
    pose = "stand" if standing else "up"
    hand = row(rng, 5 if apart else 6, w, d, pose)
    if standing:
        angle = rng.normal(0, 0.25)
    else:
        angle = rng.uniform(0, 2 * np.pi) if rng.random() < 0.5 else rng.normal(0, 0.15)
    spots, roles = turned(hand, angle), ["hand"] * len(hand)

    def put(spot: Spot, role: str) -> bool:
        if all(np.hypot(spot.x - p.x, spot.y - p.y) > 1.15 for p in spots):
            spots.append(spot)
            roles.append(role)
            return True
        return False

    if apart:
        gap = max(p.x for p in hand) + rng.uniform(1.2, 2.0)
        put(turned([Spot(gap, rng.normal(0, 0.1), 0.0, rng.normal(0, 0.1), pose)], angle)[0], "winning")
    for _ in range(60):
        where = Spot(rng.uniform(-3.5, 3.5), rng.uniform(1.3, 3.2) * (1 if standing else rng.choice([-1, 1])), 0.0, rng.uniform(0, 2 * np.pi), "up")
        if put(where, "dora"):
            break
    if rng.random() < 0.5:  # the pile the dora came from, other face-down tiles
        x, y = rng.uniform(-3, 3), rng.uniform(2.6, 4.5)
        for spot in turned(scatter(rng, int(rng.integers(1, 12)), 1.3, 1.0), 0.0, x, y):
            put(spot, "down")
    return spots, roles
