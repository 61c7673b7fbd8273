#!/usr/bin/python3
"""glyphs.py FILE.npz [FOLDER]: digits and the letters of JOKER as masks, from all fonts there.

A renderer elsewhere needs no fonts then. Faces that lack a character or draw two of them alike are
left out, and so is every face that looks like one before it. Debian: python3-pil, python3-numpy and
as many packages fonts-* as one likes (README.md has those that were used).
"""
import hashlib
import pathlib
import sys

import numpy as np
from PIL import Image, ImageDraw, ImageFont

CHARACTERS = "0123456789JOKER"
ORNAMENTS = {"D050000L"}  # faces with pictures in the places of digits
HEIGHT, WIDTH, CAPITAL = 96, 112, 64  # of a cell, and of a zero within it


def face_masks(path):
    """The masks and advances of one font file, or None where it is of no use."""
    try:
        probe = ImageFont.truetype(str(path), 100)
        box = probe.getbbox("0", anchor="ls")
        font = ImageFont.truetype(str(path), max(8, round(100 * CAPITAL / max(1, -box[1]))))
        masks, advances = [], []
        for character in CHARACTERS:
            cell = Image.new("L", (WIDTH, HEIGHT))
            ImageDraw.Draw(cell).text((8, 80), character, 255, font=font, anchor="ls")
            masks.append(np.asarray(cell))
            advances.append(min(WIDTH - 8, round(font.getlength(character))))
    except (OSError, ValueError, ZeroDivisionError):
        return None
    inked = [mask.sum() / 255 for mask in masks]
    if min(inked) < 60 or len({mask.tobytes() for mask in masks}) < len(CHARACTERS):
        return None
    if min(inked[:10]) < 500 or any(
        mask[[0, -1]].any() or mask[:, [0, -1]].any() for mask in masks
    ):
        return None  # thinner than any tile is printed, or too large for its cell
    if max(inked) > 0.6 * WIDTH * HEIGHT or max(advances) > WIDTH - 12:
        return None
    return np.stack(masks), np.array(advances, np.int32)


def main():
    folder = pathlib.Path(sys.argv[2] if len(sys.argv) > 2 else "/usr/share/fonts")
    masks, advances, names, seen = [], [], [], set()
    for path in sorted(folder.rglob("*.[ot]tf")):
        face = None if path.stem in ORNAMENTS else face_masks(path)
        if face is None:
            continue
        small = face[0][:10, ::8, ::8] // 64
        key = hashlib.sha256(small.tobytes()).digest()
        if key in seen:
            continue
        seen.add(key)
        masks.append(face[0])
        advances.append(face[1])
        names.append(path.name)
    np.savez_compressed(
        sys.argv[1], masks=np.stack(masks), advances=np.stack(advances), names=np.array(names)
    )
    print(f"{len(names)} faces")


if __name__ == "__main__":
    main()
