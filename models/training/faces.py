"""Draws tile faces in the styles real sets show, and recolours real souzu crops red.

``render_face`` gives one face plane (printed front with its border) as RGBA and its mask;
``render_back`` gives a back. A :class:`SetStyle` holds what is common to the tiles of one set
(prints, inks, body colour, bevel), so that a scene can be drawn from one set; without one, every
call samples a new set. Everything is a function of the generator that is passed in.

``python faces.py --sheet OUT.png`` draws a contact sheet to look at.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

import art
import patterns
from redden import red_crop

__all__ = ["FACES", "SUZUME", "SetStyle", "red_crop", "render_back", "render_face"]

FACES = art.FACES
SUZUME = art.SUZUME
_BLACK, _RED, _GREEN, _BLUE = range(4)
# Body colours of sets on the market: white, ivory, yellowed, greenish and bluish white.
_BODIES = np.array([[250, 250, 248], [246, 240, 224], [232, 222, 196], [236, 243, 234], [236, 240, 246], [222, 218, 208]], np.float32)
_BACKS = np.array(
    [
        [24, 110, 60], [60, 150, 70], [30, 90, 170], [70, 130, 200], [225, 150, 40], [240, 190, 60], [170, 40, 140], [190, 40, 50],
        [120, 70, 40], [190, 150, 100], [40, 40, 44], [90, 60, 150], [20, 140, 150], [240, 120, 150], [140, 190, 70],
    ],
    np.float32,
)


@dataclass
class SetStyle:
    """What the tiles of one set share. Lengths are fractions of the tile's height, colours RGB 0..255."""

    sources: dict[str, str | None]
    pattern: patterns.Pattern | None  # how its circles and sticks are drawn; None as its sources draw them
    inks: np.ndarray  # four rows: black, red, green, blue
    red_ink: np.ndarray  # the ink of all-red faces
    body: np.ndarray
    back: np.ndarray
    aspect: float  # width / height
    radius: float
    bevel: float
    light: float  # direction the light comes from, radians
    stroke: float  # > 0 thicker
    strength: float
    engraving: float
    scale: float
    bend: float  # how far strokes are from where the artwork has them
    reink: bool
    red_sticks: bool
    digits: bool
    blank_haku: bool  # the white dragon is plain, as in most Japanese sets; else a frame
    thickness: float  # depth of the tile / height
    back_share: float  # part of the depth in the back's colour
    cache: dict = field(default_factory=dict, repr=False)

    @staticmethod
    def sample(rng: np.random.Generator, library: art.Artwork) -> "SetStyle":
        """Draw a set at random."""

        def near(colour: tuple[float, float, float], spread: float) -> np.ndarray:
            return np.clip(np.array(colour, np.float32) + rng.normal(0, spread, 3), 0, 255).astype(np.float32)

        black = near((22, 22, 28), 10) if rng.random() < 0.75 else near((22, 32, 100), 14)
        inks = np.stack([black, near((186, 30, 34), 18), near((18, 100, 52), 18), near((28, 52, 140), 20)])
        red = near((196, 28, 34), 16) if rng.random() < 0.8 else near((214, 60, 50), 16)
        body = _BODIES[rng.integers(len(_BODIES))] + rng.normal(0, 5, 3)
        return SetStyle(
            sources={suit: _pick_source(rng, library, face) for suit, face in _SUITS.items()},
            pattern=patterns.Pattern.sample(rng) if rng.random() < 0.5 else None,
            inks=inks,
            red_ink=red,
            body=np.clip(body, 150, 255).astype(np.float32),
            back=np.clip(_BACKS[rng.integers(len(_BACKS))] + rng.normal(0, 12, 3), 0, 255).astype(np.float32),
            aspect=float(rng.uniform(0.68, 0.8)),
            radius=float(rng.uniform(0.02, 0.11)),
            bevel=float(rng.uniform(0.012, 0.05)),
            light=float(rng.uniform(0, 2 * np.pi)),
            stroke=float(rng.normal(0, 0.006)),
            strength=float(1 - 0.45 * rng.random() ** 2),
            engraving=float(rng.uniform(0, 0.5)),
            scale=float(rng.uniform(0.8, 1.08)),
            bend=float(max(0.0, rng.uniform(-0.025, 0.025))),
            reink=bool(rng.random() < 0.75),
            red_sticks=bool(rng.random() < 0.6),
            digits=bool(rng.random() < 0.25),
            blank_haku=bool(rng.random() < 0.65),
            thickness=float(rng.uniform(0.5, 0.85)),
            back_share=float(rng.choice([0.0, 0.35, 0.45, 0.5, 0.6])),
        )


_SUITS = {"s": "5s", "m": "5m", "p": "5p", "z": "E", "d": "hatsu", "f": "flower"}


