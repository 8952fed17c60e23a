"""Composes table scenes whose labels are exact: every face with its four corners and visible share.

``python scenes.py --out FOLDER --count N --seed S [--kind suzume]`` writes ``000000.jpg`` and
``000000.json`` and so on. A label's corners run clockwise in the picture and begin at the tile's own top
left, so a reader's crop can be cut upright. Face-down tiles carry the face ``back`` (their top plane): the
locator must not report them. Every scene is a function of its seed.
"""

from __future__ import annotations

import argparse
import functools
import json
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np

import art
import backgrounds
import distractors
import faces
import layouts
import webcam
from geometry import Box, Camera, side_lengths, signed_area
from realfaces import RealFaces, real_faces

KINDS = {"row": 0.2, "standing": 0.14, "block": 0.12, "scatter": 0.14, "heap": 0.07, "huge": 0.07, "wide": 0.08, "mixed": 0.08, "suzume": 0.06, "empty": 0.08}


@dataclass(frozen=True)
class Label:
    """One tile in a scene. ``corners`` (4, 2) in pixels; ``visible`` is the share of the face that is seen, 0..1."""

    face: str
    corners: np.ndarray
    visible: float
    role: str = ""


@dataclass(frozen=True)
class Scene:
    """A finished picture, RGB uint8, and what is in it."""

    picture: np.ndarray
    labels: list[Label]


@dataclass
class World:
    """What scenes are made from. Without ``data`` only our own drawings and procedural surfaces are used."""

    library: art.Artwork
    data: Path | None
    real: RealFaces | None

    @staticmethod
    def load(data: Path | None, photos: bool = True, games: bool = True) -> "World":
        """Load the artwork, that of the system's ``games`` or not, and, where ``photos``, the real crops of the datasets folder."""
        return World(art.artwork(data, games), data, real_faces(data) if data is not None and photos else None)


@dataclass
class Item:
    """A box in the scene: a tile (``face`` given, drawn in ``style``) or a thing."""

    box: Box
    face: str | None  # None: not a tile
    pose: str
    style: faces.SetStyle | None = None
    thing: distractors.Thing | None = None
    role: str = ""
    label: int = 0
    quad: np.ndarray | None = field(default=None, repr=False)


_FACE_PLANE = {"up": "top", "down": "top", "stand": "front", "away": "front"}
# Per pose: the bit of a corner's index along the tile's depth, and whether the back is on its high side.
_BACK_SIDE = {"up": (4, False), "down": (4, True), "stand": (2, True), "away": (2, False)}


