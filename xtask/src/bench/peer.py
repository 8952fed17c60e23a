"""Reads pictures with the PyPI package mahjong-detector; one JSON object a line, as `cargo xtask bench` compares them.

Its times hold the resizing, the network and the non-maximum suppression, not the decoding of the file.
"""

import json
import sys
import time
from pathlib import Path

# Its own names of the winds; all others are ours.
WINDS = {"tou": "E", "nan": "S", "sha": "W", "pe": "N"}


def main() -> None:
    import mahjong_detector
    from PIL import Image

    if sys.argv[1:] == ["--model"]:
        print(Path(mahjong_detector.__file__).with_name("model.onnx"))
        return
    for name in sys.argv[1:]:
        picture = Image.open(name).convert("RGB")
        start = time.perf_counter()
        faces = [WINDS.get(face, face) for face in mahjong_detector.detect_tiles(picture)]
        ms = (time.perf_counter() - start) * 1000
        print(json.dumps({"picture": name, "ms": ms, "faces": faces}), flush=True)


main()
