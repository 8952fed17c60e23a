"""Measures the two exported models together, by source set.

``python evaluate.py --scenes FOLDER --out FIGURES.json`` reads whole pictures as a program does, and, to tell
the reader's mistakes from the locator's, names the labelled boxes too. ``--calibrate`` chooses the temperature and
``doubt_below`` on the held-out part of ``tables/valid`` and held-out rendered scenes, and nothing else.
``standing/*`` is the unseen set: it is reported and chooses nothing.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

import art
import data
from faces import red_crop
from locate import polygon_iou
from pipeline import Pipeline, Reading, TileReader, tiles_only
from realfaces import split_valid
from rectify import Quad, box_quad, rectify, sides

Picture = NDArray[np.uint8]


@dataclass
class Labelled:
    """One picture with its faces; ``complete`` where every tile in it has a label."""

    picture: Picture
    quads: list[Quad]
    names: list[str]
    roles: list[str] = field(default_factory=list)
    ignored: list[Quad] = field(default_factory=list)
    """Faces half covered or turned down: neither found nor false."""


def photos(folder: Path, rows: list[dict], wide: float = 1.0) -> list[Labelled]:
    """Photos with upright boxes; ``wide`` undoes a stretch of the whole picture."""
    found = []
    for row in rows:
        picture = data.read_picture(folder / row["image"])
        if wide != 1.0:
            picture = cv2.resize(picture, None, fx=wide, fy=1.0, interpolation=cv2.INTER_LINEAR)
        scale = np.array([wide, 1.0], np.float32)
        tiles = [(box_quad(tuple(tile["box"])) * scale, tile["face"]) for tile in row["tiles"]]
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
                one.roles.append(tile.get("role", ""))
        found.append(one)
    return found


def reddened(source: list[Labelled], seed: int) -> list[Labelled]:
    """The same photos with half their souzu printed red in place."""
    rng = np.random.default_rng(seed)
    found = []
    for one in source:
        picture, names = one.picture.copy(), list(one.names)
        for number, (quad, face) in enumerate(zip(one.quads, one.names)):
            x0, y0 = np.floor(quad.min(axis=0)).astype(int)
            x1, y1 = np.ceil(quad.max(axis=0)).astype(int)
            part = picture[max(0, y0) : y1, max(0, x0) : x1]
            if face in data.SUITED[:9] and rng.random() < 0.5 and min(part.shape[:2]) >= 12:
                inner = (quad - np.array([max(0, x0), max(0, y0)])).astype(np.float32)
                part[:] = red_crop(part, rng, inner)
                names[number] = face + "r"
        found.append(Labelled(picture, one.quads, names, ignored=one.ignored))
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


def neighbours(one: Labelled) -> list[list[int]]:
    """Every six tiles that stand side by side, by their middles."""
    groups = []
    middles = [quad.mean(axis=0) for quad in one.quads]
    for start, quad in enumerate(one.quads):
        chain = [start]
        while len(chain) < 6:
            here, width = middles[chain[-1]], sides(quad)[0]
            after = [
                (middles[k][0] - here[0], k)
                for k in range(len(middles))
                if 0 < middles[k][0] - here[0] < 1.6 * width and abs(middles[k][1] - here[1]) < 0.35 * sides(quad)[1]
            ]
            if not after:
                break
            chain.append(min(after)[1])
        if len(chain) == 6:
            groups.append(chain)
    return groups


def hands(one: Labelled) -> list[list[int]]:
    """The hands to be whole: the six of a rendered Suzume hand, else every six neighbours."""
    hand = [number for number, role in enumerate(one.roles) if role in ("hand", "winning")]
    if one.roles:
        return [hand] if len(hand) == 6 else []
    return neighbours(one)


def measure(pipeline: Pipeline, source: list[Labelled]) -> dict:
    """Whole pictures: found, named, false tiles, whole hands, confusions, doubtful ones."""
    doubt = pipeline.manifest["reader"]["doubt_below"]
    total = found = right = false = sure = sure_wrong = whole = groups = 0
    wrong: Counter[str] = Counter()
    for one in source:
        named, extra = match(pipeline.read(one.picture), one)
        correct = [reading is not None and reading.face == face for reading, face in zip(named, one.names)]
        total += len(named)
        found += sum(reading is not None for reading in named)
        right += sum(correct)
        false += len(extra)
        for reading, face, good in zip(named, one.names, correct):
            if reading is not None and reading.confidence >= doubt:
                sure += 1
                sure_wrong += not good
            if reading is not None and not good:
                wrong[f"{face} read {reading.face}"] += 1
        for group in hands(one):
            groups += 1
            whole += all(correct[number] for number in group)
    return {
        "pictures": len(source),
        "tiles": total,
        "found": round(found / max(total, 1), 4),
        "found_and_named": round(right / max(total, 1), 4),
        "named_of_found": round(right / max(found, 1), 4),
        "false_tiles": false,
        "six_whole": [whole, groups],
        "not_doubtful": round(sure / max(found, 1), 4),
        "wrong_though_not_doubtful": sure_wrong,
        "confusions": dict(wrong.most_common(10)),
    }


def name_boxes(reader: TileReader, source: list[Labelled], ways: int) -> dict:
    """The reader alone on labelled faces: as they stand (1), or the surest of several rotations (2, 4)."""
    right = total = junk = 0
    for one in source:
        crops = [rectify(one.picture, quad) if ways > 1 else upright(one.picture, quad) for quad in one.quads]
        if not crops:
            continue
        quarters = {1: (0,), 2: (0, 2), 4: (0, 1, 2, 3)}[ways]
        p = np.stack([reader.probabilities(np.stack([np.rot90(crop, k) for crop in crops])) for k in quarters], axis=1)
        for quad, rows, face in zip(one.quads, p, one.names):
            reading = reader.surest(quad, rows)
            right += reading.face == face
            junk += reading.face == "junk"
            total += 1
    return {"tiles": total, "named": round(right / max(total, 1), 4), "called_junk": junk}


def upright(picture: Picture, quad: Quad) -> NDArray[np.float32]:
    """The crop of a face whose first corner is its top left."""
    source = data.Source("one", [picture])
    return data.upright_crop(source, data.Sample(0, quad, "", True)).astype(np.float32) / 255


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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, help="datasets folder (default: as faces.py finds it)")
    parser.add_argument("--manifest", type=Path, default=Path(__file__).parents[1] / "manifest.json")
    parser.add_argument("--scenes", type=Path, required=True, help="held-out scenes (for --calibrate), or the Suzume scenes to report")
    parser.add_argument("--scene-count", type=int, default=200)
    parser.add_argument("--photo-count", type=int, default=1000, help="at most so many photos of each set")
    parser.add_argument("--calibrate", action="store_true")
    parser.add_argument("--out", type=Path, help="figures as JSON")
    given = parser.parse_args()
    folder = art.data_folder(given.data)
    pipeline = Pipeline(given.manifest)
    scenes = rendered(given.scenes, given.scene_count)
    if given.calibrate:
        held = photos(folder / "tables", split_valid(folder)[1][: given.photo_count])
        temperature, doubt = calibrate(pipeline, held + scenes)
        print(f"--temperature {temperature} --doubt-below {doubt}")
        return
    test = photos(folder / "tables", data.labels(folder, "tables/test")[: given.photo_count])
    sets = {
        "tables/test": test,
        "tables/test, half the souzu red": reddened(test, 5),
        "standing/square (unseen)": photos(folder / "standing", data.labels(folder, "standing/square")[: given.photo_count], 16 / 9),
        "standing/full (unseen)": photos(folder / "standing", data.labels(folder, "standing/full")[: given.photo_count]),
        "rendered Suzume": scenes,
    }
    figures: dict[str, dict] = {}
    for name, source in sets.items():
        figures[name] = {"pictures": measure(pipeline, source)}
        for ways in (1, 4):
            figures[name][f"true boxes, {ways} rotations"] = name_boxes(pipeline.reader, source, ways)
        print(name, json.dumps(figures[name]), flush=True)
        if given.out:
            given.out.write_text(json.dumps(figures, indent=1) + "\n")


if __name__ == "__main__":
    main()
