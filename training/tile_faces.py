"""tile_faces.py: what is printed on tiles, in as many manners as we could think of.

A `Manner` is how one box of tiles looks: font, plastic or wood, inks, where the number stands and
what stands below it. The tiles of one table are all of one manner.
"""
import colorsys

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

NUMBERS, COLOURS, JOKER = 13, 4, 52  # card = colour * 13 + number - 1, in the order y, g, b, r
FACE_WIDTH = 96  # pixels of a face's texture

# hue, saturation and value of an ink: from, to
INKS = [
    ((0.085, 0.155), (0.75, 1.0), (0.70, 1.0)),
    ((0.28, 0.46), (0.45, 1.0), (0.32, 0.68)),
    ((0.54, 0.68), (0.50, 1.0), (0.38, 0.88)),
    ((0.945, 1.02), (0.70, 1.0), (0.50, 0.90)),
]
BODIES = [
    (246, 238, 216),
    (250, 249, 244),
    (238, 222, 184),
    (236, 212, 168),
    (252, 244, 226),
    (232, 228, 214),
]


def ink_of(rng, colour):
    (h0, h1), (s0, s1), (v0, v1) = INKS[colour]
    rgb = colorsys.hsv_to_rgb(rng.uniform(h0, h1) % 1, rng.uniform(s0, s1), rng.uniform(v0, v1))
    return tuple(int(255 * part) for part in rgb)


