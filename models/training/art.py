"""Loads every piece of tile artwork once, as RGBA ink on a transparent face.

Sources, each optional: the vector sets and the four glyph fonts of the datasets folder, the
project's own drawings in ``ui/src/tiles``, brush or print fonts of the system (for the
characters of the manzu, winds and dragons) and tiles of the system's games (:mod:`tilesets`). What is loaded is *ink*: the outline that some sets
draw around the tile is removed, because the tile's body is drawn by :mod:`faces`.
"""

from __future__ import annotations

import functools
import io
import json
import os
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import resvg_py
from fontTools.ttLib import TTCollection, TTFont
from PIL import Image, ImageFont

import tilesets
from tilesets import MANZU, PINZU, SOUZU

REPOSITORY = Path(__file__).resolve().parents[2]
MASTER_HEIGHT = 224
MASTER_WIDTH = 164

RED_SOUZU = [f"{n}sr" for n in range(1, 10)]
HONOURS = ["E", "S", "W", "N", "haku", "hatsu", "chun"]
#: Every printed face, in the order that the models use; ``back`` and ``junk`` follow.
PRINTED = [*SOUZU, *RED_SOUZU, *MANZU, "5mr", *PINZU, "5pr", *HONOURS, "flower"]
FACES = [*PRINTED, "back", "junk"]
#: The twenty faces of a Suzume set's 44 tiles.
SUZUME = [*SOUZU, *RED_SOUZU, "hatsu", "chun"]

# What the glyph fonts of tiles hold: Unicode's order ends with flowers and seasons.
_GLYPHS = [*tilesets.UNICODE, *(["flower"] * 8)]
_KANJI = dict(zip([*MANZU, "E", "S", "W", "N", "hatsu", "chun"], "一二三四五六七八九東南西北發中"))
# Fonts that look like what is printed on tiles, by file name; used where the system has them.
_CHARACTER_FONTS = (
    "ukai.ttc", "gkai00mp.ttf", "bkai00mp.ttf", "AoyagiKouzanT.ttf", "aoyagi-kouzan-t.ttf", "aoyagi-soseki.ttf",
    "KouzanMouhituFont.ttf", "kouzan-mouhitsu.ttf", "TW-Kai-98_1.ttf", "LXGWWenKai-Bold.ttf",
    "LXGWWenKai-Regular.ttf", "LXGWWenKai-Medium.ttf", "NotoSerifCJK-Bold.ttc",
)


@dataclass(frozen=True)
class Print:
    """One face as one source draws it: ``ink`` is RGBA uint8, MASTER_HEIGHT x MASTER_WIDTH, straight alpha."""

    source: str
    ink: np.ndarray
    coloured: bool


def data_folder(given: str | os.PathLike | None = None) -> Path:
    """The datasets folder: the flag's value, else ``SUZUME_DATASETS``, else ``../shared/datasets`` beside the repository."""
    folder = Path(given or os.environ.get("SUZUME_DATASETS") or REPOSITORY.parent / "shared" / "datasets")
    if not folder.is_dir():
        raise FileNotFoundError(f"datasets folder {folder} not found: pass --data or set SUZUME_DATASETS")
    return folder


