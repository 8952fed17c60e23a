"""Chooses the numbers by which the program judges what the models say: temperature, ``doubt_below``, ``keep_from``, ``keep_alone_from``.

``python calibrate.py --scenes FOLDER`` looks at the held-out part of ``tables/valid``, at held-out rendered scenes and at
everyday photos without a tile, and at nothing else; ``publish.py`` writes what is chosen. How well the whole reads is ``suzume eval``'s to say.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

import art
import data
from keep import in_company
from locate import polygon_iou
from pipeline import Pipeline, Reading, candidate, tiles_only
from realfaces import split_valid
from rectify import Quad, box_quad, sides

Picture = NDArray[np.uint8]


@dataclass
class Labelled:
    """One picture with its faces; ``complete`` where every tile in it has a label."""

    picture: Picture
    quads: list[Quad]
    names: list[str]
    ignored: list[Quad] = field(default_factory=list)
    """Faces half covered or turned down: neither found nor false."""


def photos(folder: Path, rows: list[dict]) -> list[Labelled]:
    """Photos with upright boxes."""
    found = []
    for row in rows:
        picture = data.read_picture(folder / row["image"])
        tiles = [(box_quad(tuple(tile["box"])), tile["face"]) for tile in row["tiles"]]
        real = [tile for tile in tiles if tile[1] != "junk"]
        ignored = [quad for quad, face in tiles if face == "junk"]
        found.append(Labelled(picture, [quad for quad, _ in real], [face for _, face in real], ignored=ignored))
    return found


def rendered(folder: Path, count: int) -> list[Labelled]:
    """Scenes written by scenes.py; faces that are half covered, tiny or turned down are ignored."""
    found = []
    for path in sorted(folder.glob("*.json"))[:count]:
        row = json.loads(path.read_text())
        one = Labelled(data.read_picture(folder / row["image"]), [], [])
        for tile in row["tiles"]:
            quad = np.array(tile["corners"], np.float32)
            if tile["face"] == "back" or tile["visible"] < 0.7 or min(sides(quad)) < 12:
                one.ignored.append(quad)
            else:
                one.quads.append(quad)
                one.names.append(tile["face"])
        found.append(one)
    return found


def inside(point: NDArray, quad: Quad) -> bool:
    """Whether a point lies in a quad."""
    return cv2.pointPolygonTest(quad.astype(np.float32), (float(point[0]), float(point[1])), False) >= 0


def match(readings: list[Reading], one: Labelled) -> tuple[list[Reading | None], list[Reading]]:
    """The reading of every labelled face (one to one, surest first), and the false tiles."""
    named: list[Reading | None] = [None] * len(one.quads)
    false = []
    for reading in sorted(tiles_only(readings), key=lambda each: -each.score):
        middle = reading.quad.mean(axis=0)
        fits = [
            (float(np.hypot(*(quad.mean(axis=0) - middle))), number)
            for number, quad in enumerate(one.quads)
            if inside(middle, quad) or polygon_iou(reading.quad, quad) > 0.3
        ]
        free = [number for _, number in sorted(fits) if named[number] is None]
        if free:
            named[free[0]] = reading
        elif not any(inside(middle, quad) or polygon_iou(reading.quad, quad) > 0.1 for quad in one.ignored):
            false.append(reading)
    return named, false


def calibrate(pipeline: Pipeline, source: list[Labelled]) -> tuple[float, float]:
    """Temperature with the least log loss on located, labelled tiles, and the confidence below which a tile is doubtful:
    the lowest at which at most one in a hundred of the surer ones is wrong (wrong labels of the photos included)."""
    pipeline.reader.temperature = 1.0
    rows, truths = [], []
    for one in source:
        named, _ = match(pipeline.read(one.picture), one)
        for reading, face in zip(named, one.names):
            if reading is not None:
                rows.append(np.log(np.maximum(reading.probabilities, 1e-9)))
                truths.append(data.INDEX[face])
    log_p, truth = np.stack(rows), np.array(truths)
    best = (np.inf, 1.0)
    for temperature in np.arange(0.4, 1.61, 0.05):
        scaled = log_p / temperature
        p = np.exp(scaled - scaled.max(axis=1, keepdims=True))
        p /= p.sum(axis=1, keepdims=True)
        loss = -np.log(np.maximum(p[np.arange(len(truth)), truth], 1e-9)).mean()
        best = min(best, (float(loss), float(temperature)))
    scaled = log_p / best[1]
    p = np.exp(scaled - scaled.max(axis=1, keepdims=True))
    p /= p.sum(axis=1, keepdims=True)
    p[:, data.JUNK] = 0
    sure, right = p.max(axis=1), p.argmax(axis=1) == truth
    doubt = 0.95
    for level in np.arange(0.3, 0.96, 0.01):
        if np.mean(~right[sure >= level]) <= 0.01:
            doubt = float(level)
            break
    print(f"{len(truth)} tiles, {right.mean():.4f} right, {np.mean(log_p.argmax(axis=1) == data.JUNK):.4f} called junk")
    for level in np.arange(0.3, 1.0, 0.05):
        kept, near = sure >= level, (sure >= level) & (sure < level + 0.05)
        print(f"confidence {level:.2f}: {near.sum()} tiles up to {level + 0.05:.2f}, {right[near].mean() if near.any() else 0:.3f} right; "
              f"above: {kept.mean():.3f} of all, {np.mean(~right[kept]):.4f} wrong; doubtful and wrong {np.mean(~right[~kept]) if (~kept).any() else 0:.2f}")
    return round(best[1], 2), round(doubt, 2)


@dataclass
class Weighed:
    """A place that was located: its certainty, whether it lies beside a sure tile, whether it is named rightly, or is no tile."""

    certainty: float
    company: bool
    right: bool
    false: bool


def weighed(pipeline: Pipeline, source: list[Labelled]) -> tuple[list[Weighed], int]:
    """Everything located in the pictures, and how many labelled tiles they show."""
    found, total = [], 0
    for one in source:
        readings = pipeline.read(one.picture)
        company = dict(zip(map(id, readings), in_company([candidate(reading) for reading in readings])))
        named, extra = match(readings, one)
        total += len(one.names)
        for reading, face in zip(named, one.names):
            if reading is not None:
                found.append(Weighed(candidate(reading).certainty, company[id(reading)], reading.face == face, False))
        found += [Weighed(candidate(reading).certainty, company[id(reading)], False, True) for reading in extra]
    return found, total


def weigh(pipeline: Pipeline, sources: dict[str, list[Labelled]]) -> None:
    """Print what each pair of lines would keep: the share of the labelled tiles named rightly, and how many false ones."""
    pipeline.keep_from = pipeline.keep_alone_from = 0.0
    looked = {name: weighed(pipeline, source) for name, source in sources.items()}
    for line in (0.15, 0.2, 0.25, 0.3, 0.35):
        for alone in (0.3, 0.4, 0.5, 0.6):
            parts = []
            for name, (found, total) in looked.items():
                kept = [place for place in found if place.certainty >= (line if place.company else alone)]
                parts.append(f"{name} {sum(place.right for place in kept) / max(total, 1):.4f} named, {sum(place.false for place in kept)} false")
            print(f"keep from {line:.2f}, alone from {alone:.2f}: {'; '.join(parts)}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, help="datasets folder (default: as faces.py finds it)")
    parser.add_argument("--manifest", type=Path, default=Path(__file__).parents[1] / "manifest.json")
    parser.add_argument("--scenes", type=Path, required=True, help="held-out scenes")
    parser.add_argument("--scene-count", type=int, default=200)
    parser.add_argument("--photo-count", type=int, default=1000, help="at most so many photos")
    given = parser.parse_args()
    folder = art.data_folder(given.data)
    pipeline = Pipeline(given.manifest)
    held = photos(folder / "tables", split_valid(folder)[1][: given.photo_count])
    scenes = rendered(given.scenes, given.scene_count)
    everyday = [Labelled(picture, [], []) for picture in data.load_everyday().pictures[::4]]
    weigh(pipeline, {"photos": held, "scenes": scenes, "everyday photos": everyday})
    temperature, doubt = calibrate(pipeline, held + scenes)
    print(f"--temperature {temperature} --doubt-below {doubt}")


if __name__ == "__main__":
    main()
