"""Makes tests/golden: small pictures of our own making, with labels, for the Rust and end-to-end tests.

They ship with the project, so nothing but our own tile drawings and procedural surfaces goes into them.
``python golden.py`` writes them anew; the same code gives the same pictures.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

import art
import backgrounds
import distractors
import faces
import layouts
import scenes
from geometry import Box, Camera

SIZE = (1280, 720)


@dataclass(frozen=True)
class Plan:
    """One picture: the hand in order, the dora tile, more tiles beside, and how hard to see."""

    name: str
    hand: tuple[str, ...]
    dora: str | None
    extra: tuple[str, ...] = ()
    angle: float = 0.0
    pitch: float = 66.0
    scale: float = 112.0
    hardship: float = 0.1
    upside_down: tuple[int, ...] = ()
    things: bool = False
    seed: int = 0
    surface: int = 0


PLANS = (
    Plan("easy", ("2s", "3s", "4sr", "7s", "7s", "7sr"), "5s", seed=11, surface=0),
    Plan("rotated", ("1s", "1s", "1sr", "6s", "7s", "8s"), "chun", angle=34.0, upside_down=(1, 4), pitch=74.0, seed=12, surface=7),
    Plan("dim", ("3s", "4s", "5s", "hatsu", "hatsu", "hatsu"), "8s", hardship=0.55, pitch=60.0, seed=23, surface=1),
    Plan("extra", ("4s", "5s", "6s", "9s", "9s", "9sr"), "2s", extra=("chun",), things=True, seed=14, surface=2),
    Plan("manzu", ("2m", "3s", "4s", "6s", "6m", "6s"), "7s", angle=-9.0, seed=15, surface=0),
    Plan("empty", (), None, things=True, seed=16, surface=0),
)


def _style(rng: np.random.Generator, library: art.Artwork) -> faces.SetStyle:
    """A plain set of ours: ivory body, green back, full ink."""
    style = faces.SetStyle.sample(rng, library)
    style.sources = {suit: "suzume-table" for suit in style.sources}
    style.digits, style.reink, style.strength, style.stroke = False, False, 0.97, 0.0
    style.body = np.array([247, 243, 230], np.float32)
    style.back = np.array([40, 120, 80], np.float32)
    style.aspect, style.scale, style.back_share, style.thickness = 0.74, 0.98, 0.4, 0.62
    return style


def _surface(kind: int, seed: int, camera: Camera) -> np.ndarray:
    """The first procedural surface of a kind from ``seed`` on, in perspective."""
    rng = np.random.default_rng([seed, 77])
    return backgrounds.in_perspective(rng, camera, backgrounds.mirror_tile(backgrounds.procedural(rng, kind)), 7.0)


def _item(spot: layouts.Spot, face: str, role: str, style: faces.SetStyle) -> scenes.Item:
    box = Box(np.array([spot.x, spot.y, spot.z]), (style.aspect, 1.0, style.thickness), spot.turn)
    return scenes.Item(box, face, "up", style, role=role)


def make(plan: Plan, world: scenes.World) -> scenes.Scene:
    """Compose the picture of a plan."""
    rng = np.random.default_rng(plan.seed)
    style = _style(rng, world.library)
    angle = np.radians(plan.angle)
    target = np.array([0.4, 0.75, 0.0])
    camera = Camera(SIZE, target, np.radians(plan.pitch), 0.01, plan.scale, np.radians(56))
    items = []
    if plan.hand:
        spots = layouts.row(np.random.default_rng(13), len(plan.hand), style.aspect, style.thickness, touch=1.0)
        for index, spot in enumerate(layouts.turned(spots, angle)):
            turn = np.pi if index in plan.upside_down else 0.0
            spot.turn = spot.turn + turn
            items.append(_item(spot, plan.hand[index], "hand", style))
    if plan.dora:
        items.append(_item(layouts.Spot(2.9, 2.55, 0.0, angle * 0.5 + 0.2, "up"), plan.dora, "dora", style))
    for index, face in enumerate(plan.extra):
        items.append(_item(layouts.Spot(-2.6 + 1.4 * index, 2.5, 0.0, 0.9, "up"), face, "extra", style))
    if plan.things:
        for thing, at, turn in (
            (distractors.stick(rng), (0.6, 3.0), 0.4), (distractors.cup(rng), (-4.0, 0.9), 0.0), (distractors.die(rng), (4.3, 0.6), 0.7),
        ):
            items.append(scenes.Item(Box(np.array([*at, 0.0]), thing.size, turn), None, "", thing=thing))
    scene = scenes.paint(world, rng, camera, items, _surface(plan.surface, plan.seed, camera), plan.hardship, fingers=False)
    return scene


def main() -> None:
    folder = art.REPOSITORY / "tests" / "golden"
    folder.mkdir(parents=True, exist_ok=True)
    world = scenes.World.load(None)
    for plan in PLANS:
        scene = make(plan, world)
        name = f"{plan.name}.jpg"
        cv2.imwrite(str(folder / name), scene.picture[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, 78])
        # The hand in its own order, so that a test can compare readings with it as it stands.
        label = scenes.as_json(scene, name) | {"hand": list(plan.hand), "dora": plan.dora}
        order = {id_: n for n, id_ in enumerate(["hand", "dora", "extra"])}
        label["tiles"].sort(key=lambda t: (order[t["role"]], t["corners"][0][0]))
        (folder / f"{plan.name}.json").write_text(json.dumps(label, indent=1) + "\n")


if __name__ == "__main__":
    main()
