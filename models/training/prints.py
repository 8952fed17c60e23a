"""How readers name the tiles of each print that this machine has: ``python prints.py READER.onnx...``

Every face is drawn on six tiles of each print, as the artwork has it, and seen as a photo shows it, then under hardship. The
scan of real tiles that comes with xmahjongg is among the prints and was never trained on.
"""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image

import art
import data
import faces
import tilesets
from augment import photographed, view
from pipeline import TileReader
from rectify import ROTATIONS, turned

SETS = 6
"""Tiles of each face and print."""
SEED = 5


def crops_of(library: art.Artwork, source: str, hard: bool) -> tuple[list[NDArray[np.uint8]], list[str]]:
    """Crops as the reader takes them, of every face that the print has, and the faces' names."""
    rng = np.random.default_rng(SEED)
    crops, names = [], []
    for number in range(SETS):
        style = faces.SetStyle.sample(rng, library)
        style.pattern, style.digits, style.bend, style.reink = None, False, 0.0, number % 2 == 0
        style.sources = dict.fromkeys(style.sources, source)
        drawn = [face for face in art.PRINTED if face not in ("haku", "flower", "5mr", "5pr") and has(library, source, face)]
        planes = [faces.render_face(face, rng, 80, style, library)[0] for face in drawn]
        for face, plane in zip(drawn, planes):
            canvas, quad = data.in_a_row(plane, [planes[rng.integers(len(planes))] for _ in range(4)], rng, None)
            crops.append(photographed(view(canvas, quad, rng, 0.74), rng, hard, None))
            names.append(face)
    return crops, names


def has(library: art.Artwork, source: str, face: str) -> bool:
    """Whether a print has this face, a red one at least in its other colour."""
    return any(one.source == source for one in library.prints[face[:2] if face.endswith("r") else face])


def named(reader: TileReader, crops: list[NDArray[np.uint8]]) -> list[str]:
    """The surest face of each crop over its four rotations."""
    ways = np.stack([turned(crop, quarters) for crop in crops for quarters in ROTATIONS]).astype(np.float32) / 255
    p = np.concatenate([reader.probabilities(ways[at : at + 256]) for at in range(0, len(ways), 256)])
    p = np.delete(p, reader.junk, axis=1).reshape(len(crops), len(ROTATIONS), -1)
    return [data.CLASSES[int(rows[rows.max(axis=1).argmax()].argmax())] for rows in p]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("readers", type=Path, nargs="+")
    parser.add_argument("--data", type=Path, help="datasets folder (default: as faces.py finds it)")
    given = parser.parse_args()
    cv2.setNumThreads(1)
    library = art.artwork(art.data_folder(given.data))
    for source, face, ink in tilesets.cells(tilesets.REAL):
        library.prints[face].append(art.Print(source, art.fit(Image.fromarray(ink)), True))
    readers = [TileReader(path, data.CLASSES) for path in given.readers]
    for hard in (False, True):
        total = np.zeros(len(readers) + 1)
        for source in sorted({one.source for prints in library.prints.values() for one in prints}):
            crops, truth = crops_of(library, source, hard)
            if not crops:
                continue
            wrong = [[pair for pair in zip(truth, named(reader, crops)) if pair[0] != pair[1]] for reader in readers]
            total += [len(crops), *map(len, wrong)]
            errors = " ".join(f"{100 * len(pairs) / len(crops):5.1f} %" for pairs in wrong)
            print(f"{'hard' if hard else 'plain'} {source} {len(crops)}: {errors}  {Counter(wrong[-1]).most_common(4)}", flush=True)
        print(f"{'hard' if hard else 'plain'}, all {int(total[0])}: " + " ".join(f"{100 * one / total[0]:.2f} %" for one in total[1:]), flush=True)


if __name__ == "__main__":
    main()
