"""Collects the locator's own false hits on training pictures, as crops that the reader learns to call junk.

``python mine.py --scenes FOLDER --reader READER.onnx --out FILE.npy``. In everyday photos every hit counts, in
rendered scenes every one that meets no labelled face; in photos of tables, where some tiles have no label, only those that a first reader
cannot name in any rotation either.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

import art
import data
from locate import Found, Locate, polygon_iou
from pipeline import TileReader
from realfaces import split_valid
from rectify import Quad, rectify_fast, sides

NAMED = 0.5
"""A hit in a photo that the first reader names this surely may be a tile without a label."""


def meets(hit: Found, faces: list[Quad]) -> bool:
    """Whether a hit touches a labelled face enough to be that face, well or badly cut."""
    middle = hit.corners.mean(axis=0)
    near = [face for face in faces if np.hypot(*(face.mean(axis=0) - middle)) < max(sides(face)) + max(sides(hit.corners))]
    return any(polygon_iou(hit.corners, face) > 0.08 for face in near)


def false_hits(locate: Locate, source: data.Source, limit: int) -> list[NDArray[np.uint8]]:
    """Crops of the hits that meet no label, in up to ``limit`` pictures."""
    crops = []
    for number, picture in enumerate(source.pictures[:limit]):
        for hit in locate(picture):
            if max(sides(hit.corners)) >= 12 and not meets(hit, source.taken[number]):
                crops.append(rectify_fast(picture, hit.corners))
    return crops


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, help="datasets folder (default: as faces.py finds it)")
    parser.add_argument("--scenes", type=Path, nargs="+", required=True)
    parser.add_argument("--limit", type=int, default=300, help="pictures of each source")
    parser.add_argument("--locator", type=Path, default=Path(__file__).parents[1] / "locator.onnx")
    parser.add_argument("--reader", type=Path, default=Path(__file__).parents[1] / "reader.onnx")
    parser.add_argument("--long-side", type=int, default=640)
    parser.add_argument("--score", type=float, default=0.2, help="lower than at run time: more to learn from")
    parser.add_argument("--out", type=Path, required=True)
    given = parser.parse_args()
    cv2.setNumThreads(1)
    folder = art.data_folder(given.data)
    locate = Locate(str(given.locator), 4, given.long_side, given.score, 0.3, threads=1)
    reader = TileReader(given.reader, data.CLASSES, threads=1)
    rendered, _ = data.load_scenes(given.scenes, given.limit // len(given.scenes))
    crops = false_hits(locate, rendered, given.limit)
    print(f"scenes: {len(crops)} false hits", flush=True)
    everyday = false_hits(locate, data.load_everyday(), 10 * given.limit)
    print(f"everyday photos: {len(everyday)} hits, none of them a tile", flush=True)
    crops += everyday
    # Not tables/train: its backgrounds are full of tiles without a label, which a first reader does not know either.
    hits = false_hits(locate, data.load_tables(folder, "tables/valid", split_valid(folder)[0]), given.limit)
    if hits:
        four = np.stack([np.rot90(crop, quarters) for crop in hits for quarters in range(4)]).astype(np.float32) / 255
        p = reader.probabilities(four)[:, : reader.junk].max(axis=1).reshape(-1, 4).max(axis=1)
        kept = [crop for crop, sure in zip(hits, p) if sure < NAMED]
        print(f"photos: {len(hits)} hits without a label, {len(kept)} kept", flush=True)
        crops += kept
    np.save(given.out, np.stack(crops))


if __name__ == "__main__":
    main()