def _suit(face: str) -> str:
    if face in ("E", "S", "W", "N"):
        return "z"
    if face in ("haku", "hatsu", "chun"):
        return "d"
    return "f" if face == "flower" else face[1]


def _pick_source(rng: np.random.Generator, library: art.Artwork, face: str) -> str | None:
    prints = library.prints[face]
    return prints[rng.integers(len(prints))].source if prints else None


def _plan(face: str, style: SetStyle, shape: tuple[int, int]) -> np.ndarray:
    """Which ink each place of a one-colour print gets, as tile makers colour them."""
    height, width = shape
    y = (np.arange(height, dtype=np.float32)[:, None] + 0.5) / height + np.zeros((1, width), np.float32)
    x = (np.arange(width, dtype=np.float32)[None, :] + 0.5) / width + np.zeros((height, 1), np.float32)
    fill = {"s": _GREEN, "m": _RED, "p": _BLUE, "z": _BLACK, "f": _GREEN}
    suit = _suit(face)
    if suit == "d":
        return np.full(shape, {"haku": _BLUE, "hatsu": _GREEN, "chun": _RED}[face], np.int8)
    plan = np.full(shape, fill[suit], np.int8)
    if suit == "m":
        plan[y < 0.5] = _BLACK
    elif suit == "f":
        plan[(x - 0.5) ** 2 + (y - 0.5) ** 2 < 0.06] = _RED
        plan[y < 0.24] = _BLACK
    elif suit == "s" and style.red_sticks:
        middle = np.abs(x - 0.5) < 0.15
        if face == "9s":
            plan[middle] = _RED
        elif face == "7s":
            plan[y < 0.36] = _RED
        elif face == "5s":
            plan[middle & (np.abs(y - 0.5) < 0.2)] = _RED
        elif face == "1s":
            plan[y < 0.35] = _RED if style.stroke > 0 else _BLUE
    elif suit == "p":
        red = {
            "1p": (x - 0.5) ** 2 * 0.53 + (y - 0.5) ** 2 < 0.013, "3p": np.abs(y - 0.5) < 0.15,
            "5p": (np.abs(y - 0.5) < 0.15) & (np.abs(x - 0.5) < 0.2), "6p": y > 0.42, "7p": y > 0.5, "9p": np.abs(y - 0.5) < 0.15,
        }.get(face)
        if red is not None:
            plan[red] = _RED
        if style.red_sticks and face in ("2p", "4p", "9p"):
            plan[(y > 0.5) & (plan == _BLUE)] = _GREEN
    return plan


def _paint(chosen: art.Print, face: str, style: SetStyle) -> np.ndarray:
    """The print as reflectance on white, float32 0..1, at master size, in the set's inks."""
    rgb = chosen.ink[..., :3].astype(np.float32)
    alpha = chosen.ink[..., 3:].astype(np.float32) / 255
    if face.endswith("r"):
        light = darkest(rgb)[..., None] / 255
        rgb = style.red_ink + (255 - style.red_ink) * np.clip((light - 0.75) * 4, 0, 1)
    elif not chosen.coloured:
        rgb = style.inks[_plan(face, style, rgb.shape[:2])]
    elif style.reink:
        # Move each pixel from its print's ink to the set's ink of the same group; white stays white.
        low, high = darkest(rgb), 255 - darkest(255 - rgb)
        hue_group = np.choose(rgb.argmax(axis=2), [_RED, _GREEN, _BLUE])
        group = np.where(high - low < 40, _BLACK, hue_group)
        white = np.clip((low / 255 - 0.6) * 3, 0, 1)[..., None]
        rgb = style.inks[group] * (1 - white) + 255 * white
    reflectance = 1 - alpha * (1 - rgb / 255)
    size = round(abs(style.stroke) * art.MASTER_HEIGHT)
    if size >= 1:
        kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size + 1, size + 1))
        reflectance = cv2.erode(reflectance, kernel) if style.stroke > 0 else cv2.dilate(reflectance, kernel)
    return 1 - style.strength * (1 - reflectance)


def _bent(reflectance: np.ndarray, amount: float, rng: np.random.Generator) -> np.ndarray:
    """The print with its strokes moved smoothly by about ``amount`` of its height, as another engraver has them."""
    if amount <= 0:
        return reflectance
    height, width = reflectance.shape[:2]
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    shift_x, shift_y = (
        cv2.resize(rng.normal(0, amount * height, (5, 4)).astype(np.float32), (width, height), interpolation=cv2.INTER_CUBIC) for _ in range(2)
    )
    return cv2.remap(reflectance, x + shift_x, y + shift_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)


def _digit(face: str) -> str:
    return {"haku": "P", "hatsu": "F", "chun": "C", "flower": "1"}.get(face, face[0])