class _Painter:
    """Draws items into the picture and into a half-size map of who covers what."""

    def __init__(self, canvas: np.ndarray, camera: Camera, sun: np.ndarray) -> None:
        self.canvas = canvas
        self.camera = camera
        self.sun = sun
        height, width = canvas.shape[:2]
        self.owner = np.zeros(((height + 1) // 2, (width + 1) // 2), np.int32)

    def shade(self, normal: np.ndarray) -> float:
        """Brightness of a plane that faces along ``normal``."""
        return 0.62 + 0.38 * max(0.0, float(normal @ self.sun))

    def fill(self, quad: np.ndarray, colour: np.ndarray) -> None:
        """Fill a convex polygon with one colour."""
        limited = np.clip(quad, -20000, 20000)
        cv2.fillConvexPoly(self.canvas, np.round(limited * 16).astype(np.int32), tuple(float(c) for c in np.clip(colour, 0, 255)), cv2.LINE_AA, 4)

    def own(self, quad: np.ndarray, number: int) -> None:
        """Note that ``number`` covers a polygon (0: something that is no labelled face)."""
        limited = np.clip(quad / 2, -10000, 10000)
        cv2.fillConvexPoly(self.owner, np.round(limited * 16).astype(np.int32), number, cv2.LINE_8, 4)

    def paste(self, texture: np.ndarray, quad: np.ndarray, shade: float) -> None:
        """Warp an RGBA texture onto a quad, corner 0 of the texture at corner 0 of the quad."""
        height, width = self.canvas.shape[:2]
        low = np.maximum(np.floor(quad.min(axis=0)).astype(int) - 1, 0)
        high = np.minimum(np.ceil(quad.max(axis=0)).astype(int) + 2, [width, height])
        if (high - low < 1).any():
            return
        rows, columns = texture.shape[:2]
        source = np.array([[0, 0], [columns, 0], [columns, rows], [0, rows]], np.float32) - 0.5
        matrix = cv2.getPerspectiveTransform(source, (quad - low - 0.5).astype(np.float32))
        size = (int(high[0] - low[0]), int(high[1] - low[1]))
        warped = cv2.warpPerspective(texture, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=(0, 0, 0, 0))
        alpha = warped[..., 3:].astype(np.float32) * (1 / 255)
        spot = self.canvas[low[1] : high[1], low[0] : high[0]]
        # Texture edges fade into transparent black: weigh colour by alpha so that no dark rim shows.
        colour = warped[..., :3].astype(np.float32) * shade
        spot[:] = np.clip(spot * (1 - alpha) + colour * np.where(alpha > 0, 1, 0) * alpha, 0, 255).astype(np.uint8)


def _shadows(canvas: np.ndarray, camera: Camera, items: list[Item], sun: np.ndarray, rng: np.random.Generator, unit: float) -> None:
    """Cast every box's shadow on the table, in place."""
    height, width = canvas.shape[:2]
    mask = np.zeros(((height + 3) // 4, (width + 3) // 4), np.uint8)
    for item in items:
        corners = item.box.corners()
        if corners[:, 2].max() < 0.05:
            continue
        fallen = corners.copy()
        fallen[:, :2] -= corners[:, 2:] * sun[:2] / max(float(sun[2]), 0.3)
        fallen[:, 2] = 0
        hull = cv2.convexHull(np.clip(camera.project(fallen) / 4, -5000, 5000).astype(np.float32))
        cv2.fillConvexPoly(mask, np.round(hull * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
    soft = cv2.GaussianBlur(mask, (0, 0), max(0.5, unit * rng.uniform(0.005, 0.06)))
    full = cv2.resize(soft, (width, height), interpolation=cv2.INTER_LINEAR)
    dark = rng.uniform(0.25, 0.7)
    factor = (255 - full.astype(np.float32) * dark) * (1 / 255)
    canvas[:] = (canvas * factor[..., None]).astype(np.uint8)


def _back_strip(world: np.ndarray, item: Item) -> np.ndarray | None:
    """The part of a wall that has the back's colour, as four world points; ``None`` for walls of one colour."""
    assert item.style is not None
    share = item.style.back_share
    if share <= 0:
        return None
    bit, back_is_high = _BACK_SIDE[item.pose]
    corners = item.box.corners()
    axis = corners[bit] - corners[0]
    along = (world - corners[0]) @ axis / float(axis @ axis)  # 0 or 1: which end of the depth
    on_back = np.round(along) == (1 if back_is_high else 0)
    to_back = axis if back_is_high else -axis
    return world + np.where(on_back, 0.0, 1 - share)[:, None] * to_back


def _draw(painter: _Painter, item: Item, world: World, rng: np.random.Generator) -> None:
    main = "front" if item.thing is not None and item.thing.stands else _FACE_PLANE.get(item.pose, "top")
    seen = item.box.planes(painter.camera)
    for name, corners, quad in seen:
        shade = painter.shade(item.box.normal(name))
        if name != main:
            colour = item.thing.side if item.thing is not None else _body(item)
            painter.fill(quad, colour * shade)
            if item.style is not None:
                strip = _back_strip(corners, item)
                if strip is not None:
                    painter.fill(painter.camera.project(strip), item.style.back * shade)
                edge = np.clip(colour * shade * 0.72, 0, 255)
                thin = max(1, int(0.012 * side_lengths(quad).max()))
                cv2.polylines(painter.canvas, [np.round(np.clip(quad, -9000, 9000) * 16).astype(np.int32)], True, tuple(float(c) for c in edge), thin, cv2.LINE_AA, 4)
            painter.own(quad, 0)
            continue
        if item.thing is not None:
            painter.paste(item.thing.texture, quad, shade)
            painter.own(quad, 0)
            continue
        assert item.style is not None and item.face is not None
        painter.fill(quad, (item.style.back if item.face == "back" else _body(item)) * shade * 0.8)
        rows = int(np.clip(side_lengths(quad)[1::2].max() * 1.15, 24, 320))
        painter.paste(_texture(item, rows, world, rng), quad, shade)
        painter.own(quad, item.label)
        item.quad = quad


def _body(item: Item) -> np.ndarray:
    assert item.style is not None
    return item.style.body


def _texture(item: Item, rows: int, world: World, rng: np.random.Generator) -> np.ndarray:
    assert item.style is not None and item.face is not None
    drawn_only = item.face == "back" or (item.face == "haku" and item.style.blank_haku)  # no photo of ours shows a blank one
    if world.real is not None and item.style.cache.get("real") is not None and not drawn_only:
        real = world.real.plane(item.face, rng, rows, item.style)
        if real is not None:
            return real
    plane, _ = faces.render_face(item.face, rng, rows, item.style, world.library)
    return plane


def _some_face(rng: np.random.Generator, suzume: bool) -> str:
    """A face at random; souzu, their reds and the two dragons of the game come oftener, and the white dragon, whose
    plain face is the hardest to find."""
    if suzume or rng.random() < 0.35:
        return art.SUZUME[rng.integers(len(art.SUZUME))]
    if rng.random() < 0.08:
        return "haku"
    return art.PRINTED[rng.integers(len(art.PRINTED))]


def _copies(face: str) -> int:
    """How many tiles of a face the box of 44 holds: of every number three and one red, of either dragon four."""
    if face in ("hatsu", "chun"):
        return 4
    return 1 if face.endswith("r") else 3


def _place(kind: str, rng: np.random.Generator, w: float, d: float) -> tuple[list[layouts.Spot], list[str] | None]:
    down = float(rng.choice([0.0, 0.1, 0.4]))
    if kind == "row":
        return layouts.turned(layouts.row(rng, int(rng.integers(2, 15)), w, d), rng.uniform(0, 2 * np.pi) if rng.random() < 0.6 else rng.normal(0, 0.1)), None
    if kind == "standing":
        spots = layouts.turned(layouts.row(rng, int(rng.integers(2, 15)), w, d, "stand"), rng.normal(0, 0.3))
        if rng.random() < 0.5:
            away = layouts.row(rng, int(rng.integers(2, 12)), w, d, "away")
            spots += layouts.turned(away, rng.normal(0, 0.15), rng.normal(0, 1), rng.uniform(2, 4))
        if rng.random() < 0.5:
            spots += layouts.turned(layouts.row(rng, int(rng.integers(1, 8)), w, d, str(rng.choice(["up", "down", "stand"]))), rng.normal(0, 0.2), rng.normal(0, 2), rng.uniform(1.5, 3))
        return spots, None
    if kind == "block":
        return layouts.turned(layouts.block(rng, int(rng.integers(2, 7)), int(rng.integers(2, 9)), w, d), rng.uniform(0, 2 * np.pi)), None
    if kind == "scatter":
        return layouts.scatter(rng, int(rng.integers(3, 30)), rng.uniform(1.1, 2.0), down), None
    if kind == "heap":
        return layouts.heap(rng, int(rng.integers(6, 40)), d, down), None
    if kind == "huge":
        count = int(rng.choice([1, 1, 2, 3]))
        return layouts.turned(layouts.row(rng, count, w, d, "stand" if rng.random() < 0.2 else "up"), rng.uniform(0, 2 * np.pi) if rng.random() < 0.6 else 0.0), None
    if kind in ("wide", "mixed"):
        return layouts.mixed(rng, w, d), None
    if kind == "suzume":
        spots, roles = layouts.suzume(rng, w, d)
        return spots, roles
    return [], None


def _camera(kind: str, spots: list[layouts.Spot], size: tuple[int, int], rng: np.random.Generator) -> tuple[Camera, float]:
    """A camera that has the layout in view, and the pixels a tile's height takes in the middle."""
    width, height = size
    standing = any(p.pose in ("stand", "away") for p in spots)
    pitch = np.radians(rng.uniform(14, 55)) if standing else np.radians(rng.uniform(32, 90))
    places = np.array([[p.x, p.y] for p in spots]) if spots else np.zeros((1, 2))
    low, high = places.min(axis=0) - 0.7, places.max(axis=0) + 0.7
    span = high - low
    deep = span[1] * np.sin(pitch) + (np.cos(pitch) if standing else 0.0)
    fit = min(width / span[0], height / max(deep, 0.6))
    if kind == "huge":
        scale = fit * rng.uniform(0.75, 1.35)
    elif kind == "wide":
        scale = max(fit * rng.uniform(0.25, 0.7), 16.0)
    elif kind == "suzume":
        scale = fit * rng.uniform(0.42, 0.95)
    else:
        scale = fit * rng.uniform(0.3, 1.1)
    scale = float(np.clip(scale, 16, 1.4 * height))
    centre = (low + high) / 2
    slack = np.maximum(np.array([width, height]) / scale - span * [1, np.sin(pitch)], 0) * 0.35
    target = np.array([*(centre + rng.uniform(-1, 1, 2) * slack), 0.3 if standing else 0.0])
    return Camera(size, target, pitch, rng.normal(0, 0.05), scale, np.radians(rng.uniform(30, 75))), scale


def _things(rng: np.random.Generator, spots: list[layouts.Spot], count: int, reach: float) -> list[Item]:
    """Objects laid about, clear of the tiles."""
    items = []
    for _ in range(count):
        thing = distractors.thing(rng)
        w, h, d = thing.size
        for _ in range(12):
            x, y = rng.uniform(-reach, reach, 2)
            if thing.stands:
                y = rng.uniform(0.5, reach)
            radius = 0.5 * np.hypot(w, d if thing.stands else h) + 0.5
            if all(np.hypot(x - p.x, y - p.y) > radius for p in spots):
                turn = rng.normal(0, 0.3) if thing.stands else rng.uniform(0, 2 * np.pi)
                size = (w, d, h) if thing.stands else (w, h, d)
                items.append(Item(Box(np.array([x, y, 0.0]), size, turn), None, "", thing=thing))
                break
    return items


def compose(world: World, rng: np.random.Generator, size: tuple[int, int], kind: str | None = None, hardship: float | None = None) -> Scene:
    """Compose one scene of ``size`` (width, height) pixels. ``hardship`` 0..1 is the camera's, random by default."""
    kind = kind or str(rng.choice(list(KINDS), p=np.array(list(KINDS.values())) / sum(KINDS.values())))
    hardship = float(rng.beta(1.2, 2.0)) if hardship is None else hardship
    style = faces.SetStyle.sample(rng, world.library)
    if world.real is not None and rng.random() < 0.35:
        world.real.dress(style, rng)
    spots, roles = _place(kind, rng, style.aspect, style.thickness)
    camera, scale = _camera(kind, spots, size, rng)
    items = _tiles(spots, roles, style, kind, rng)
    reach = 0.6 * max(size) / scale
    count = int(rng.integers(3, 12)) if kind == "empty" else int(rng.choice([0, 0, 1, 2, 3, 5]))
    items += _things(rng, spots, count, reach)
    surface = backgrounds.table(rng, camera, world.data)
    return paint(world, rng, camera, items, surface, hardship, fingers=rng.random() < 0.18)


def paint(world: World, rng: np.random.Generator, camera: Camera, items: list[Item], surface: np.ndarray, hardship: float, fingers: bool) -> Scene:
    """Draw items on a surface that fills the picture, then light and camera."""
    canvas = surface.copy()
    sun = np.array([*rng.normal(0, 0.5, 2), 1.0])
    sun /= np.linalg.norm(sun)
    _shadows(canvas, camera, items, sun, rng, camera.scale)
    painter = _Painter(canvas, camera, sun)
    # Flat things first, then from far to near; of a stack, the lower tile first.
    heaped = any(0.01 < i.box.centre[2] for i in items) and not any(i.pose in ("stand", "away") for i in items)
    items = sorted(items, key=lambda i: (i.box.size[2] > 0.05, heaped and i.box.centre[2] > 0.01, -camera.distance(i.box.centre)))
    for number, item in enumerate(items, start=1):
        item.label = number
        _draw(painter, item, world, rng)
    if fingers:
        _cover_with_fingers(painter, items, camera.scale, rng)
    labels = [_label(painter, item) for item in items if item.face is not None and item.quad is not None]
    picture = webcam.capture(webcam.light(canvas, rng, hardship), rng, hardship, camera.scale)
    return Scene(picture, labels)


def _tiles(spots: list[layouts.Spot], roles: list[str] | None, style: faces.SetStyle, kind: str, rng: np.random.Generator) -> list[Item]:
    w, d = style.aspect, style.thickness
    items = []
    suzume = kind == "suzume"
    box = list(rng.permutation([face for face in art.SUZUME for _ in range(_copies(face))])) if suzume else []
    for index, spot in enumerate(spots):
        # Hidden faces of standing tiles need no name: what is seen of them is their back.
        face = "back" if spot.pose in ("down", "away") else str(box.pop()) if box else _some_face(rng, suzume)
        size = (w, d, 1.0) if spot.pose in ("stand", "away") else (w, 1.0, d)
        items.append(Item(Box(np.array([spot.x, spot.y, spot.z]), size, spot.turn), face, spot.pose, style, role=roles[index] if roles else ""))
    return items


def _cover_with_fingers(painter: _Painter, items: list[Item], scale: float, rng: np.random.Generator) -> None:
    height, width = painter.canvas.shape[:2]
    drawn = [i.quad for i in items if i.quad is not None]
    near = drawn[rng.integers(len(drawn))].mean(axis=0) if drawn else rng.uniform(0, 1, 2) * [width, height]
    mask = distractors.fingers(rng, painter.canvas, near + rng.normal(0, 0.9 * scale, 2), max(3.0, 0.6 * scale))
    small = cv2.resize(mask, painter.owner.shape[::-1], interpolation=cv2.INTER_NEAREST)
    painter.owner[small > 127] = 0


def _label(painter: _Painter, item: Item) -> Label:
    assert item.quad is not None and item.face is not None
    area = abs(signed_area(item.quad)) / 4
    shown = float((painter.owner == item.label).sum())
    return Label(item.face, item.quad, min(1.0, shown / max(area, 1.0)), item.role)


def as_json(scene: Scene, name: str) -> dict:
    """A scene's label in the form that is written beside the picture."""
    height, width = scene.picture.shape[:2]
    tiles = [
        {"face": t.face, "corners": np.round(t.corners, 1).tolist(), "visible": round(t.visible, 3)} | ({"role": t.role} if t.role else {})
        for t in scene.labels
    ]
    return {"image": name, "size": [width, height], "tiles": tiles}


@functools.lru_cache(maxsize=4)
def world_of(data: Path | None, games: bool = True) -> World:
    """The cached world of a datasets folder."""
    return World.load(data, games=games)


def main() -> None:
    parser = argparse.ArgumentParser(description="Write composed scenes with labels.")
    parser.add_argument("--data", help="datasets folder (default: SUZUME_DATASETS, or ../shared/datasets beside the repository)")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--kind", choices=sorted(KINDS), help="one kind of scene only; 'suzume' is the evaluation set")
    parser.add_argument("--size", type=int, nargs=2, default=(1280, 720), metavar=("WIDTH", "HEIGHT"))
    parser.add_argument("--quality", type=int, default=95, help="JPEG quality of the files (the camera's own JPEG comes before)")
    parser.add_argument("--without-games", action="store_true", help="leave out the prints that depend on which games the system has")
    given = parser.parse_args()
    world = world_of(art.data_folder(given.data), not given.without_games)
    given.out.mkdir(parents=True, exist_ok=True)
    for index in range(given.count):
        scene = compose(world, np.random.default_rng([given.seed, index]), tuple(given.size), given.kind)
        name = f"{index:06d}.jpg"
        cv2.imwrite(str(given.out / name), scene.picture[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, given.quality])
        (given.out / f"{index:06d}.json").write_text(json.dumps(as_json(scene, name)))


if __name__ == "__main__":
    main()
