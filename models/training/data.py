"""The reader's training material: what there is, where it comes from, and how a batch is drawn from it.

Everything is a :class:`Sample`: a picture (kept whole in memory), the corners of one face in it and
its name. Photos, product shots, drawn tiles and rendered scenes all go through the same door, so a
crop always has the real surroundings of its picture, as it has at run time.
"""

from __future__ import annotations

import json
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

import art
import distractors
import everyday
import faces
from augment import covered, photographed, random_aspect, target_with_aspect, view
from locate import Locate, polygon_iou
from rectify import SIZE, Quad, box_quad, halvings, sides, warp

SUITED = [f"{number}{suit}" for suit in "smp" for number in range(1, 10)]
CLASSES: list[str] = sorted(
    [*SUITED, *(f"{n}sr" for n in range(1, 10)), "5mr", "5pr", "E", "S", "W", "N", "haku", "hatsu", "chun", "flower", "back"]
) + ["junk"]
"""Class order of the reader's logits; the manifest carries it."""

INDEX = {face: number for number, face in enumerate(CLASSES)}
JUNK = INDEX["junk"]
SMOOTHING = 0.04
"""How unsure the reader shall be of a face that it sees well: the mass spread over all names."""

HALF_HIDDEN = 0.45
"""The same of a face that 28 to 55 % of it is covered: it may guess, but must not be sure."""

TURNED = len(CLASSES)
"""The training target of a face seen the wrong way up; it never leaves the network (see network.py)."""

READS_UPSIDE_DOWN = {*(f"{n}{s}" for n in range(1, 10) for s in ("s", "sr", "p")), "5pr", "haku", "chun", "flower", "back"}
"""Faces whose name cannot be mistaken when they stand on their head: they keep it at 180 degrees."""

READS_SIDEWAYS = {"haku", "back", "flower", "1p", "4p", "5p", "5pr", "9p"}
"""Faces that keep their name at 90 degrees: but for the outline they look the same."""

OFTEN = {"1s", "1sr", "haku"}
"""Faces drawn twice as often as others: no two makers print the same sparrow, and a plain white dragon is what hardly
differs from a tile's wall."""


@dataclass
class Sample:
    """One face: its picture, its corners (the face's own top-left corner first, clockwise) and its name."""

    picture: int
    quad: Quad
    face: str
    upright: bool
    """Whether the order of the corners is known to be the face's own (photos of tables do not tell)."""
    unsure: float = SMOOTHING
    """How unsure the reader shall be of it, 0..1."""


@dataclass
class Source:
    """Samples of one origin, found by face."""

    name: str
    pictures: list[NDArray[np.uint8]] = field(default_factory=list)
    by_face: dict[str, list[Sample]] = field(default_factory=lambda: defaultdict(list))
    taken: dict[int, list[Quad]] = field(default_factory=lambda: defaultdict(list))
    """Every labelled face of a picture, also those that are no samples: where its background is not."""

    def add(self, picture: int, quad: Quad, face: str, upright: bool, unsure: float = SMOOTHING) -> None:
        """Keep one face of a picture that is already in ``pictures``."""
        self.by_face[face].append(Sample(picture, np.asarray(quad, np.float32), face, upright, unsure))

    def samples(self) -> list[Sample]:
        """All samples, face by face."""
        return [sample for face in sorted(self.by_face) for sample in self.by_face[face]]

    def draw(self, rng: np.random.Generator, face: str | None = None) -> Sample:
        """A random sample: every face equally likely but for the often asked, or of the face given."""
        names = sorted([name for name, found in self.by_face.items() for _ in range(1 + (name in OFTEN)) if found])
        samples = self.by_face[face if face is not None else names[rng.integers(len(names))]]
        return samples[rng.integers(len(samples))]

    def __len__(self) -> int:
        return sum(len(found) for found in self.by_face.values())


