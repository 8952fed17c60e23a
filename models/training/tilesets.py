"""Prints of tiles that come with games and fonts of Debian: used where installed, none of them is copied into this repository.

``apt-get install --no-install-recommends kdegames-mahjongg-data-kf5 gnome-mahjongg xmahjongg fonts-freefont-ttf fonts-noto-core``.
Each function gives ``(source, face, ink)``, the ink RGBA uint8 with straight alpha, of any size, without the tile's body.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import resvg_py
from PIL import Image, ImageDraw, ImageFont

SOUZU, PINZU, MANZU = ([f"{n}{suit}" for n in range(1, 10)] for suit in "spm")
#: Unicode's order, from U+1F000 on.
UNICODE = ["E", "S", "W", "N", "chun", "hatsu", "haku", *MANZU, *SOUZU, *PINZU]

Ink = tuple[str, str, np.ndarray]


@dataclass(frozen=True)
class Sheet:
    """A picture of whole tiles in a grid. ``faces`` row by row, ``None`` for what is not wanted.

    ``inner``: left, top, right and bottom edge of the printed front, in shares of the grid's cell.
    """

    source: str
    path: Path
    grid: tuple[int, int]  # columns, rows
    faces: tuple[tuple[str | None, ...], ...]
    inner: tuple[float, float, float, float]
    area: tuple[float, float, float, float] = (0, 0, 1, 1)
    """Left, top, right and bottom edge of the grid, in shares of the picture."""


_WINDS = ("N", "W", "S", "E", "chun", "hatsu")
_GNOME_ORDER = (*PINZU, *_WINDS, *MANZU, *SOUZU)
_XMAHJONGG = Path("/usr/share/games/xmahjongg/tiles")
_GNOME = Path("/usr/share/gnome-mahjongg/themes")
_KDE = Path("/usr/share/kmahjongglib/tilesets")
_KDE_ROWS = (tuple(MANZU), tuple(SOUZU), tuple(PINZU), (*[None] * 4, "N", "S", "E", "W"), (None, "hatsu", "chun"))
_KDE_AREA = (0, 0.2055, 0.8085, 1)
_CIRCLES_FIRST = ((*PINZU, *_WINDS, *MANZU[:6]), (*MANZU[6:], *SOUZU))
#: Sticks of one reddish or golden ink are left out: beside all-red souzu nobody could tell them.
_NO_STICKS = ((*PINZU, *_WINDS, *MANZU[:6]), tuple(MANZU[6:]))
_STICKS_FIRST = ((*SOUZU, *_WINDS, *MANZU[:6]), (*MANZU[6:], *PINZU))
#: A scan of real tiles, kept out of training: how other prints are read is measured on it.
REAL = Sheet("xmahjongg-real", _XMAHJONGG / "real.gif", (9, 5), (tuple(PINZU), tuple(SOUZU), tuple(MANZU), (*[None] * 4, "N", "S", "E", "W"), (*[None] * 4, "hatsu", None, "chun")), (0.04, 0.03, 0.96, 0.97))
SHEETS = (
    Sheet("gnome-smooth", _GNOME / "smooth.png", (43, 2), ((*PINZU, *_WINDS, *MANZU, None, *SOUZU[1:]),), (0.16, 0.05, 0.93, 0.83)),
    Sheet("gnome-postmodern", _GNOME / "postmodern.svg", (43, 2), (_GNOME_ORDER,), (0.14, 0.03, 0.97, 0.86)),
    Sheet("xmahjongg-gnome", _XMAHJONGG / "gnome.gif", (21, 4), _CIRCLES_FIRST, (0.14, 0.08, 0.93, 0.88)),
    Sheet("xmahjongg-gnome2", _XMAHJONGG / "gnome2.gif", (21, 4), _STICKS_FIRST, (0.12, 0.04, 0.95, 0.91)),
    Sheet("xmahjongg-dorothys", _XMAHJONGG / "dorothys.gif", (21, 4), _NO_STICKS, (0.03, 0.04, 0.81, 0.83)),
    Sheet("xmahjongg-dorwhite", _XMAHJONGG / "dorwhite.gif", (21, 4), _NO_STICKS, (0.04, 0.04, 0.8, 0.83)),
    Sheet("kde-default", _KDE / "default.svgz", (9, 5), _KDE_ROWS, (0.03, 0.02, 0.97, 0.98), _KDE_AREA),
    Sheet("kde-traditional", _KDE / "traditional.svgz", (9, 5), _KDE_ROWS, (0.03, 0.02, 0.97, 0.98), _KDE_AREA),
)
#: With how much of a glyph's width its outline, which stands for the tile's, takes at either side.
_FONTS = (
    (Path("/usr/share/fonts/truetype/freefont/FreeSerif.ttf"), 0.05),
    (Path("/usr/share/fonts/truetype/noto/NotoSansSymbols2-Regular.ttf"), 0.09),
)


def every() -> Iterator[Ink]:
    """All prints that this machine has and that may train."""
    for sheet in SHEETS:
        yield from cells(sheet)
    for path, edge in _FONTS:
        yield from glyphs(path, edge=edge)


def cells(sheet: Sheet) -> Iterator[Ink]:
    """The prints of a sheet, without their tiles; nothing where the file is not there."""
    if not sheet.path.exists():
        return
    image = _opened(sheet.path)
    area = [round(share * side) for share, side in zip(sheet.area, image.size * 2)]
    rgb = np.asarray(image.crop(area))
    width, height = rgb.shape[1] / sheet.grid[0], rgb.shape[0] / sheet.grid[1]
    left, top, right, bottom = sheet.inner
    for row, faces in enumerate(sheet.faces):
        for column, face in enumerate(faces):
            if face is not None:
                x0, x1 = (round((column + share) * width) for share in (left, right))
                y0, y1 = (round((row + share) * height) for share in (top, bottom))
                yield sheet.source, face, ink_of(rgb[y0:y1, x0:x1])


def _opened(path: Path) -> Image.Image:
    """A picture as RGB, vectors drawn large; what is transparent is white."""
    if path.suffix.startswith(".svg"):
        image = Image.open(io.BytesIO(bytes(resvg_py.svg_to_bytes(svg_path=str(path), width=8600 if path.suffix == ".svg" else 3200))))
    else:
        image = Image.open(path)
    image = image.convert("RGBA")
    white = Image.new("RGBA", image.size, "white")
    white.alpha_composite(image)
    return white.convert("RGB")


def ink_of(front: np.ndarray) -> np.ndarray:
    """What is printed on a front, RGB, as ink on nothing: the body's colour, which most of it shows, goes."""
    flat = front.reshape(-1, 3).astype(np.float32)
    bright = flat[flat.sum(axis=1) >= np.percentile(flat.sum(axis=1), 50)]
    reflectance = np.clip(front / np.maximum(np.median(bright, axis=0), 1), 0, 1)
    alpha = 1 - reflectance.min(axis=2)
    alpha = np.clip((alpha - 0.08) / 0.87, 0, 1)  # the body's own unevenness is no ink
    colour = np.where(alpha[..., None] > 0, 1 - (1 - reflectance) / np.maximum(alpha[..., None], 1e-3), 1)
    return (np.dstack([np.clip(colour, 0, 1), alpha]) * 255 + 0.5).astype(np.uint8)


def glyph(font: ImageFont.FreeTypeFont, text: str) -> Image.Image | None:
    """A text in black on nothing, cut to its ink; ``None`` where the font shows nothing for it."""
    box = font.getbbox(text)
    if box[2] <= box[0] or box[3] <= box[1]:
        return None
    image = Image.new("RGBA", (box[2] - box[0], box[3] - box[1]), (0, 0, 0, 0))
    ImageDraw.Draw(image).text((-box[0], -box[1]), text, font=font, fill=(0, 0, 0, 255))
    return image


def glyphs(path: Path, faces: list[str] = UNICODE, edge: float = 0.0) -> Iterator[Ink]:
    """A font's tiles from U+1F000 on, which are ``faces``; ``edge`` of their width is cut away on every side. Nothing where
    the file is not there."""
    if not path.exists():
        return
    font = ImageFont.truetype(str(path), 380)
    for offset, face in enumerate(faces):
        image = glyph(font, chr(0x1F000 + offset))
        if image is not None:
            cut = round(edge * image.width)
            yield path.stem, face, np.asarray(image.crop((cut, cut, image.width - cut, image.height - cut))).copy()