def _add_digit(reflectance: np.ndarray, face: str, style: SetStyle) -> np.ndarray:
    image = Image.fromarray((reflectance * 255).astype(np.uint8))
    colour = style.red_ink if face.endswith("r") else style.inks[_RED if style.red_sticks else _BLACK]
    font = ImageFont.load_default(size=30)
    ImageDraw.Draw(image).text((9, 4), _digit(face), font=font, fill=tuple(int(c) for c in colour))
    return np.asarray(image).astype(np.float32) / 255


def _prints_for(face: str, library: art.Artwork, style: SetStyle) -> list[art.Print]:
    source = style.sources.get(_suit(face))
    if style.pattern is not None and face[:2] in patterns.FACES:
        return [art.Print("pattern", patterns.draw(face[:2], style.pattern, art.MASTER_WIDTH, art.MASTER_HEIGHT), True)]
    if not face.endswith("r"):
        return library.of(face, source)
    drawn_red = [p for p in library.prints[face] if p.source == source]
    return drawn_red or library.of(face[:2], source)


def _ink(face: str, style: SetStyle, library: art.Artwork, rng: np.random.Generator) -> np.ndarray:
    if face == "haku" and style.blank_haku:
        return np.ones((art.MASTER_HEIGHT, art.MASTER_WIDTH, 3), np.float32)
    if face not in style.cache:
        prints = _prints_for(face, library, style)
        if not prints:
            raise LookupError(f"no artwork for face {face}")
        reflectance = _bent(_paint(prints[rng.integers(len(prints))], face, style), style.bend, rng)
        style.cache[face] = _add_digit(reflectance, face, style) if style.digits else reflectance
    return style.cache[face]


def darkest(rgb: np.ndarray) -> np.ndarray:
    """The least of the three channels; much faster than a reduction over a short axis."""
    return np.minimum(np.minimum(rgb[..., 0], rgb[..., 1]), rgb[..., 2])


