"""Things on and around a table that must not be taken for tiles: each a texture and its size.

Sizes are in tile heights (a tile is about 26 mm high). Drawn with PIL and OpenCV; nothing is loaded but
the system's fonts, where it has them.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

import everyday

_WORDS = (
    "麻雀 入門 参考書 数学 物語 日本語 世界史 小説 辞典 経済学 東京 南 西 北 中 一二三 四五六 七八九 萬葉集 発見 新版 上巻 下巻 "
    "한국어 참새 소설 경제 수학 The Art Of Systems Python History Design 2024 Vol.3 No.7 Novel 100 ABC CAFE MENU Coffee Tea 500 Open"
).split()
# What titles and labels are full of, numbers and dragons among them.
_CHARACTERS = (
    "一二三四五六七八九十百千万円東西南北中央大小上下左右前後新古高低長短白黒赤青緑黄金銀銅鉄木水火土石山川海空天地日月星風雨雪花草林森"
    "春夏秋冬朝昼夜年月時分秒人心手足目耳口父母子男女友先生学校本文字書読言語話歌楽音画図数理科歴史社会経済政治法律医薬食料飲茶酒米麦肉魚"
    "発發展開閉始終出入行来帰走歩車電気機械工業商品店市町村国世界旅道橋駅門戸窓家室庭犬猫鳥馬牛羊虫竹筒萬索牌雀麻將局親"
    "가나다라마바사아자차카타파하고노도로모보소오조초코토포호책집물불산강하늘바람구름나무사랑"
)
# Fonts with Chinese characters for words; one with card suits for cards.
_FONT_HINTS = (
    "NotoSansCJK-Bold", "NotoSerifCJK-Bold", "NotoSansCJK-Regular", "NotoSerifCJK-Regular", "NotoSansCJK-Black", "NotoSerifCJK-Black", "wqy-zenhei",
    "ukai.", "LXGWWenKai-Bold", "LXGWWenKai-Regular", "TW-Kai-98_1", "DejaVuSerif-Bold", "DejaVuSans-Bold", "FreeSerif.",
)
_SUIT_HINT = "DejaVuSans-Bold.ttf"


@dataclass(frozen=True)
class Thing:
    """A cuboid object: RGBA texture of its main plane, size (w, h, thickness), colour of its sides.

    ``stands`` things face the viewer upright; the others lie.
    """

    texture: np.ndarray
    size: tuple[float, float, float]
    side: np.ndarray
    stands: bool = False


@functools.lru_cache(maxsize=1)
def _font_paths() -> list[str]:
    root = Path("/usr/share/fonts")
    files = sorted(str(p) for p in root.rglob("*") if p.suffix in (".ttf", ".ttc", ".otf")) if root.is_dir() else []
    return [f for f in files if any(hint in f for hint in _FONT_HINTS)]


@functools.lru_cache(maxsize=96)
def _font_at(index: int, size: int) -> ImageFont.ImageFont | ImageFont.FreeTypeFont:
    paths = _font_paths()
    return ImageFont.truetype(paths[index % len(paths)], size) if paths else ImageFont.load_default(size=size)


@functools.lru_cache(maxsize=8)
def _suit_font(size: int) -> ImageFont.ImageFont | ImageFont.FreeTypeFont:
    root = Path("/usr/share/fonts")
    files = sorted(str(p) for p in root.rglob(_SUIT_HINT)) if root.is_dir() else []
    return ImageFont.truetype(files[0], size) if files else ImageFont.load_default(size=size)


def _font(rng: np.random.Generator, size: float) -> ImageFont.ImageFont | ImageFont.FreeTypeFont:
    steps = (9, 12, 16, 22, 30, 40, 56, 80, 110)
    return _font_at(int(rng.integers(max(1, len(_font_paths())))), min(steps, key=lambda s: abs(s - size)))


def _word(rng: np.random.Generator) -> str:
    if rng.random() < 0.4:
        return "".join(_CHARACTERS[k] for k in rng.integers(len(_CHARACTERS), size=rng.integers(1, 7)))
    return _WORDS[rng.integers(len(_WORDS))]


def _colour(rng: np.random.Generator, low: int = 20, high: int = 245) -> tuple[int, int, int]:
    grey = rng.uniform(low, high)
    return tuple(int(v) for v in np.clip(grey + rng.normal(0, 45, 3), 0, 255))


def _pale(rng: np.random.Generator) -> tuple[int, int, int]:
    return tuple(int(v) for v in np.clip(rng.uniform(225, 252) + rng.normal(0, 5, 3), 0, 255))


def _dark(rng: np.random.Generator) -> tuple[int, int, int]:
    options = ((20, 20, 24), (180, 25, 30), (20, 90, 50), (30, 50, 140), (60, 40, 30))
    return tuple(int(v) for v in np.clip(np.array(options[rng.integers(len(options))]) + rng.normal(0, 12, 3), 0, 255))


def _new(width: int, height: int, colour: tuple[int, int, int], radius: float = 0) -> tuple[Image.Image, ImageDraw.ImageDraw]:
    image = Image.new("RGBA", (width, height), (*colour, 0))
    draw = ImageDraw.Draw(image)
    draw.rounded_rectangle((0, 0, width - 1, height - 1), radius=radius, fill=(*colour, 255))
    return image, draw


def card(rng: np.random.Generator) -> Thing:
    """A playing card: about a tile's proportions, white, with pips and indices; sometimes its back."""
    image, draw = _new(110, 154, _pale(rng), 8)
    ink = _dark(rng) if rng.random() < 0.5 else (185, 20, 30)
    kind = rng.random()
    if kind < 0.25:
        draw.rounded_rectangle((8, 8, 101, 145), radius=5, fill=(*_dark(rng), 255))
        for k in range(8, 146, int(rng.integers(7, 16))):
            draw.line((8, k, 101, k - 40), fill=(*_pale(rng), 255), width=2)
    else:
        rank = str(rng.choice(["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]))
        suit = str(rng.choice(["♠", "♥", "♦", "♣"]))
        small = _font(rng, 22)
        draw.text((7, 3), rank, font=small, fill=ink)
        draw.text((7, 24), suit, font=_suit_font(16), fill=ink)
        if rank in "JQK":
            draw.rectangle((30, 24, 80, 130), outline=ink, width=2, fill=(*_colour(rng, 120, 240), 255))
            draw.text((38, 50), rank, font=_font(rng, 40), fill=ink)
        else:
            count = 1 if rank == "A" else int(rank)
            rows = {1: [1], 2: [1, 1], 3: [1, 1, 1], 4: [2, 2], 5: [2, 1, 2], 6: [2, 2, 2], 7: [2, 3, 2], 8: [3, 2, 3], 9: [2, 2, 1, 2, 2], 10: [2, 3, 3, 2]}[count]
            font = _suit_font(56 if count == 1 else 30)
            for r, number in enumerate(rows):
                for c in range(number):
                    at = (55 + (c - (number - 1) / 2) * 30, 77 + (r - (len(rows) - 1) / 2) * 26)
                    draw.text(at, suit, font=font, fill=ink, anchor="mm")
    scale = rng.uniform(0.8, 3.2)
    return Thing(np.asarray(image), (0.714 * scale, scale, 0.015), np.array(_pale(rng), np.float32))


def _spine(rng: np.random.Generator, width: int, height: int, pale: bool) -> np.ndarray:
    """One book's spine, RGBA: a strip of one colour with its title down it or along it, bands, a number, a mark."""
    image, draw = _new(width, height, _pale(rng) if pale else _colour(rng))
    ink = _dark(rng) if pale else (_pale(rng) if rng.random() < 0.7 else _dark(rng))
    for _ in range(int(rng.integers(0, 4))):
        y = rng.uniform(0, height)
        draw.rectangle((0, y, width, y + rng.uniform(2, 40)), fill=(*_colour(rng), 255))
    text = _word(rng) + (_word(rng) if rng.random() < 0.6 else "")
    size = min(width * rng.uniform(0.5, 0.95), 80)
    if rng.random() < 0.6:
        y = rng.uniform(10, 60)
        for char in text:
            draw.text((width / 2, y), char, font=_font(rng, size), fill=ink, anchor="mt")
            y += size * 1.12
    else:
        line = Image.new("RGBA", (height, width), (0, 0, 0, 0))
        ImageDraw.Draw(line).text((rng.uniform(8, 60), width / 2), text, font=_font(rng, size), fill=ink, anchor="lm")
        image.alpha_composite(line.rotate(-90, expand=True))
    if rng.random() < 0.4:  # volume number or publisher's mark at its foot
        y = height - rng.uniform(0.9, 1.5) * width
        if rng.random() < 0.5:
            draw.rectangle((width * 0.1, y - width * 0.1, width * 0.9, y + width * 0.8), fill=(*_pale(rng), 255), outline=ink)
            ink = _dark(rng)
        draw.text((width / 2, y), str(rng.integers(1, 99)) if rng.random() < 0.6 else _word(rng)[:1], font=_font(rng, width * 0.6), fill=ink, anchor="mt")
    draw.line((0, 0, 0, height), fill=(0, 0, 0, 90), width=2)
    return np.asarray(image)


def _spines(rng: np.random.Generator, count: int, height: int) -> np.ndarray:
    white_share = rng.random()
    return np.concatenate([_spine(rng, int(rng.uniform(22, 90)), height, rng.random() < white_share) for _ in range(count)], axis=1)


def books(rng: np.random.Generator) -> Thing:
    """A row of book spines, standing or lying in a stack: tall white or coloured strips with text."""
    row = _spines(rng, int(rng.integers(2, 11)), 300)
    high = rng.uniform(3, 9)
    stands = bool(rng.random() < 0.6)
    if not stands and rng.random() < 0.5:
        row = np.rot90(row).copy()
        return Thing(row, (high, high * row.shape[0] / row.shape[1], 0.2), np.array(_colour(rng), np.float32))
    return Thing(row, (high * row.shape[1] / row.shape[0], high, 2.0 if stands else 0.5), np.array(_colour(rng), np.float32), stands)


def shelf(rng: np.random.Generator) -> np.ndarray:
    """What stands against a wall behind the table, RGB: boards with books and boxes on them."""
    rows = []
    for _ in range(int(rng.integers(1, 4))):
        row = _spines(rng, int(rng.integers(8, 20)), int(rng.choice([220, 300, 380])))[..., :3]
        if rng.random() < 0.6:  # books end at different heights
            x = 0
            back = np.array(_colour(rng, 15, 130))
            while x < row.shape[1]:
                width = int(rng.integers(30, 120))
                row[: int(rng.uniform(0, 0.25) * row.shape[0]), x : x + width] = back
                x += width
        board = np.full((int(rng.integers(6, 24)), row.shape[1], 3), _colour(rng), np.uint8)
        rows.append(np.concatenate([row, board]))
    wide = min(row.shape[1] for row in rows)
    return np.concatenate([row[:, :wide] for row in rows])


def sticker(rng: np.random.Generator) -> Thing:
    """A label as devices, tins and packets bear it: a pale or coloured field with small print, a number, bars."""
    width, height = 120, int(rng.uniform(70, 200))
    image, draw = _new(width, height, _pale(rng) if rng.random() < 0.6 else _colour(rng), float(rng.choice([0, 4, 12])))
    ink = _dark(rng)
    y = 6.0
    while y < height - 20:
        kind = rng.random()
        if kind < 0.3:
            x = 8.0
            while x < width - 10:
                bar = rng.uniform(1, 4)
                draw.rectangle((x, y, x + bar, y + 22), fill=(20, 20, 22, 255))
                x += bar + rng.uniform(1.5, 5)
            y += 28
        elif kind < 0.5:
            draw.text((width / 2, y), str(rng.integers(0, 1000)), font=_font(rng, 30), fill=ink, anchor="mt")
            y += 36
        elif kind < 0.6:
            radius = rng.uniform(8, 26)
            x = rng.uniform(30, 90)
            draw.ellipse((x - radius, y, x + radius, y + 2 * radius), fill=(*_colour(rng), 255), outline=ink)
            y += 2 * radius + 4
        else:
            font = _font(rng, rng.choice([9, 12, 16, 22]))
            draw.text((8, y), " ".join(_word(rng) for _ in range(3)), font=font, fill=ink)
            y += font.size * 1.3
    scale = rng.uniform(0.7, 3.5)
    return Thing(np.asarray(image), (scale * width / height, scale, 0.01), np.array(_colour(rng), np.float32), bool(rng.random() < 0.3))


def phone(rng: np.random.Generator) -> Thing:
    """A phone, screen off or full of icons."""
    image, draw = _new(100, 205, _colour(rng, 10, 60), 14)
    draw.rounded_rectangle((5, 5, 94, 199), radius=10, fill=(*(_colour(rng) if rng.random() < 0.6 else (12, 12, 16)), 255))
    if rng.random() < 0.6:
        for y in range(20, 180, 26):
            for x in range(12, 84, 21):
                if rng.random() < 0.8:
                    draw.rounded_rectangle((x, y, x + 15, y + 15), radius=4, fill=(*_colour(rng), 255))
    scale = rng.uniform(5, 6.5)
    return Thing(np.asarray(image), (0.49 * scale, scale, 0.3), np.array(_colour(rng, 20, 80), np.float32))


def stick(rng: np.random.Generator) -> Thing:
    """A scoring stick: a long pale bar with dots."""
    image, draw = _new(300, 24, _pale(rng) if rng.random() < 0.7 else _colour(rng), 8)
    ink = _dark(rng)
    number, step = int(rng.choice([1, 5, 8, 10])), rng.uniform(8, 13)
    for i in range(number):
        x = 150 + (i - (number - 1) / 2) * step
        draw.ellipse((x - 3, 9, x + 3, 15), fill=ink)
    return Thing(np.asarray(image), (rng.uniform(2.6, 3.8), 0.25, 0.12), np.array(_pale(rng), np.float32))


def die(rng: np.random.Generator) -> Thing:
    """A die's top: white with pips."""
    image, draw = _new(80, 80, _pale(rng), 12)
    number = int(rng.integers(1, 7))
    places = {1: [(0, 0)], 2: [(-1, -1), (1, 1)], 3: [(-1, -1), (0, 0), (1, 1)], 4: [(-1, -1), (1, 1), (-1, 1), (1, -1)]}
    places[5] = [*places[4], (0, 0)]
    places[6] = [*places[4], (-1, 0), (1, 0)]
    radius = 14 if number == 1 else 8
    ink = _dark(rng)  # one for all pips of a number but for dice of many colours
    many = rng.random() < 0.1
    apart, radius = rng.uniform(17, 24), radius * rng.uniform(0.8, 1.2)
    for x, y in places[number]:
        cx, cy = 40 + apart * x, 40 + apart * y
        pip = (190, 30, 30) if number in (1, 4) else _dark(rng) if many else ink
        draw.ellipse((cx - radius, cy - radius, cx + radius, cy + radius), fill=pip)
    if rng.random() < 0.5:  # a two or three leans either way
        image = image.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
    side = rng.uniform(0.4, 0.7)
    return Thing(np.asarray(image), (side, side, side), np.array(_pale(rng), np.float32))


def _disc(rng: np.random.Generator, colour: tuple[int, int, int]) -> tuple[Image.Image, ImageDraw.ImageDraw]:
    image = Image.new("RGBA", (160, 160), (*colour, 0))
    draw = ImageDraw.Draw(image)
    draw.ellipse((1, 1, 158, 158), fill=(*colour, 255))
    return image, draw


def cup(rng: np.random.Generator) -> Thing:
    """A cup or bowl from above: rings and a drink."""
    image, draw = _disc(rng, _pale(rng) if rng.random() < 0.6 else _colour(rng))
    draw.ellipse((14, 14, 145, 145), fill=(*_colour(rng), 255))
    if rng.random() < 0.6:
        draw.ellipse((40, 30, 70, 50), fill=(*_pale(rng), 160))
    side = rng.uniform(2, 4)
    return Thing(np.asarray(image), (side, side, 0.0), np.array(_pale(rng), np.float32))


def coaster(rng: np.random.Generator) -> Thing:
    """A round or square coaster, chip or button, with a word now and then."""
    if rng.random() < 0.5:
        image, draw = _disc(rng, _colour(rng))
    else:
        image, draw = _new(160, 160, _colour(rng), 14)
    draw.ellipse((20, 20, 139, 139), outline=_colour(rng), width=6)
    if rng.random() < 0.6:
        draw.text((80, 80), _word(rng)[:4], font=_font(rng, 40), fill=_dark(rng), anchor="mm")
    side = rng.choice([0.7, 1.4, 3.5]) * rng.uniform(0.8, 1.2)
    # A disc has no square walls: it is flat.
    thick = 0.0 if image.getpixel((0, 0))[3] == 0 else 0.08
    return Thing(np.asarray(image), (side, side, thick), np.array(_colour(rng), np.float32))


def marker(rng: np.random.Generator) -> Thing:
    """A wind or dealer marker: one big character on a plate that is no tile (round, square or wide)."""
    text = str(rng.choice(["東", "南", "西", "北", "親", "起", "局", "本"]))
    plate = _pale(rng) if rng.random() < 0.4 else _colour(rng)
    ink = _dark(rng) if sum(plate) > 380 else _pale(rng)
    shape = rng.integers(3)
    if shape == 0:
        image, draw = _disc(rng, plate)
    elif shape == 1:
        image, draw = _new(160, 160, plate, 20)
    else:
        image, draw = _new(260, 160, plate, 16)
    middle = (image.width / 2, 80)
    draw.text(middle, text, font=_font(rng, 110), fill=ink, anchor="mm")
    if rng.random() < 0.5:
        draw.rectangle((8, 8, image.width - 9, 151), outline=ink, width=4)
    high = rng.uniform(0.9, 2.2)
    return Thing(np.asarray(image), (high * image.width / 160, high, 0.0 if shape == 0 else 0.2), np.array(plate, np.float32) * 0.8)


def sheet(rng: np.random.Generator) -> Thing:
    """A printed sheet: lines of text, a table of figures, or a calendar."""
    width, height = 280, int(rng.uniform(180, 400))
    image, draw = _new(width, height, _pale(rng))
    kind = rng.random()
    if kind < 0.6:
        font = _font(rng, rng.choice([9, 12, 16, 22, 30]))
        step = font.size * rng.uniform(1.2, 1.8)
        y = 14.0
        while y < height - 20:
            draw.text((14, y), " ".join(_word(rng) for _ in range(7)), font=font, fill=_dark(rng) if rng.random() < 0.15 else (30, 30, 34))
            y += step
    else:
        columns, rows = int(rng.integers(3, 8)), int(rng.integers(3, 9))
        font = _font(rng, 22)
        for c in range(columns + 1):
            draw.line((14 + c * 250 / columns, 14, 14 + c * 250 / columns, height - 14), fill=(60, 60, 60), width=1)
        for r in range(rows + 1):
            y = 14 + r * (height - 28) / rows
            draw.line((14, y, 264, y), fill=(60, 60, 60), width=1)
            if r < rows:
                for c in range(columns):
                    draw.text((18 + c * 250 / columns, y + 3), str(rng.integers(1, 32)), font=font, fill=_dark(rng))
    scale = rng.uniform(4, 11)
    return Thing(np.asarray(image), (scale * width / height, scale, 0.01), np.array(_pale(rng), np.float32))


def keyboard(rng: np.random.Generator) -> Thing:
    """Keys: small rounded squares with letters, white or black."""
    light = rng.random() < 0.5
    case = _colour(rng, 30, 200)
    image, draw = _new(380, 150, case, 8)
    font = _font(rng, 16)
    for row in range(4):
        for column in range(10):
            x, y = 10 + column * 36 + row * 4, 10 + row * 34
            key = _pale(rng) if light else _colour(rng, 20, 60)
            draw.rounded_rectangle((x, y, x + 31, y + 30), radius=5, fill=(*key, 255))
            draw.text((x + 8, y + 4), chr(65 + int(rng.integers(26))), font=font, fill=(30, 30, 30) if light else (230, 230, 230))
    scale = rng.uniform(6, 11)
    return Thing(np.asarray(image), (scale, scale * 150 / 380, 0.3), np.array(case, np.float32))


def box(rng: np.random.Generator) -> Thing:
    """A packet, case or tray: a coloured cuboid with a label, or plain white like a tile's wall."""
    plain = rng.random() < 0.4
    colour = _pale(rng) if rng.random() < 0.4 else _colour(rng)
    image, draw = _new(200, 140, colour, float(rng.choice([0, 6, 16])))
    if not plain:
        for _ in range(int(rng.integers(1, 4))):
            x, y = rng.uniform(0, 150), rng.uniform(0, 100)
            draw.rectangle((x, y, x + rng.uniform(20, 120), y + rng.uniform(10, 70)), fill=(*_colour(rng), 255))
        draw.text((20, 50), _word(rng), font=_font(rng, 40), fill=_dark(rng))
    w = rng.uniform(0.6, 6)
    return Thing(np.asarray(image), (w, w * rng.uniform(0.3, 1.6), rng.uniform(0.1, 1.5)), np.array(colour, np.float32) * 0.85)


def cutout(rng: np.random.Generator) -> Thing:
    """A real thing cut out of its photo, lying flat; a card where no cut-outs are installed."""
    files = everyday.cutouts()
    texture = everyday.cutout(files[rng.integers(len(files))]) if files else None
    if texture is None:
        return card(rng)
    height = rng.uniform(0.5, 3.0)
    return Thing(texture, (height * texture.shape[1] / texture.shape[0], height, 0.01), np.array([120.0, 120, 120], np.float32))


_KINDS = (cutout, cutout, cutout, card, card, books, books, phone, stick, stick, die, die, die, cup, coaster, marker, marker, sheet, sheet, sticker, sticker, keyboard, box, box)


def thing(rng: np.random.Generator) -> Thing:
    """One random object."""
    return _KINDS[rng.integers(len(_KINDS))](rng)


def small(rng: np.random.Generator) -> np.ndarray:
    """Something of about a tile's size, RGBA: a die, more often than not, a coaster or button, a card's back or face."""
    kinds = (die, die, die, coaster, card)
    return kinds[rng.integers(len(kinds))](rng).texture


def printed(rng: np.random.Generator) -> np.ndarray:
    """Something with print on it, RGB: a shelf, or the main plane of a thing."""
    if rng.random() < 0.4:
        return np.ascontiguousarray(shelf(rng))
    kinds = (books, sheet, sticker, keyboard, card)
    return np.ascontiguousarray(kinds[rng.integers(len(kinds))](rng).texture[..., :3])


def fingers(rng: np.random.Generator, canvas: np.ndarray, tip: np.ndarray, thickness: float) -> np.ndarray:
    """Draw one to four fingers into ``canvas`` (RGB, changed in place), tips near ``tip``; returns their mask."""
    height, width = canvas.shape[:2]
    skin = np.array([224, 172, 140]) * rng.uniform(0.4, 1.1) + rng.normal(0, 8, 3)
    angle = rng.uniform(0, 2 * np.pi)
    along = np.array([np.cos(angle), np.sin(angle)])
    across = np.array([-along[1], along[0]])
    mask = np.zeros((height, width), np.uint8)
    shade = np.zeros((height, width), np.uint8)
    for i in range(int(rng.integers(1, 5))):
        start = tip + across * thickness * 1.06 * i - along * thickness * rng.uniform(-0.4, 0.6)
        end = start + along * max(height, width) * 0.7 + across * rng.normal(0, thickness)
        a, b = (tuple(int(v) for v in np.clip(p, -4000, 8000)) for p in (start, end))
        cv2.line(mask, a, b, 255, max(2, int(thickness)), cv2.LINE_AA)
        cv2.line(shade, a, b, 255, max(1, int(thickness * 0.45)), cv2.LINE_AA)
        if rng.random() < 0.4:
            nail = tuple(int(v) for v in start + along * thickness * 0.1)
            cv2.circle(shade, nail, max(1, int(thickness * 0.28)), 200, -1, cv2.LINE_AA)
    soft = cv2.GaussianBlur(shade[::2, ::2], (0, 0), max(1.0, thickness * 0.1))
    tone = cv2.resize(soft, (width, height)).astype(np.float32)[..., None] / 255 * 0.3 + 0.75
    region = mask > 0
    alpha = mask[region].astype(np.float32)[:, None] / 255
    canvas[region] = np.clip(canvas[region] * (1 - alpha) + skin * tone[region] * alpha, 0, 255).astype(np.uint8)
    return mask
