#!/usr/bin/python3
"""render.py: pictures of tables with number tiles on them, and where each tile lies.

`render.py FOLDER COUNT [SEED] [GLYPHS.npz] [--unseen]` writes pictures and truths
(.jpg, .json); --unseen takes the faces that training leaves out. Cards are numbered as in
tile_faces.py; 52 is a joker. Coordinates on the table are in widths of a tile, z is the height
above it.
"""
import io
import json
import pathlib
import sys
import zlib

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

from tile_faces import FACE_WIDTH, JOKER, Manner

WIDTH, HEIGHT, TILES_MAX = 1280, 960, 120
NO_TILE, CUT, FACE_DOWN = -1, -2, -3  # instead of a card


def faces_of(glyphs, unseen):
    """About every sixth family is kept from training, by its name, whatever fonts there are."""
    families = [str(name).split("-")[0].rstrip("0123456789")[:8] for name in glyphs["names"]]
    kept = {family for family in families if zlib.crc32(family.encode()) % 6 == 3}
    return [i for i, family in enumerate(families) if (family in kept) == unseen]


# ---- what lies where --------------------------------------------------------------------------


def meld_of(rng):
    if rng.random() < 0.6:
        colour, count = rng.integers(4), rng.integers(3, 9 if rng.random() < 0.9 else 14)
        first = rng.integers(1, 14 - count + 1)
        cards = [int(colour * 13 + first + i - 1) for i in range(count)]
    else:
        number, count = rng.integers(13), rng.integers(3, 5)
        cards = [int(c * 13 + number) for c in rng.permutation(4)[:count]]
    for i in range(len(cards)):
        if rng.random() < 0.06:
            cards[i] = JOKER
        elif rng.random() < 0.08:
            cards[i] = int(rng.integers(52))
    return cards


def overlaps(a, b):
    """Whether two boxes (x, y, half width, half height, angle) overlap, by separating axes."""
    axes = []
    for box in (a, b):
        c, s = np.cos(box[4]), np.sin(box[4])
        axes += [(c, s), (-s, c)]
    for ax, ay in axes:
        reach = 0
        for x, y, hw, hh, angle in (a, b):
            c, s = np.cos(angle), np.sin(angle)
            reach += hw * abs(c * ax + s * ay) + hh * abs(-s * ax + c * ay)
        if abs((a[0] - b[0]) * ax + (a[1] - b[1]) * ay) > reach:
            return False
    return True


def layout(rng, height):
    """Tiles as (x, y, angle, card or None for one that lies face down, which meld)."""
    wanted = int(np.exp(rng.uniform(np.log(4), np.log(105))))
    tidy = rng.random() < 0.6
    spread = np.sqrt(wanted) * rng.uniform(0.62, 1.15)
    tiles, boxes, tries = [], [], 0
    if rng.random() < 0.12:  # a rack, or a single long row
        wanted, tidy, spread = min(wanted, 14), True, 3
    lean = rng.normal(0, 0.03)
    while len(tiles) < wanted and tries < 400:
        tries += 1
        cards = meld_of(rng) if rng.random() < 0.85 else [int(rng.integers(53))]
        if rng.random() < 0.03:
            cards = [None] * int(rng.integers(1, 4))
        gap = abs(rng.normal(0, 0.05))
        length = len(cards) * (1 + gap)
        angle = (
            lean + rng.normal(0, 0.05)
            if tidy
            else rng.choice([0, np.pi / 2, np.pi, -np.pi / 2]) + rng.normal(0, 0.15)
            if rng.random() < 0.7
            else rng.uniform(-np.pi, np.pi)
        )
        x, y = rng.uniform(-spread, spread) * 1.25, rng.uniform(-spread, spread) * 0.8 * height
        box = (x, y, length / 2 + 0.15, height / 2 + 0.1, angle)
        if any(overlaps(box, other) for other in boxes):
            continue
        boxes.append(box)
        c, s = np.cos(angle), np.sin(angle)
        loose = abs(rng.normal(0, 0.02))
        for i, card in enumerate(cards):
            along = (i + 0.5) * (1 + gap) - length / 2
            across = rng.normal(0, loose)
            turned = angle + rng.normal(0, loose) + (np.pi if rng.random() < 0.03 else 0)
            middle = (x + along * c - across * s, y + along * s + across * c)
            tiles.append((*middle, turned, card, len(boxes)))
    return tiles[:TILES_MAX]


