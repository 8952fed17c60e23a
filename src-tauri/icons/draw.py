"""Draws the app's icons from icon.svg: PNGs for Linux, an .ico for Windows, an .icns for macOS.

Run after changing icon.svg:  pip install resvg_py==0.5.0 && python3 src-tauri/icons/draw.py
"""

import struct
from pathlib import Path

import resvg_py

HERE = Path(__file__).parent
PNGS = {"32x32.png": 32, "128x128.png": 128, "128x128@2x.png": 256, "icon.png": 512}
ICO_SIZES = (16, 32, 48, 256)
ICNS_TYPES = {b"icp4": 16, b"icp5": 32, b"ic07": 128, b"ic08": 256, b"ic09": 512}


def png(size: int) -> bytes:
    svg = (HERE / "icon.svg").read_text(encoding="utf-8")
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=size, height=size))


def ico() -> bytes:
    """An icon directory whose entries are whole PNG files (allowed since Windows Vista)."""
    images = [png(size) for size in ICO_SIZES]
    offset = 6 + 16 * len(images)
    head, body = struct.pack("<HHH", 0, 1, len(images)), b""
    for size, image in zip(ICO_SIZES, images):
        side = size % 256  # 0 stands for 256
        head += struct.pack("<BBBBHHII", side, side, 0, 0, 1, 32, len(image), offset + len(body))
        body += image
    return head + body


def icns() -> bytes:
    chunks = b""
    for kind, size in ICNS_TYPES.items():
        image = png(size)
        chunks += kind + struct.pack(">I", 8 + len(image)) + image
    return b"icns" + struct.pack(">I", 8 + len(chunks)) + chunks


for name, size in PNGS.items():
    (HERE / name).write_bytes(png(size))
(HERE / "icon.ico").write_bytes(ico())
(HERE / "icon.icns").write_bytes(icns())