def fit(image: Image.Image) -> np.ndarray:
    """Put RGBA art on the master canvas, aspect kept, centred."""
    scale = min(MASTER_WIDTH / image.width, MASTER_HEIGHT / image.height)
    size = (max(1, round(image.width * scale)), max(1, round(image.height * scale)))
    canvas = Image.new("RGBA", (MASTER_WIDTH, MASTER_HEIGHT), (0, 0, 0, 0))
    canvas.paste(image.resize(size, Image.Resampling.LANCZOS), ((MASTER_WIDTH - size[0]) // 2, (MASTER_HEIGHT - size[1]) // 2))
    return np.asarray(canvas).copy()


def _without_frame(ink: np.ndarray) -> np.ndarray:
    """Remove a printed outline: any stroke whose box spans nearly the whole face, and what lies outside it."""
    solid = (ink[..., 3] > 60).astype(np.uint8)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(solid, connectivity=8)
    height, width = solid.shape
    for label in range(1, count):
        x, y, w, h, area = stats[label]
        middle = labels[y + h // 4 : y + h - h // 4, x + w // 4 : x + w - w // 4]
        # A large character spans the face too, but not around an empty middle.
        if w > 0.88 * width and h > 0.88 * height and area < 0.3 * w * h and not (middle == label).any():
            frame = cv2.dilate((labels == label).astype(np.uint8), np.ones((5, 5), np.uint8))
            ink = ink.copy()
            ink[frame > 0] = 0
    return ink


def rasterise(path: Path) -> np.ndarray:
    """Draw one SVG file onto the master canvas."""
    png = bytes(resvg_py.svg_to_bytes(svg_path=str(path), height=MASTER_HEIGHT * 2))
    return fit(Image.open(io.BytesIO(png)).convert("RGBA"))


def _system_fonts() -> list[Path]:
    roots = [Path("/usr/share/fonts"), Path("/usr/local/share/fonts"), Path.home() / ".fonts"]
    wanted = {name.lower() for name in _CHARACTER_FONTS}
    found = {p.name.lower(): p for root in roots if root.is_dir() for p in sorted(root.rglob("*")) if p.name.lower() in wanted}
    return [found[name] for name in sorted(found)]


def _covers(path: Path, text: str) -> bool:
    font = TTCollection(str(path)).fonts[0] if path.suffix == ".ttc" else TTFont(str(path))
    cmap = font.getBestCmap() or {}
    return all(ord(c) in cmap for c in text)


def _characters(path: Path) -> dict[str, np.ndarray]:
    """Manzu, winds and dragons set in a text font, as tile makers lay them out."""
    if not _covers(path, "一九東發中萬"):
        return {}
    font = ImageFont.truetype(str(path), 160)
    faces = {}
    for face, char in _KANJI.items():
        canvas = Image.new("RGBA", (MASTER_WIDTH, MASTER_HEIGHT), (0, 0, 0, 0))
        rows = [(char, 14, 104), ("萬", 112, 212)] if face in MANZU else [(char, 26, 198)]
        if face == "5m" and _covers(path, "伍") and path.name < "M":
            rows[0] = ("伍", 14, 104)
        for text, top, bottom in rows:
            glyph = tilesets.glyph(font, text)
            if glyph is None:
                break
            # Keep the em square's proportions so that 一 stays a thin stroke.
            scale = (bottom - top) / 160
            glyph = glyph.resize((max(1, round(glyph.width * scale * 1.05)), max(1, round(glyph.height * scale))), Image.Resampling.LANCZOS)
            canvas.alpha_composite(glyph, ((MASTER_WIDTH - glyph.width) // 2, max(0, (top + bottom - glyph.height) // 2)))
        else:
            faces[face] = np.asarray(canvas).copy()
    return faces


def _has_colour(ink: np.ndarray) -> bool:
    solid = ink[ink[..., 3] > 128][:, :3].astype(int)
    return len(solid) > 0 and float((solid.max(1) - solid.min(1)).mean()) > 30


class Artwork:
    """All prints by face; build once with :func:`artwork`."""

    def __init__(self, data: Path | None, games: bool = True) -> None:
        self.prints: dict[str, list[Print]] = {face: [] for face in [*PRINTED, "back"]}
        if data is not None:
            self._vector_sets(data / "art")
            for path in sorted((data / "art" / "imahjong").glob("*.otf")):
                for source, face, ink in tilesets.glyphs(path, _GLYPHS):
                    self._add(face, source, _without_frame(fit(Image.fromarray(ink))))
            for path in _system_fonts():
                for face, ink in _characters(path).items():
                    self._add(face, path.stem, ink)
            for source, face, ink in tilesets.every() if games else ():
                self._add(face, source, fit(Image.fromarray(ink)))
        own = REPOSITORY / "ui" / "src" / "tiles"
        for path in sorted(own.glob("*.svg")):
            if path.stem in self.prints:
                self._add(path.stem, "suzume-table", _without_frame(rasterise(path)))
        self.sources = sorted({p.source for prints in self.prints.values() for p in prints})

    def _add(self, face: str, source: str, ink: np.ndarray) -> None:
        self.prints[face].append(Print(source, ink, _has_colour(ink)))

    def _vector_sets(self, folder: Path) -> None:
        for source, faces in json.loads((folder / "faces.json").read_text()).items():
            for face, name in faces.items():
                if face not in self.prints or not isinstance(name, str):
                    continue  # markers that are no tile
                ink = rasterise(folder / source / name)
                self._add(face, source, ink if face == "back" else _without_frame(ink))

    def of(self, face: str, source: str | None = None) -> list[Print]:
        """The prints of ``face``, those of ``source`` alone where it has any."""
        prints = self.prints[face]
        return [p for p in prints if p.source == source] or prints


@functools.lru_cache(maxsize=2)
def artwork(data: Path | None, games: bool = True) -> Artwork:
    """The cached artwork of a datasets folder, with the tiles of the system's ``games`` or without them; ``None``
    gives the project's own drawings alone."""
    return Artwork(data, games)