def _rounded(height: int, width: int, radius: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Signed distance to a rounded rectangle's outline (negative inside) and its outward normal."""
    y = np.arange(height, dtype=np.float32)[:, None] + 0.5 - height / 2
    x = np.arange(width, dtype=np.float32)[None, :] + 0.5 - width / 2
    qx, qy = np.abs(x) - (width / 2 - radius), np.abs(y) - (height / 2 - radius)
    outside = np.hypot(np.maximum(qx, 0), np.maximum(qy, 0))
    distance = outside + np.minimum(np.maximum(qx, qy), 0) - radius
    corner = (qx > 0) & (qy > 0)
    length = np.maximum(np.hypot(np.maximum(qx, 1e-3), np.maximum(qy, 1e-3)), 1e-3)
    nx = np.where(corner, np.maximum(qx, 0) / length, qx > qy) * np.sign(x)
    ny = np.where(corner, np.maximum(qy, 0) / length, qx <= qy) * np.sign(y)
    return distance.astype(np.float32), nx.astype(np.float32), ny.astype(np.float32)


def _place(reflectance: np.ndarray, height: int, width: int, style: SetStyle, rng: np.random.Generator) -> np.ndarray:
    """Scale, shift and slightly turn the print on the face; the ink never leaves the face."""
    ys, xs = np.nonzero(darkest(reflectance) < 0.9)
    rows, columns = reflectance.shape[:2]
    scale = style.scale * rng.uniform(0.97, 1.03)
    dx, dy = rng.normal(0, 0.012, 2)
    if len(xs):
        reach_x = max(abs(xs.min() / columns - 0.5), abs(xs.max() / columns - 0.5))
        reach_y = max(abs(ys.min() / rows - 0.5), abs(ys.max() / rows - 0.5))
        scale = min(scale, (0.465 - abs(dx)) / max(reach_x, 0.05), (0.465 - abs(dy)) / max(reach_y, 0.05))
    scale_x, scale_y = scale * width / columns, scale * height / rows
    matrix = cv2.getRotationMatrix2D((0, 0), rng.normal(0, 0.8), 1.0)
    matrix = matrix @ np.array([[scale_x, 0, 0], [0, scale_y, 0], [0, 0, 1]])
    centre = matrix[:, :2] @ np.array([columns / 2, rows / 2])
    matrix[:, 2] = np.array([width * (0.5 + dx), height * (0.5 + dy)]) - centre
    if scale_y < 0.6:  # shrinking by much: average first, or thin strokes break up
        small = cv2.resize(reflectance, None, fx=scale_x, fy=scale_y, interpolation=cv2.INTER_AREA)
        matrix[:, 0] *= columns / small.shape[1]
        matrix[:, 1] *= rows / small.shape[0]
        reflectance = small
    return cv2.warpAffine(reflectance, matrix, (width, height), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=(1, 1, 1))


def _shade(height: int, width: int, colour: np.ndarray, style: SetStyle, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Body of one plane with its bevel and a faint unevenness; RGB float and the mask 0..1."""
    distance, nx, ny = _rounded(height, width, style.radius * height)
    mask = np.clip(0.5 - distance, 0, 1)
    edge = np.clip(1 + distance / max(style.bevel * height, 1.0), 0, 1)
    facing = nx * np.cos(style.light) + ny * np.sin(style.light)
    cloud = cv2.resize(rng.normal(0, 0.012, (4, 3)).astype(np.float32), (width, height), interpolation=cv2.INTER_CUBIC)
    light = 1 + cloud + edge * edge * (0.1 * facing - 0.06)
    return colour * light[..., None], mask


def render_face(
    face: str,
    rng: np.random.Generator,
    height: int = 128,
    style: SetStyle | None = None,
    library: art.Artwork | None = None,
) -> tuple[np.ndarray, np.ndarray]:
    """Draw one printed face upright.

    Returns the face plane, RGBA uint8 of ``height`` rows (rounded corners transparent), and its mask,
    uint8 0/255. ``height`` is in pixels, 16 or more. ``face`` may be ``back`` too.
    """
    library = library or art.artwork(art.data_folder())
    style = style or SetStyle.sample(rng, library)
    if face == "back":
        return render_back(rng, height, style)
    width = max(8, round(height * style.aspect))
    body, mask = _shade(height, width, style.body, style, rng)
    print_ = _place(_ink(face, style, library, rng), height, width, style, rng)
    plane = body * print_
    if style.engraving > 0.05:
        depth = 1 - darkest(print_)
        step = max(0.6, 0.009 * height)
        shift = np.float32([[1, 0, step * np.cos(style.light)], [0, 1, step * np.sin(style.light)]])
        rim = cv2.warpAffine(depth, shift, (width, height)) - depth
        plane = plane * (1 - style.engraving * np.clip(rim, 0, 1)[..., None] * 0.5)
        plane = plane + style.engraving * np.clip(-rim, 0, 1)[..., None] * 26
    return _rgba(plane, mask)


def render_back(rng: np.random.Generator, height: int = 128, style: SetStyle | None = None) -> tuple[np.ndarray, np.ndarray]:
    """Draw a back: plain, or now and then striped or framed. Same results as :func:`render_face`."""
    if style is None:
        style = SetStyle.sample(rng, art.artwork(art.data_folder()))
    width = max(8, round(height * style.aspect))
    plane, mask = _shade(height, width, style.back, style, rng)
    kind = rng.random()
    if kind < 0.1:
        period = rng.uniform(0.03, 0.09) * height
        across = np.arange(width if rng.random() < 0.5 else height, dtype=np.float32)
        stripes = 1 - 0.25 * (np.sin(2 * np.pi * across / period) > 0)
        plane = plane * (stripes[None, :, None] if len(across) == width else stripes[:, None, None])
    elif kind < 0.18:
        distance, _, _ = _rounded(height, width, style.radius * height)
        line = (np.abs(distance + 0.1 * height) < 0.012 * height)[..., None]
        plane = np.where(line, plane * 0.6 + 90, plane)
    return _rgba(plane, mask)


def _rgba(plane: np.ndarray, mask: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    alpha = (mask * 255 + 0.5).astype(np.uint8)
    rgb = np.clip(plane + 0.5, 0, 255).astype(np.uint8)
    return np.dstack([rgb, alpha]), alpha


def sheet(library: art.Artwork, rows: int, seed: int) -> np.ndarray:
    """Contact sheet, RGB: one random set a row, every face a column."""
    rng = np.random.default_rng(seed)
    faces = [*art.PRINTED, "back"]
    canvas = np.full((rows * 100, len(faces) * 74, 3), 90, np.uint8)
    for row in range(rows):
        style = SetStyle.sample(rng, library)
        for column, face in enumerate(faces):
            tile, _ = render_face(face, rng, 92, style, library)
            spot = canvas[row * 100 + 4 : row * 100 + 96, column * 74 : column * 74 + tile.shape[1]]
            alpha = tile[:, : spot.shape[1], 3:] / 255.0
            spot[:] = (tile[:, : spot.shape[1], :3] * alpha + spot * (1 - alpha)).astype(np.uint8)
    return canvas


def main() -> None:
    parser = argparse.ArgumentParser(description="Draw a contact sheet of tile faces.")
    parser.add_argument("--data", help="datasets folder (default: SUZUME_DATASETS, or ../shared/datasets beside the repository)")
    parser.add_argument("--sheet", type=Path, required=True)
    parser.add_argument("--rows", type=int, default=8)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    image = sheet(art.artwork(art.data_folder(given.data)), given.rows, given.seed)
    cv2.imwrite(str(given.sheet), image[..., ::-1])


if __name__ == "__main__":
    main()
