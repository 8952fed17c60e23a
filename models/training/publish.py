"""Puts the models that lie in ``models`` into ``models/manifest.json``: their hashes, the reader's lines, the training code.

``python publish.py --temperature T --doubt-below D --keep-from K --keep-alone-from A``
"""

from __future__ import annotations

import argparse
import hashlib
import json
import subprocess
from pathlib import Path

from data import CLASSES
from rectify import FILL, SIZE

MODELS = Path(__file__).parents[1]


def sha256(path: Path) -> str:
    """Hash of a file, hexadecimal."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def training_commit() -> str:
    """The commit of the training code as it lies here.

    Raises :class:`SystemExit` where it was changed since: then no commit says how the models were made.
    """

    def git(*words: str) -> str:
        return subprocess.run(["git", *words, "--", "training"], cwd=MODELS, capture_output=True, text=True, check=True).stdout.strip()

    if git("status", "--porcelain"):
        raise SystemExit("models/training was changed and not committed")
    return git("log", "-1", "--format=%H")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--temperature", type=float, required=True)
    parser.add_argument("--doubt-below", type=float, required=True)
    parser.add_argument("--keep-from", type=float, required=True, help="least product of the locator's score and the face's probability, beside a sure tile")
    parser.add_argument("--keep-alone-from", type=float, required=True, help="the same of what lies alone")
    given = parser.parse_args()
    path = MODELS / "manifest.json"
    manifest = json.loads(path.read_text())
    manifest["training_commit"] = training_commit()
    manifest["locator"]["sha256"] = sha256(MODELS / manifest["locator"]["file"])
    manifest["reader"] = {
        "file": "reader.onnx",
        "sha256": sha256(MODELS / "reader.onnx"),
        "size": SIZE,
        "fill": FILL,
        "classes": CLASSES,
        "temperature": given.temperature,
        "doubt_below": given.doubt_below,
        "keep_from": given.keep_from,
        "keep_alone_from": given.keep_alone_from,
    }
    path.write_text(json.dumps(manifest, indent=2) + "\n")


if __name__ == "__main__":
    main()