# ---- the camera -------------------------------------------------------------------------------


class Camera:
    def __init__(self, rng, points):
        """Looks at those points of the table so that nearly all of them are in the picture."""
        tilt = abs(rng.normal(0, 0.45)) if rng.random() < 0.9 else rng.uniform(0, 0.95)
        self.tilt = min(tilt, 0.95)
        roll = rng.normal(0, 0.12) + rng.choice(
            [0, np.pi / 2, np.pi, -np.pi / 2], p=[0.7, 0.13, 0.04, 0.13]
        )
        extent = max(4.0, np.abs(points).max() * 2)
        self.distance = extent * rng.uniform(1.1, 3)
        c, s = np.cos(roll), np.sin(roll)
        self.turn = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1.0]])
        self.place = np.eye(3)
        seen = self.project(points, 0)
        low, high = seen.min(0), seen.max(0)
        fill = rng.uniform(0.75, 1.02) if rng.random() < 0.85 else rng.uniform(1.02, 1.4)
        scale = fill * min(WIDTH / (high[0] - low[0] + 1), HEIGHT / (high[1] - low[1] + 1))
        scale = max(rng.uniform(28, 34), min(scale, rng.uniform(80, 170)))
        middle = (low + high) / 2
        room = np.maximum(0, np.array([WIDTH, HEIGHT]) - (high - low) * scale) / 2
        target = np.array([WIDTH, HEIGHT]) / 2 + rng.uniform(-0.8, 0.8, 2) * room
        self.place = np.array(
            [
                [scale, 0, target[0] - scale * middle[0]],
                [0, scale, target[1] - scale * middle[1]],
                [0, 0, 1],
            ]
        )
        self.scale = scale

    def matrix(self, z):
        c, s = np.cos(self.tilt), np.sin(self.tilt)
        tilted = np.array(
            [[1, 0, 0], [0, c, -z * s], [0, -s / self.distance, 1 - z * c / self.distance]]
        )
        return self.place @ tilted @ self.turn

    def project(self, points, z):
        homogeneous = np.c_[points, np.ones(len(points))] @ self.matrix(z).T
        return homogeneous[:, :2] / homogeneous[:, 2:]


# ---- drawing ----------------------------------------------------------------------------------


def soft(rng, cells, size=(WIDTH, HEIGHT)):
    """Smooth noise between about -1 and 1."""
    grid = rng.normal(0, 0.5, (cells[1], cells[0])).astype(np.float32)
    return np.asarray(Image.fromarray(grid).resize(size, Image.BICUBIC))