def read_picture(path: Path) -> NDArray[np.uint8]:
    """A picture file as RGB uint8."""
    picture = cv2.imread(str(path), cv2.IMREAD_COLOR)
    if picture is None:
        raise FileNotFoundError(f"not a readable picture: {path}")
    return cv2.cvtColor(picture, cv2.COLOR_BGR2RGB)


def labels(data: Path, name: str) -> list[dict]:
    """The JSON lines of one data set, for instance ``tables/train``."""
    with open(data / f"{name}.jsonl", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def turned_photo(picture: NDArray[np.uint8]) -> bool:
    """Whether a photo was rotated by its makers (black corners): its boxes then no longer outline the tiles."""
    corners = [picture[:12, :12], picture[:12, -12:], picture[-12:, :12], picture[-12:, -12:]]
    return sum(float(corner.mean()) < 12 for corner in corners) >= 2


def load_tables(data: Path, name: str, rows: list[dict]) -> Source:
    """Photos of tables with upright boxes; ``rows`` are their labels."""
    source = Source(name)
    for row in rows:
        picture = read_picture(data / "tables" / row["image"])
        if turned_photo(picture):
            continue
        source.pictures.append(picture)
        for tile in row["tiles"]:
            quad = box_quad(tuple(tile["box"]))
            source.taken[len(source.pictures) - 1].append(quad)
            width, height = sides(quad)
            if min(width, height) >= 14 and 0.4 <= width / height <= 1.5:
                source.add(len(source.pictures) - 1, quad, tile["face"], tile["face"] in READS_UPSIDE_DOWN)
    return source


def backdrop(rng: np.random.Generator, height: int, width: int, photos: Source | None) -> NDArray[np.uint8]:
    """Something for a tile to lie on: a plain colour with grain, or a piece of a photo, blurred now and then."""
    if photos is not None and photos.pictures and rng.random() < 0.5:
        photo = photos.pictures[rng.integers(len(photos.pictures))]
        side = int(min(rng.integers(60, 300), *photo.shape[:2]))
        y, x = rng.integers(0, photo.shape[0] - side + 1), rng.integers(0, photo.shape[1] - side + 1)
        return cv2.resize(photo[y : y + side, x : x + side], (width, height), interpolation=cv2.INTER_AREA)
    tone = rng.uniform(15, 235) + rng.normal(0, 35, 3)
    grain = cv2.resize(rng.normal(0, 9, (9, 9, 3)).astype(np.float32), (width, height), interpolation=cv2.INTER_CUBIC)
    return np.clip(tone + grain + rng.normal(0, 3, (height, width, 3)), 0, 255).astype(np.uint8)


def paste(canvas: NDArray[np.uint8], plane: NDArray[np.uint8], x: int, y: int) -> None:
    """Lay an RGBA plane on the canvas at (x, y); what reaches outside is cut off."""
    x0, y0 = max(0, x), max(0, y)
    x1, y1 = min(canvas.shape[1], x + plane.shape[1]), min(canvas.shape[0], y + plane.shape[0])
    if x1 <= x0 or y1 <= y0:
        return
    part = plane[y0 - y : y1 - y, x0 - x : x1 - x]
    alpha = part[..., 3:].astype(np.float32) / 255
    canvas[y0:y1, x0:x1] = (part[..., :3] * alpha + canvas[y0:y1, x0:x1] * (1 - alpha)).astype(np.uint8)


def in_a_row(
    middle: NDArray[np.uint8], neighbours: list[NDArray[np.uint8]], rng: np.random.Generator, photos: Source | None
) -> tuple[NDArray[np.uint8], Quad]:
    """A tile (RGBA) with neighbours at its sides, above or below, and its walls, on a backdrop; and its corners."""
    height, width = middle.shape[:2]
    canvas = backdrop(rng, height * 2, height * 2, photos)
    x, y = (canvas.shape[1] - width) // 2, (canvas.shape[0] - height) // 2
    gap = int(rng.integers(0, 5))
    slip = rng.integers(-4, 5, 4)
    tone = np.percentile(middle[..., :3].reshape(-1, 3), 80, axis=0)
    for side in (0, 1):
        if rng.random() < 0.45:
            deep = int(height * rng.uniform(0.05, 0.5))
            rows = (y - deep, y) if side == 0 else (y + height, y + height + deep)
            wide = width * int(rng.integers(1, 3))
            canvas[max(0, rows[0]) : rows[1], max(0, x - (wide - width)) : x + wide] = tone * rng.uniform(0.45, 1.0)
    spots = [(x - width - gap, y + slip[0]), (x + width + gap, y + slip[1]), (x + slip[2], y - height - gap), (x + slip[3], y + height + gap)]
    for spot, other, chance in zip(spots, neighbours, (0.7, 0.7, 0.25, 0.25)):
        if rng.random() < chance:
            paste(canvas, other, int(spot[0]), int(spot[1]))
    paste(canvas, middle, x, y)
    return canvas, box_quad((x, y, x + width, y + height))


def opaque(crop: NDArray[np.uint8], height: int) -> NDArray[np.uint8]:
    """An RGB crop as an RGBA plane of this height."""
    resized = cv2.resize(crop, (round(height * crop.shape[1] / crop.shape[0]), height), interpolation=cv2.INTER_AREA)
    return np.dstack([resized, np.full(resized.shape[:2], 255, np.uint8)])


def load_crops(data: Path, rng: np.random.Generator, photos: Source | None) -> Source:
    """Product shots (the face fills the picture), each laid on a backdrop beside other product shots."""
    source = Source("crops")
    rows = labels(data, "crops/web") + labels(data, "crops/single")
    planes = [opaque(read_picture(data / "crops" / row["image"]), 100) for row in rows]
    for row, plane in zip(rows, planes):
        for _ in range(2):
            others = [planes[rng.integers(len(planes))] for _ in range(4)]
            canvas, quad = in_a_row(plane, others, rng, photos)
            source.pictures.append(canvas)
            source.add(len(source.pictures) - 1, quad, row["face"], True)
    return source


def draw_tiles(data: Path, rng: np.random.Generator, sets: int, photos: Source | None) -> Source:
    """Tiles drawn from the public artwork: ``sets`` random sets, every face of each, in rows of their own set."""
    source = Source("drawn")
    library = art.artwork(data)
    named = [face for face in CLASSES if face != "junk"]
    for _ in range(sets):
        style = faces.SetStyle.sample(rng, library)
        height = int(rng.integers(56, 104))
        planes = [faces.render_face(face, rng, height, style, library)[0] for face in named]
        for face, plane in zip(named, planes):
            others = [planes[rng.integers(len(planes))] for _ in range(4)]
            canvas, quad = in_a_row(plane, others, rng, photos)
            source.pictures.append(canvas)
            source.add(len(source.pictures) - 1, quad, face, True)
    return source


def load_scenes(folders: list[Path], count: int) -> tuple[Source, Source]:
    """Rendered scenes as ``scenes.py`` writes them, ``count`` a folder: their faces, those half covered to be unsure of, and as junk
    those nearly all covered."""
    source, hidden = Source("scenes"), Source("covered")
    for path in [path for folder in folders for path in sorted(folder.glob("*.json"))[:count]]:
        row = json.loads(path.read_text())
        source.pictures.append(read_picture(path.parent / row["image"]))
        number = len(source.pictures) - 1
        for tile in row["tiles"]:
            quad = np.array(tile["corners"], np.float32)
            source.taken[number].append(quad)
            width, height = sides(quad)
            if min(width, height) < 9 or not 0.25 <= width / height <= 1.6 or height < 14:
                continue
            if tile["visible"] >= 0.45:
                source.add(number, quad, tile["face"], True, SMOOTHING if tile["visible"] >= 0.72 else HALF_HIDDEN)
            elif tile["visible"] < 0.25:
                hidden.add(number, quad, "junk", True)
    hidden.pictures = source.pictures
    return source, hidden


def add_located(source: Source, locate: Locate, limit: int) -> int:
    """Show the faces of up to ``limit`` pictures as the locator frames them too; returns how many it framed.

    The labels of photos are upright boxes, drawn by hand; at run time the reader sees the locator's corners.
    """
    labelled: dict[int, list[Sample]] = defaultdict(list)
    for sample in source.samples():
        labelled[sample.picture].append(sample)
    added = 0
    for number in sorted(labelled)[:limit]:
        for hit in locate(source.pictures[number]):
            scored = [(polygon_iou(hit.corners, sample.quad), sample) for sample in labelled[number]]
            overlap, sample = max(scored, key=lambda pair: pair[0])
            if overlap < 0.45:
                continue
            turns = [np.roll(hit.corners, -quarters, axis=0) for quarters in range(4)]
            quad = min(turns, key=lambda corners: float(np.abs(corners - sample.quad).sum()))
            source.add(number, quad, sample.face, sample.upright, sample.unsure)
            added += 1
    return added


def load_everyday() -> Source:
    """Photos without a tile, halved until they are of a table photo's size."""
    source = Source("everyday")
    for path in everyday.photos():
        picture = everyday.photo(path)
        if picture is None:
            continue
        while max(picture.shape[:2]) > 900:
            picture = cv2.resize(picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
        source.pictures.append(picture)
    return source


def recolour(source: Source, rng: np.random.Generator, per_face: int) -> Source:
    """Reds made from photographed tiles: all nine souzu, and the fives of manzu and pinzu, ink turned red in place."""
    reds = Source(f"red {source.name}")
    for face in [f"{n}s" for n in range(1, 10)] + ["5m", "5p"]:
        for _ in range(min(per_face, 4 * len(source.by_face[face]))):
            sample = source.draw(rng, face)
            picture = source.pictures[sample.picture]
            width, height = sides(sample.quad)
            frame = target_with_aspect(width / height, 112, 0.62)
            crop = warp(picture, sample.quad, frame, 112, halvings(max(width, height), 112, 0.62))
            reds.pictures.append(faces.red_crop(crop, rng, frame))
            reds.add(len(reds.pictures) - 1, frame, face + "r", sample.upright)
    return reds


def shifted(quad: Quad, right: float, down: float, scale: float = 1.0) -> Quad:
    """The quad moved by shares of its own width and height, and scaled about its middle."""
    across = (quad[1] - quad[0] + quad[2] - quad[3]) / 2
    drop = (quad[3] - quad[0] + quad[2] - quad[1]) / 2
    middle = quad.mean(axis=0)
    return ((quad - middle) * scale + middle + across * right + drop * down).astype(np.float32)


def junk_crop(source: Source, rng: np.random.Generator) -> NDArray[np.uint8]:
    """Something that a locator may take for a tile and that is none: made from the surroundings of real ones."""
    sample = source.draw(rng)
    picture, quad = source.pictures[sample.picture], sample.quad
    kind = rng.random()
    away = rng.choice([-1, 1])
    aspect = random_aspect(rng)
    if kind < 0.3:  # the border between two tiles
        quad = shifted(quad, away * rng.uniform(0.42, 0.58), rng.uniform(-0.1, 0.1))
    elif kind < 0.5:  # the upper or lower half with what lies beyond
        quad = shifted(quad, rng.uniform(-0.1, 0.1), away * rng.uniform(0.45, 0.65))
    elif kind < 0.6:  # a corner where four meet
        quad = shifted(quad, away * rng.uniform(0.42, 0.58), rng.choice([-1, 1]) * rng.uniform(0.4, 0.6))
    elif kind < 0.72:  # several tiles as one
        quad = shifted(quad, rng.uniform(-0.4, 0.4), rng.uniform(-0.4, 0.4), rng.uniform(1.9, 3.2))
    elif kind < 0.84 and sample.face not in READS_SIDEWAYS | {"2p", "3p"}:  # a part of the print
        quad = shifted(quad, rng.uniform(-0.25, 0.25), rng.uniform(-0.25, 0.25), rng.uniform(0.25, 0.42))
    else:  # nearly all of it covered, not by a tile's plain wall: so looks a white dragon
        crop = view(picture, quad, rng, aspect)
        return covered(crop, rng, rng.uniform(0.72, 1.0), by_a_wall=False)
    crop = view(picture, quad, rng, aspect, 0.6)
    return np.ascontiguousarray(np.rot90(crop, rng.integers(4)))


def window(
    picture: NDArray[np.uint8], rng: np.random.Generator, middle: NDArray[np.float64], height: float, angle: float
) -> NDArray[np.uint8]:
    """A crop of the tile-like place of this height (pixels) around ``middle``, turned by ``angle`` (radians)."""
    aspect = random_aspect(rng)
    turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    unit = box_quad((-0.5 * aspect, -0.5, 0.5 * aspect, 0.5)) * height
    return view(picture, (unit @ turn + middle).astype(np.float32), rng, aspect)


def background_crops(source: Source, rng: np.random.Generator, count: int) -> list[NDArray[np.uint8]]:
    """Crops at random places, sizes and turns of a source's pictures, clear of every labelled face."""
    crops: list[NDArray[np.uint8]] = []
    while len(crops) < count:
        number = int(rng.integers(len(source.pictures)))
        picture = source.pictures[number]
        height = float(np.exp(rng.uniform(np.log(18), np.log(150))))
        middle = rng.uniform(0, 1, 2) * np.array(picture.shape[1::-1])
        reach = height * 0.45
        if any(np.hypot(*(quad.mean(axis=0) - middle)) < reach + 0.4 * max(sides(quad)) for quad in source.taken[number]):
            continue
        crop = window(picture, rng, middle, height, rng.uniform(0, 2 * np.pi))
        if crop.std() > 22 or rng.random() < 0.15:  # most of a table is plain: a few of those do
            crops.append(crop)
    return crops


def text_crop(rng: np.random.Generator) -> NDArray[np.uint8]:
    """Print that is no tile: a window of a book's spine, a sheet, a card, a label, a keyboard, at any turn.

    A window without print is not taken: so looks a plain white dragon.
    """
    texture = distractors.printed(rng)
    rows, columns = texture.shape[:2]
    height = float(np.exp(rng.uniform(np.log(16), np.log(1.2 * min(rows, columns)))))
    middle = rng.uniform(0.1, 0.9, 2) * (columns, rows)
    crop = window(texture, rng, middle, height, rng.integers(4) * np.pi / 2 + rng.normal(0, 0.2))
    edge = SIZE // 4
    return crop if crop[edge:-edge, edge:-edge].std() > 25 else text_crop(rng)


def thing_crop(rng: np.random.Generator, photos: Source | None) -> NDArray[np.uint8]:
    """A small thing that is no tile, on some ground, framed as a locator frames a tile: a die above all."""
    thing = distractors.small(rng)
    rows, columns = thing.shape[:2]
    side = 2 * max(rows, columns)
    canvas = backdrop(rng, side, side, photos)
    x, y = (side - columns) // 2, (side - rows) // 2
    if rng.random() < 0.5:  # seen obliquely: a side of it below
        canvas[y + rows // 2 : y + rows + int(rows * rng.uniform(0.1, 0.8)), x : x + columns] = thing[rows // 2, columns // 8, :3] * rng.uniform(0.5, 0.95)
    paste(canvas, thing, x, y)
    quad = shifted(box_quad((x, y, x + columns, y + rows)), 0, 0, rng.uniform(0.9, 1.15))
    crop = view(canvas, quad, rng, columns / rows * float(np.exp(rng.normal(0, 0.15))))
    return np.ascontiguousarray(np.rot90(crop, rng.integers(4)))


def upright_crop(source: Source, sample: Sample, quarters: int = 0) -> NDArray[np.uint8]:
    """The plain crop of a sample, read as if its corners began ``quarters`` places later."""
    quad = np.roll(sample.quad, -quarters, axis=0)
    width, height = sides(quad)
    target = target_with_aspect(width / height)
    return warp(source.pictures[sample.picture], quad, target, SIZE, halvings(max(width, height)))


def face_crop(source: Source, sample: Sample, rng: np.random.Generator, turning: float) -> tuple[NDArray[np.uint8], int]:
    """A crop of one face and its target; with chance ``turning`` the wrong way round, then by the rules above."""
    picture = source.pictures[sample.picture]
    quarters = 0
    if rng.random() < turning and (sample.upright or sample.face in READS_UPSIDE_DOWN):
        quarters = int(rng.choice([2, 2, 1, 3]))
    if quarters in (1, 3) and rng.random() < 0.5:  # seen so obliquely that it is as wide as high
        aspect = float(rng.uniform(0.8, 1.15))
    elif rng.random() < (0.6 if source.name == "scenes" else 0.3):
        width, height = sides(sample.quad)
        aspect = float(np.clip(width / height, 0.4, 1.3))
    else:
        aspect = random_aspect(rng)
    crop = view(picture, sample.quad, rng, aspect)
    target = INDEX[sample.face]
    if quarters:
        crop = np.ascontiguousarray(np.rot90(crop, quarters))
        keeps = READS_UPSIDE_DOWN if quarters == 2 else READS_SIDEWAYS
        target = target if sample.face in keeps else TURNED
    return crop, target


@dataclass
class Mix:
    """How a batch is put together: sources with their shares, and the share of junk."""

    sources: list[tuple[Source, float]]
    negatives: list[NDArray[np.uint8]] = field(default_factory=list)
    """Ready crops (any size, the tile-like thing filling them as a rectified tile would) that are no tiles."""
    junk: float = 0.1
    turning: float = 0.15
    strong: float = 0.5
    half_hidden: float = 0.0
    """Share of faces covered so far that the reader shall guess, but not be sure."""

    def batch(
        self, rng: np.random.Generator, size: int
    ) -> tuple[NDArray[np.uint8], NDArray[np.int64], NDArray[np.bool_], NDArray[np.float32]]:
        """Crops [size, 64, 64, 3], targets [size], where the target may not be told from ``turned``, and how unsure
        the answer shall be [size], 0..1."""
        shares = np.array([share for _, share in self.sources])
        shares = shares / shares.sum()
        crops = np.empty((size, SIZE, SIZE, 3), np.uint8)
        targets = np.empty(size, np.int64)
        unknown = np.zeros(size, bool)
        unsure = np.full(size, SMOOTHING, np.float32)
        for row in range(size):
            source = self.sources[rng.choice(len(shares), p=shares)][0]
            if rng.random() < self.junk:
                crop, targets[row] = self.no_tile(source, rng), JUNK
            else:
                sample = source.draw(rng)
                if sample.face == "junk":
                    targets[row] = JUNK
                    crops[row] = view(source.pictures[sample.picture], sample.quad, rng, random_aspect(rng))
                    continue
                crop, targets[row] = face_crop(source, sample, rng, self.turning)
                unknown[row], unsure[row] = not sample.upright, sample.unsure
            other = crops[rng.integers(row)] if row else None
            if targets[row] != JUNK and rng.random() < self.half_hidden:
                crop, unsure[row] = covered(crop, rng, rng.uniform(0.28, 0.55), other), HALF_HIDDEN
            strong = rng.random() < (self.strong / 3 if source.name == "scenes" else self.strong)
            crops[row] = photographed(crop, rng, strong, other)
        return crops, targets, unknown, unsure

    def no_tile(self, source: Source, rng: np.random.Generator) -> NDArray[np.uint8]:
        """One crop of the class junk."""
        kind = rng.random()
        if self.negatives and kind < 0.55:
            crop = self.negatives[rng.integers(len(self.negatives))]
            return np.ascontiguousarray(np.rot90(crop, rng.integers(4)))
        if kind < 0.6:
            return thing_crop(rng, source)
        return text_crop(rng) if kind < 0.72 else junk_crop(source, rng)
