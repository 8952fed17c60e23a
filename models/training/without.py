"""What each source of the reader's material brings: short runs, all alike but for the source that is left out.

``python without.py --work FOLDER --start r.pt --scenes FOLDER... --held-scenes FOLDER --out TABLE.json`` trains one
reader from ImageNet weights with everything and one without each source, ``--steps`` batches each, and names the
faces of the held-out photos, of held-out scenes and of the unseen set (``standing``: reported, chooses nothing) in
their labelled boxes. ``--start`` is a trained reader that only tells which way up the photos' tiles lie.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import cv2
import numpy as np
import torch

import art
import data
from network import Reader
from reader import Run, find_orientation, gather, held_out_accuracy, mixed, train
from rectify import box_quad

LEFT_OUT = {
    "nothing": (),
    "table photos of the training split": ("tables/train", "red tables/train"),
    "table photos of the validation split": ("tables/valid", "red tables/valid"),
    "product shots": ("crops", "red crops"),
    "drawn tiles": ("drawn",),
    "rendered scenes": ("scenes", "covered"),
    "recoloured reds": ("red tables/train", "red tables/valid", "red crops"),
}
"""What is left out by each run: names of sources."""


def standing(folder: Path, name: str) -> data.Source:
    """``standing/full``, or ``standing/square`` with its stretch undone (16:9)."""
    source = data.Source(name)
    for row in data.labels(folder, name):
        picture = data.read_picture(folder / "standing" / row["image"])
        wide = picture.shape[0] * 16 / 9 / picture.shape[1] if name.endswith("square") else 1.0
        source.pictures.append(cv2.resize(picture, None, fx=wide, fy=1.0, interpolation=cv2.INTER_CUBIC) if wide != 1.0 else picture)
        for tile in row["tiles"]:
            x0, y0, x1, y1 = tile["box"]
            source.add(len(source.pictures) - 1, box_quad((x0 * wide, y0, x1 * wide, y1)), tile["face"], False)
    return source


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, help="datasets folder (default: as faces.py finds it)")
    parser.add_argument("--work", type=Path, required=True, help="folder for checkpoints")
    parser.add_argument("--start", type=Path, required=True, help="a trained reader's checkpoint, to turn the photos' tiles")
    parser.add_argument("--scenes", type=Path, nargs="+", required=True, help="folders written by scenes.py --size 640 480")
    parser.add_argument("--held-scenes", type=Path, required=True, help="rendered scenes of another seed")
    parser.add_argument("--out", type=Path, required=True, help="the JSON file to write")
    parser.add_argument("--steps", type=int, default=600)
    parser.add_argument("--scene-count", type=int, default=400, help="scenes of each folder")
    parser.add_argument("--sets", type=int, default=40, help="drawn sets of 47 faces")
    parser.add_argument("--reds", type=int, default=40, help="recoloured crops a red face and source")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    torch.set_num_threads(given.threads)
    # Before anything is computed: the process that makes the batches is forked, and cannot end threads that it has not got.
    cv2.setNumThreads(1)
    given.work.mkdir(parents=True, exist_ok=True)
    folder = art.data_folder(given.data)
    sources, photos = gather(folder, given)
    measured = [photos, data.load_scenes([given.held_scenes], 1000)[0], standing(folder, "standing/full"), standing(folder, "standing/square")]
    turner = Reader(len(data.CLASSES), pretrained=False)
    turner.load_state_dict(torch.load(given.start, weights_only=True)["reader"])
    for source in sources[:2]:
        print(source.name, json.dumps(find_orientation(turner, source)), flush=True)
    mix = mixed(sources, given.seed, 0.15, given.reds)
    mix.negatives = data.background_crops(sources[4], np.random.default_rng(given.seed), 900)
    shares, table = mix.sources, {}
    for label, names in LEFT_OUT.items():
        mix.sources = [(source, share) for source, share in shares if source.name not in names]
        reader = train(mix, Run("without " + label, given.steps, seed=given.seed), given.work)
        table[label] = {source.name: round(100 * held_out_accuracy(reader, source), 2) for source in measured}
        print(label, json.dumps(table[label]), flush=True)
        given.out.write_text(json.dumps(table, indent=1))


if __name__ == "__main__":
    main()