def ground(rng):
    """A table without anything on it: wood, cloth, stone, paint."""
    colours = [
        (120, 80, 45),
        (170, 120, 70),
        (200, 160, 110),
        (80, 50, 30),
        (225, 215, 200),
        (40, 90, 55),
        (240, 240, 238),
        (50, 52, 58),
        (140, 30, 35),
        (60, 80, 120),
        (190, 185, 175),
        (226, 200, 160),
    ]
    base = np.array(colours[rng.integers(len(colours))], np.float32) + rng.normal(0, 14, 3)
    kind = rng.random()
    if kind < 0.5:  # wood
        field = soft(rng, (int(rng.integers(2, 6)), int(rng.integers(25, 120))))
        rings = np.sin(
            (
                soft(rng, (3, 5)) * rng.uniform(4, 14)
                + np.linspace(0, rng.uniform(4, 30), HEIGHT)[:, None]
            )
            * 2
        )
        field = field + rng.uniform(0, 0.6) * rings
        if rng.random() < 0.5:
            boards = (np.arange(HEIGHT) // rng.integers(80, 320)) % 2
            field = field + (boards[:, None] - 0.5) * rng.uniform(0, 0.8)
    elif kind < 0.75:  # cloth
        field = soft(rng, (WIDTH // 3, HEIGHT // 3)) * rng.uniform(0.3, 1.5) + soft(rng, (6, 5))
        if rng.random() < 0.5:
            step = rng.integers(20, 140)
            checks = ((np.arange(WIDTH) // step) % 2)[None, :] + (
                (np.arange(HEIGHT) // step) % 2
            )[:, None]
            field = field + (checks - 1) * rng.uniform(0.2, 2.5)
    else:
        field = soft(rng, (5, 4)) + rng.uniform(0, 0.5) * soft(rng, (90, 70))
    tint = base * rng.uniform(0.08, 0.28) + rng.normal(0, 4, 3)
    picture = base + field[:, :, None] * tint
    if rng.random() < 0.5:
        picture = picture.transpose(1, 0, 2)
        picture = np.asarray(
            Image.fromarray(np.clip(picture, 0, 255).astype(np.uint8)).resize((WIDTH, HEIGHT))
        ).astype(np.float32)
    return np.clip(picture, 0, 255).astype(np.float32)


def clutter(rng, picture, manner):
    """Things that are no tiles: paper with digits, cups, hands, cloths' edges, pens."""
    image = Image.fromarray(picture.astype(np.uint8))
    pen = ImageDraw.Draw(image)
    for _ in range(rng.integers(0, 6)):
        x, y = rng.uniform(0, WIDTH), rng.uniform(0, HEIGHT)
        a, b = rng.uniform(15, 260, 2)
        colour = tuple(int(v) for v in rng.integers(20, 256, 3))
        if rng.random() < 0.4:
            colour = tuple(int(v) for v in 235 + rng.integers(-25, 20, 3))
        turn, kind = rng.uniform(0, np.pi), rng.random()
        c, s = np.cos(turn), np.sin(turn)
        corners = [
            (x + c * u * a - s * v * b, y + s * u * a + c * v * b)
            for u, v in ((-1, -1), (1, -1), (1, 1), (-1, 1))
        ]
        if kind < 0.35:
            pen.ellipse([x - a, y - b, x + a, y + b], fill=colour, outline=(60, 50, 40))
        elif kind < 0.6:
            pen.line([corners[0], corners[2]], fill=colour, width=int(rng.integers(3, 40)))
        else:
            pen.polygon(corners, fill=colour)
            for _ in range(rng.integers(0, 12)):
                text = manner.text_mask(str(rng.integers(1, 300)), rng.uniform(10, 40))
                text = text.rotate(np.degrees(-turn), expand=True)
                image.paste(
                    tuple(int(v) for v in rng.integers(0, 130, 3)),
                    (int(x + rng.uniform(-0.6, 0.6) * a), int(y + rng.uniform(-0.6, 0.6) * b)),
                    text,
                )
    return np.asarray(image).astype(np.float32)


def window(quads, margin):
    low = np.floor(quads.min(0) - margin).astype(int)
    high = np.ceil(quads.max(0) + margin).astype(int)
    x0, y0, x1, y1 = max(0, low[0]), max(0, low[1]), min(WIDTH, high[0]), min(HEIGHT, high[1])
    return None if x1 - x0 < 2 or y1 - y0 < 2 else (x0, y0, x1, y1)


def local(box, inverse, tile):
    """Coordinates relative to a tile, in its widths, for the pixels of a window."""
    x0, y0, x1, y1 = box
    px, py = np.meshgrid(np.arange(x0, x1) + 0.5, np.arange(y0, y1) + 0.5)
    w = inverse[2, 0] * px + inverse[2, 1] * py + inverse[2, 2]
    tx = (inverse[0, 0] * px + inverse[0, 1] * py + inverse[0, 2]) / w - tile[0]
    ty = (inverse[1, 0] * px + inverse[1, 1] * py + inverse[1, 2]) / w - tile[1]
    c, s = np.cos(tile[2]), np.sin(tile[2])
    return c * tx + s * ty, -s * tx + c * ty


def inside(u, v, half_width, half_height, radius):
    """Distance to the edge of a rounded box, negative inside."""
    du, dv = np.abs(u) - half_width + radius, np.abs(v) - half_height + radius
    return (
        np.hypot(np.maximum(du, 0), np.maximum(dv, 0))
        + np.minimum(np.maximum(du, dv), 0)
        - radius
    )


def sample(texture, u, v):
    h, w = texture.shape[:2]
    x, y = np.clip(u, 0, w - 1.001), np.clip(v, 0, h - 1.001)
    x0, y0 = x.astype(np.int32), y.astype(np.int32)
    fx, fy = (x - x0)[..., None], (y - y0)[..., None]
    flat = texture.reshape(-1, texture.shape[2])
    at = y0 * w + x0
    return (flat[at] * (1 - fx) + flat[at + 1] * fx) * (1 - fy) + (
        flat[at + w] * (1 - fx) + flat[at + w + 1] * fx
    ) * fy


def blend(picture, box, alpha, colour):
    x0, y0, x1, y1 = box
    part = picture[y0:y1, x0:x1]
    part += alpha[..., None] * (colour - part)


class Light:
    def __init__(self, rng):
        angle = rng.uniform(0, 2 * np.pi)
        self.direction = np.array([np.cos(angle), np.sin(angle)]) * rng.uniform(0.02, 0.3)
        self.shadow = rng.uniform(0.1, 0.6)
        self.softness = rng.uniform(0.05, 0.35)
        self.edge = rng.uniform(0.05, 0.4)


def corners_of(tile, height):
    c, s = np.cos(tile[2]), np.sin(tile[2])
    return np.array(
        [
            [tile[0] + c * u - s * v, tile[1] + s * u + c * v]
            for u, v in (
                (-0.5, -height / 2),
                (0.5, -height / 2),
                (0.5, height / 2),
                (-0.5, height / 2),
            )
        ]
    )


def draw_tile(picture, camera, light, manner, tile, thickness, rng):
    outline = corners_of(tile, manner.height)
    pixels = camera.scale
    low, top = camera.project(outline, 0), camera.project(outline, thickness)
    both = np.r_[low, top]
    box = window(both, pixels * 0.7)
    if box is None:
        return top
    u, v = local(box, np.linalg.inv(camera.matrix(0)), tile)
    c, s = np.cos(tile[2]), np.sin(tile[2])
    du = c * light.direction[0] + s * light.direction[1]
    dv = -s * light.direction[0] + c * light.direction[1]
    edge = inside(u - du, v - dv, 0.5, manner.height / 2, manner.radius)
    blend(
        picture,
        box,
        light.shadow * np.clip(0.5 - edge / light.softness, 0, 1) ** 2,
        np.float32(0),
    )
    box = window(both, 2)
    if box is None:
        return top
    layers = 1 if camera.tilt < 0.05 else 4
    for i in range(layers + 1):
        z = thickness * i / layers
        u, v = local(box, np.linalg.inv(camera.matrix(z)), tile)
        edge = inside(u, v, 0.5, manner.height / 2, manner.radius)
        alpha = np.clip(0.5 - edge * pixels, 0, 1)
        if i < layers:
            blend(picture, box, alpha, manner.body * (0.45 + 0.25 * i / layers))
    face = manner.face(tile[3])
    step = max(1, int(FACE_WIDTH / max(8, pixels) + 0.3))
    if step > 1:
        h, w = face.shape[0] // step * step, face.shape[1] // step * step
        face = face[:h, :w].reshape(h // step, step, w // step, step, 3).mean((1, 3))
    unit = face.shape[1]
    colour = sample(
        face.astype(np.float32), (u + 0.5) * unit - 0.5, (v + manner.height / 2) * unit - 0.5
    )
    bevel = np.clip(1 + edge / 0.07, 0, 1)
    slope = np.clip(-(du * u + dv * v) / 0.15, -1, 1)
    colour = colour * (1 + light.edge * bevel * slope + rng.normal(0, 0.02))[..., None]
    blend(picture, box, alpha, colour)
    return top


def expose(rng, picture):
    """Light, colour of the light, lens, sensor and file."""
    lit = 1 + soft(rng, (3, 3)) * rng.uniform(0, 0.5)
    if rng.random() < 0.3:  # a shadow of somebody's arm
        shade = Image.new("L", (WIDTH // 8, HEIGHT // 8))
        points = [tuple(p) for p in rng.uniform(-20, 160, (4, 2))]
        ImageDraw.Draw(shade).polygon(points, fill=255)
        shade = shade.filter(ImageFilter.GaussianBlur(rng.uniform(1, 10))).resize((WIDTH, HEIGHT))
        lit = lit * (1 - np.asarray(shade) / 255 * rng.uniform(0.1, 0.55))
    picture = picture * lit[..., None]
    for _ in range(rng.integers(0, 3) if rng.random() < 0.4 else 0):  # a lamp's reflection
        x, y, r = rng.uniform(0, WIDTH), rng.uniform(0, HEIGHT), rng.uniform(15, 130)
        yy, xx = np.ogrid[:HEIGHT, :WIDTH]
        glow = np.exp(-((xx - x) ** 2 + (yy - y) ** 2) / (2 * r * r)) * rng.uniform(20, 110)
        picture = picture + glow[..., None].astype(np.float32)
    warm = rng.normal(0, 0.11)
    gain = np.array([1 + warm, 1 + rng.normal(0, 0.03), 1 - warm]) * rng.uniform(0.5, 1.12)
    picture = 255 * np.clip(picture * gain / 255, 0, 1) ** rng.uniform(0.75, 1.3)
    grey = picture.mean(2, keepdims=True)
    picture = grey + (picture - grey) * rng.uniform(0.65, 1.25)
    noise = rng.uniform(0, 9) if rng.random() < 0.8 else rng.uniform(9, 20)
    if noise > 0.5:
        strip = rng.normal(0, noise, (HEIGHT // 2, WIDTH, 3)).astype(np.float32)
        picture = picture + np.concatenate([strip, strip[::-1, ::-1]])
    image = Image.fromarray(np.clip(picture, 0, 255).astype(np.uint8))
    blur = rng.random()
    if blur < 0.55:
        image = image.filter(ImageFilter.GaussianBlur(rng.uniform(0.3, 1.7)))
    elif blur < 0.7:
        image = image.filter(ImageFilter.BoxBlur(int(rng.integers(1, 3))))
    if rng.random() < 0.3:
        image = image.filter(ImageFilter.UnsharpMask(2, int(rng.integers(50, 200)), 2))
    if rng.random() < 0.8:
        file = io.BytesIO()
        image.save(file, "JPEG", quality=int(rng.integers(40, 95)))
        image = Image.open(file)
    return np.asarray(image.convert("RGB"))


def table(rng, glyphs, faces):
    """A picture (HEIGHT, WIDTH, 3) and its tiles: corners in pixels, a card and a meld each; CUT
    or FACE_DOWN instead of a card where nobody could be asked to read it."""
    manner = Manner(rng, glyphs, faces[rng.integers(len(faces))])
    tiles = layout(rng, manner.height)
    points = np.concatenate([corners_of(tile, manner.height) for tile in tiles])
    camera, light = Camera(rng, points), Light(rng)
    picture = ground(rng)
    if rng.random() < 0.6:
        picture = clutter(rng, picture, manner)
    thickness = rng.uniform(0.05, 0.35)
    truth = []
    order = np.argsort([camera.project(np.array([[t[0], t[1]]]), 0)[0, 1] for t in tiles])
    for i in order:
        quad = draw_tile(picture, camera, light, manner, tiles[i], thickness, rng)
        middle, slack = quad.mean(0), 0.25 * camera.scale
        whole = (quad.min(0) > -slack).all() and (
            quad.max(0) < np.array([WIDTH, HEIGHT]) + slack
        ).all()
        if (middle > 0).all() and (middle < [WIDTH, HEIGHT]).all():
            card = tiles[i][3] if whole else CUT
            truth.append((quad, FACE_DOWN if card is None else card, tiles[i][4]))
    return expose(rng, picture), truth


def notation(card):
    """As the games write it; None where it could not be read."""
    if card < 0:
        return None
    return "*" if card == JOKER else f"{'ygbr'[card // 13]}{card % 13 + 1}"


def main():
    words = [word for word in sys.argv[1:] if not word.startswith("--")]
    folder, count = pathlib.Path(words[0]), int(words[1])
    seed = int(words[2]) if len(words) > 2 else 1
    with np.load(words[3] if len(words) > 3 else "glyphs.npz") as file:
        glyphs = {name: file[name] for name in file}
    faces = faces_of(glyphs, "--unseen" in sys.argv)
    folder.mkdir(parents=True, exist_ok=True)
    for i in range(count):
        picture, truth = table(np.random.default_rng([seed, i]), glyphs, faces)
        Image.fromarray(picture).save(folder / f"{i:04}.jpg", quality=80)
        tiles = [
            {"card": notation(card), "meld": meld, "corners": np.round(quad).astype(int).tolist()}
            for quad, card, meld in truth
        ]
        (folder / f"{i:04}.json").write_text(json.dumps(tiles))


if __name__ == "__main__":
    main()
