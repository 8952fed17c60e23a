"""Puts the reader's part into ``models/manifest.json``; the locator's part stays as it is.

``python publish.py --temperature T --doubt-below D --keep-from K``
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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--temperature", type=float, required=True)
    parser.add_argument("--doubt-below", type=float, required=True)
    parser.add_argument("--keep-from", type=float, required=True, help="least product of the locator's score and the face's probability, beside a sure tile")
    parser.add_argument("--keep-alone-from", type=float, required=True, help="the same of what lies alone")
    given = parser.parse_args()
    path = MODELS / "manifest.json"
    manifest = json.loads(path.read_text())
    commit = subprocess.run(["git", "rev-parse", "HEAD"], cwd=MODELS, capture_output=True, text=True, check=True).stdout.strip()
    manifest["training_commit"] = commit
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