class Manner:
    def __init__(self, rng, glyphs, face):
        self.rng = rng
        self.masks, self.advances = glyphs["masks"][face], glyphs["advances"][face]
        self.height = rng.uniform(1.2, 1.55)  # of a tile whose width is 1
        self.radius = rng.uniform(0.03, 0.18)
        self.body = np.clip(
            np.array(BODIES[rng.integers(len(BODIES))]) + rng.normal(0, 5, 3), 0, 255
        )
        self.inks = [ink_of(rng, colour) for colour in range(COLOURS)]
        self.mark = rng.choice(
            ["none", "ring", "disc", "line", "shape", "number", "ringed"],
            p=[0.28, 0.17, 0.15, 0.1, 0.12, 0.08, 0.1],
        )
        self.size = rng.uniform(0.34, 0.62)  # of a number, in widths of a tile
        self.narrow = rng.uniform(0.8, 1.1)
        self.tracking = rng.uniform(-0.06, 0.06)
        self.underline = rng.choice(["line", "dot"])
        self.engraved = rng.uniform(0, 0.7) if rng.random() < 0.6 else 0
        self.edged = rng.random() < 0.15
        self.joker = rng.choice(
            ["word", "letter", "star", "smile", "jester", "stars", "doodle"],
            p=[0.12, 0.08, 0.1, 0.1, 0.1, 0.1, 0.4],
        )
        self.joker_inks = [ink_of(rng, int(rng.integers(COLOURS))) for _ in range(3)]
        if rng.random() < 0.3:
            self.joker_inks[0] = (30, 28, 30)
        self.made = {}

    def face(self, card):
        """RGB of a card's face, FACE_WIDTH wide, as float from 0 to 255."""
        if card not in self.made:
            self.made[card] = self.draw(card)
        return self.made[card]

    def blank(self):
        w, h = FACE_WIDTH, round(FACE_WIDTH * self.height)
        grain = self.rng.normal(0, 1, (max(2, h // 12), max(2, w // 12), 1))
        grain = np.asarray(Image.fromarray(grain[:, :, 0].astype(np.float32)).resize((w, h)))
        return np.clip(self.body + 3 * grain[:, :, None], 0, 255)

    def draw(self, card):
        base = self.blank()
        h, w = base.shape[:2]
        picture = Image.fromarray(base.astype(np.uint8))
        if card == JOKER:
            self.draw_joker(picture)
        elif card is not None:
            self.draw_number(
                picture, card % NUMBERS + 1, self.inks[card // NUMBERS], card // NUMBERS
            )
        return np.asarray(picture).astype(np.float32)

    def text_mask(self, text, height):
        """A mask of some digits or letters, so many pixels high."""
        places = {"J": 10, "O": 11, "K": 12, "E": 13, "R": 14}
        indices = [places.get(c, ord(c) - 48) for c in text]
        total = sum(int(self.advances[i]) for i in indices) + 24
        line = np.zeros((96, total + 40), np.uint8)
        at = 0
        for i in indices:
            part = line[:, at : at + self.masks.shape[2]]
            np.maximum(part, self.masks[i][:, : part.shape[1]], out=part)
            at += max(4, int(self.advances[i]) + int(self.tracking * 64))
        inked = np.argwhere(line > 20)
        (top, left), (bottom, right) = inked.min(0), inked.max(0) + 1
        cut = Image.fromarray(line[top:bottom, left:right])
        scale = height / 64
        return cut.resize(
            (max(1, round(cut.width * scale * self.narrow)), max(1, round(cut.height * scale))),
            Image.BILINEAR,
        )

    def stamp(self, picture, mask, centre, ink):
        x, y = round(centre[0] - mask.width / 2), round(centre[1] - mask.height / 2)
        if self.engraved:
            light = Image.new("RGB", mask.size, (255, 255, 250))
            picture.paste(light, (x + 1, y + 1), mask.point(lambda v: int(v * self.engraved)))
        if self.edged:
            wide = Image.new("L", (mask.width + 6, mask.height + 6))
            wide.paste(mask, (3, 3))
            picture.paste((60, 48, 34), (x - 3, y - 3), wide.filter(ImageFilter.MaxFilter(3)))
        picture.paste(ink, (x, y), mask)

    def draw_number(self, picture, number, ink, colour):
        w, h = picture.size
        mask = self.text_mask(str(number), self.size * w)
        if mask.width > 0.84 * w:
            mask = mask.resize(
                (round(0.84 * w), round(mask.height * min(1, 1.15 * 0.84 * w / mask.width)))
            )
        below = self.mark != "none"
        y = h * (0.36 if below else 0.5)
        if self.mark == "ringed":
            y = h * 0.42
        self.stamp(picture, mask, (w / 2, y), ink)
        pen = ImageDraw.Draw(picture)
        foot = y + mask.height / 2 + 0.07 * w
        if number in (6, 9) and not below:
            if self.underline == "line":
                pen.rectangle([w * 0.32, foot, w * 0.68, foot + 0.05 * w], fill=ink)
            else:
                pen.ellipse([w * 0.45, foot, w * 0.55, foot + 0.1 * w], fill=ink)
        self.draw_mark(picture, pen, (w / 2, (foot + h) / 2 - 0.02 * h), ink, colour, number)

    def draw_mark(self, picture, pen, centre, ink, colour, number):
        w, h = picture.size
        x, y = centre
        r = min(0.16 * w, h - y - 0.08 * w)
        if self.mark == "ring":
            pen.ellipse([x - r, y - r, x + r, y + r], outline=ink, width=3)
        elif self.mark == "disc":
            pen.ellipse([x - r * 0.7, y - r * 0.7, x + r * 0.7, y + r * 0.7], fill=ink)
        elif self.mark == "line":
            pen.rectangle([x - 0.3 * w, y - 2, x + 0.3 * w, y + 2], fill=ink)
        elif self.mark == "number":
            small = self.text_mask(str(number), 0.16 * w)
            self.stamp(picture, small, (x + 0.24 * w, min(y, h - 0.16 * w)), ink)
        elif self.mark == "ringed":
            r = 0.43 * w
            pen.ellipse([w / 2 - r, h * 0.42 - r, w / 2 + r, h * 0.42 + r], outline=ink, width=3)
        elif self.mark == "shape":
            corners = [24, 3, 4, 4][colour]
            turn = [0, -np.pi / 2, np.pi / 4, 0][colour]
            angles = turn + 2 * np.pi * np.arange(corners) / corners
            pen.polygon([(x + r * np.cos(a), y + r * np.sin(a)) for a in angles], fill=ink)

    def draw_doodle(self, pen, w, h):
        """Some figure or other: nobody knows what is on the jokers of a box."""
        rng = np.random.default_rng(int(self.radius * 1e9))
        reach = rng.uniform(0.2, 0.42)
        for _ in range(rng.integers(2, 9)):
            ink = self.joker_inks[rng.integers(3)] if rng.random() < 0.8 else (30, 28, 30)
            x, y = w / 2 + rng.normal(0, 0.12) * w, h * 0.47 + rng.normal(0, 0.14) * w
            a, b = rng.uniform(0.05, reach, 2) * w
            kind = rng.random()
            if kind < 0.3:
                pen.ellipse([x - a, y - b, x + a, y + b], fill=ink)
            elif kind < 0.5:
                pen.ellipse(
                    [x - a, y - b, x + a, y + b], outline=ink, width=int(rng.integers(2, 6))
                )
            elif kind < 0.65:
                pen.arc(
                    [x - a, y - b, x + a, y + b],
                    *sorted(rng.uniform(0, 360, 2)),
                    fill=ink,
                    width=4
                )
            else:
                points = rng.uniform(-1, 1, (rng.integers(3, 8), 2)) * [a, b] + [x, y]
                pen.polygon([tuple(point) for point in points], fill=ink)

    def draw_joker(self, picture):
        w, h = picture.size
        pen = ImageDraw.Draw(picture)
        ink, other, third = self.joker_inks
        x, y, r = w / 2, h * 0.45, 0.33 * w
        if self.joker == "word":
            mask = self.text_mask("JOKER", 0.26 * w)
            if self.rng.random() < 0.5:
                mask = mask.resize(
                    (round(0.84 * w), max(8, round(0.84 * w * mask.height / mask.width)))
                )
            else:
                mask = mask.resize((round(0.8 * h), round(0.24 * w))).rotate(90, expand=True)
            self.stamp(picture, mask, (w / 2, h / 2), ink)
        elif self.joker == "letter":
            self.stamp(picture, self.text_mask("J", self.size * w), (x, y), ink)
            star(pen, x, h * 0.8, 0.13 * w, other)
        elif self.joker == "doodle":
            self.draw_doodle(pen, w, h)
        elif self.joker == "star":
            star(pen, x, y, r, ink)
        elif self.joker == "stars":
            for i, colour in enumerate((ink, other, third)):
                star(pen, x + (i - 1) * 0.22 * w, h * (0.3 + 0.2 * i), 0.15 * w, colour)
        else:
            pen.ellipse(
                [x - r, y - r, x + r, y + r],
                outline=ink,
                width=4,
                fill=other if self.joker == "jester" else None,
            )
            for side in (-1, 1):
                ex = x + side * 0.13 * w
                pen.ellipse([ex - 4, y - 0.14 * w, ex + 4, y - 0.05 * w], fill=ink)
            pen.arc(
                [x - 0.18 * w, y - 0.14 * w, x + 0.18 * w, y + 0.2 * w],
                20,
                160,
                fill=ink,
                width=4,
            )
            if self.joker == "jester":
                for side, colour in ((-1, ink), (0, third), (1, ink)):
                    tip = (x + side * 0.4 * w, y - 0.55 * w + abs(side) * 0.12 * w)
                    pen.polygon(
                        [
                            (x - 0.2 * w + side * 0.1 * w, y - 0.22 * w),
                            tip,
                            (x + 0.2 * w + side * 0.1 * w, y - 0.22 * w),
                        ],
                        fill=colour,
                    )


def star(pen, x, y, r, ink):
    angles = -np.pi / 2 + np.pi * np.arange(10) / 5
    radii = np.where(np.arange(10) % 2 == 0, r, 0.42 * r)
    pen.polygon([(x + q * np.cos(a), y + q * np.sin(a)) for a, q in zip(angles, radii)], fill=ink)
