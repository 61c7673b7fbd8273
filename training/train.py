#!/usr/bin/python3
"""train.py OUT_FOLDER [--seconds 500] [--workers 15] [--glyphs glyphs.npz] [--start FOLDER]

Trains the two networks of src/sight on tables that render.py makes meanwhile, and writes
weights.bin (what C reads), networks.pt (to go on from) and report.json (how good it is on tables
with faces it never saw). Needs PyTorch; with a GPU nine minutes are enough.
"""
import argparse
import json
import pathlib
import time

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

import render
from networks import CROP, Finder, Reader, export

STRIDE = 8  # pixels of a rendered picture for each cell of the finder: half size, then quarter
DEVICE = "cuda" if torch.cuda.is_available() else "cpu"


class Tables(torch.utils.data.IterableDataset):
    def __init__(self, glyphs, seed, unseen, count=None):
        self.glyphs, self.seed, self.unseen, self.count = glyphs, seed, unseen, count

    def __iter__(self):
        worker = torch.utils.data.get_worker_info()
        torch.set_num_threads(1)
        index, step = (worker.id, worker.num_workers) if worker else (0, 1)
        with np.load(self.glyphs) as file:
            glyphs = {name: file[name] for name in file}
        faces = render.faces_of(glyphs, self.unseen)
        while self.count is None or index < self.count:
            picture, truth = render.table(
                np.random.default_rng([self.seed, index]), glyphs, faces
            )
            quads = np.zeros((render.TILES_MAX, 4, 2), np.float32)
            cards = np.full(render.TILES_MAX, render.NO_TILE, np.int64)
            for i, (quad, card, _) in enumerate(truth):
                quads[i], cards[i] = quad, card
            yield torch.from_numpy(picture.transpose(2, 0, 1).copy()), torch.from_numpy(
                quads
            ), torch.from_numpy(cards)
            index += step


class Pool:
    """Pictures on the device, filled while training goes on; the oldest make room."""

    def __init__(self, size):
        self.pictures = torch.zeros(
            size, 3, render.HEIGHT, render.WIDTH, dtype=torch.uint8, device=DEVICE
        )
        self.quads = torch.zeros(size, render.TILES_MAX, 4, 2, device=DEVICE)
        self.cards = torch.full((size, render.TILES_MAX), -1, device=DEVICE)
        self.count = self.total = 0

    def add(self, batch):
        pictures, quads, cards = batch
        for i in range(len(pictures)):
            at = self.total % len(self.pictures)
            self.pictures[at] = pictures[i].to(DEVICE)
            self.quads[at], self.cards[at] = quads[i].to(DEVICE), cards[i].to(DEVICE)
            self.total += 1
        self.count = min(self.total, len(self.pictures))

    def take(self, size):
        which = torch.randint(self.count, (size,), device=DEVICE)
        return self.pictures[which].float() / 255, self.quads[which], self.cards[which]


# ---- what the finder is to say -----------------------------------------------------------------


def doubled(vector):
    """A direction without a sign: its angle twice, its length once."""
    x, y = vector[..., 0], vector[..., 1]
    length = torch.hypot(x, y).clamp(min=1e-6)
    return torch.stack([(x * x - y * y) / length, 2 * x * y / length], -1)


def halves(quads):
    """Middle, half the way to the right and half the way up, of quads (..., 4, 2)."""
    middle = quads.mean(-2)
    right = (quads[..., 1, :] + quads[..., 2, :] - quads[..., 0, :] - quads[..., 3, :]) / 4
    up = (quads[..., 0, :] + quads[..., 1, :] - quads[..., 2, :] - quads[..., 3, :]) / 4
    return middle, right, up


def finder_targets(quads, cards):
    middle, right, up = (part / STRIDE for part in halves(quads))
    rows, columns = render.HEIGHT // STRIDE, render.WIDTH // STRIDE
    yy, xx = torch.meshgrid(
        torch.arange(rows, device=DEVICE) + 0.5,
        torch.arange(columns, device=DEVICE) + 0.5,
        indexing="ij",
    )
    dx = middle[:, :, 0, None, None] - xx
    dy = middle[:, :, 1, None, None] - yy
    narrow = torch.minimum(right.norm(dim=-1), up.norm(dim=-1))
    sigma = (0.32 * narrow).clamp(min=0.6)[:, :, None, None]
    heat = torch.exp(-(dx * dx + dy * dy) / (2 * sigma * sigma)) * (cards >= 0)[:, :, None, None]
    heat, nearest = heat.max(1)
    unread = (
        torch.exp(-(dx * dx + dy * dy) / (8 * sigma * sigma)) * (cards < -1)[:, :, None, None]
    )
    blind = (unread.amax(1) > 0.3) & (heat < 0.1)
    wanted = torch.cat([torch.zeros_like(middle), doubled(right), doubled(up)], -1)
    flat = nearest.flatten(1)
    maps = wanted.gather(1, flat[..., None].expand(-1, -1, 6)).reshape(*nearest.shape, 6)
    maps = maps.permute(0, 3, 1, 2).clone()
    maps[:, 0] = dx.gather(1, nearest[:, None])[:, 0]
    maps[:, 1] = dy.gather(1, nearest[:, None])[:, 0]
    peak = (maps[:, :2] ** 2).sum(1) < 0.5
    return heat, maps, peak & (heat > 0.1), blind


def finder_loss(found, heat, maps, near, blind):
    score = torch.sigmoid(found[:, 0]).clamp(1e-4, 1 - 1e-4)
    certain = near & (heat > 0.7)
    gain = torch.where(
        certain,
        -torch.log(score) * (1 - score) ** 2,
        -torch.log(1 - score) * score**2 * (1 - heat) ** 4 * ~blind,
    )
    number = certain.sum().clamp(min=1)
    wrong = (found[:, 1:] - maps).abs() * near[:, None]
    size = maps[:, 2:4].norm(dim=1, keepdim=True).clamp(min=1)
    return gain.sum() / number + 2 * (wrong / size).sum() / near.sum().clamp(min=1)


# ---- what the reader is to say -----------------------------------------------------------------


def crops(pictures, which, middle, right, up):
    """Tiles cut out of pictures (n, 3, h, w), each picture pixel sampled finely and averaged."""
    fine_w, fine_h = CROP[0] * 4, CROP[1] * 4
    v, u = torch.meshgrid(
        (torch.arange(fine_h, device=DEVICE) + 0.5) / fine_h * 2 - 1,
        (torch.arange(fine_w, device=DEVICE) + 0.5) / fine_w * 2 - 1,
        indexing="ij",
    )
    at = (
        middle[:, None, None]
        + u[None, ..., None] * right[:, None, None] * CROP[2]
        - v[None, ..., None] * up[:, None, None] * CROP[2]
    )
    grid = at / torch.tensor([render.WIDTH / 2, render.HEIGHT / 2], device=DEVICE) - 1
    out = []
    for i in which.unique():
        mine = grid[which == i]
        flat = mine.reshape(1, -1, fine_w, 2)
        cut = F.grid_sample(pictures[i : i + 1], flat, padding_mode="border", align_corners=False)
        out.append(F.avg_pool2d(cut.reshape(3, len(mine), fine_h, fine_w).transpose(0, 1), 4))
    return torch.cat(out)


def normal(cut):
    flat = cut.flatten(1)
    return (cut - flat.mean(1)[:, None, None, None]) / (flat.std(1) + 0.02)[:, None, None, None]


def reader_batch(pictures, quads, cards, size):
    """Crops around true tiles, moved as a finder may err, and some of nothing; by picture."""
    middle, right, up = halves(quads)
    real = ((cards >= 0) | (cards == render.FACE_DOWN)).nonzero()
    real = real[torch.randperm(len(real), device=DEVICE)[:size]]
    which, place = real[:, 0], real[:, 1]
    m, r, u, card = (
        middle[which, place],
        right[which, place],
        up[which, place],
        cards[which, place],
    )
    noise = torch.randn(len(m), 8, device=DEVICE)
    length = r.norm(dim=-1, keepdim=True)
    m = m + noise[:, :2] * length * 0.08
    turn = noise[:, 2:3] * 0.06
    perpendicular = torch.stack([-r[:, 1], r[:, 0]], -1)
    r = r * (1 + noise[:, 3:4] * 0.06) + perpendicular * turn
    sideways = torch.stack([-u[:, 1], u[:, 0]], -1)
    u = u * (1 + noise[:, 4:5] * 0.06) + sideways * (turn + noise[:, 5:6] * 0.03)
    flipped = torch.rand(len(m), device=DEVICE) < 0.5
    sign = torch.where(flipped, -1.0, 1.0)[:, None]
    r, u = r * sign, u * sign
    nothing = max(1, size // 12)
    nw = torch.randint(len(pictures), (nothing,), device=DEVICE)
    nm = torch.rand(nothing, 2, device=DEVICE) * torch.tensor(
        [render.WIDTH, render.HEIGHT], device=DEVICE
    )
    near = ((nm[:, None] - middle[nw]).norm(dim=-1) < 0.9 * right[nw].norm(dim=-1)) & (
        cards[nw] != render.NO_TILE
    )
    far = ~near.any(1)
    other = torch.randint(len(m), (nothing,), device=DEVICE)
    which = torch.cat([which, nw[far]])
    m, r, u = (
        torch.cat([m, nm[far]]),
        torch.cat([r, r[other[far]]]),
        torch.cat([u, u[other[far]]]),
    )
    card = torch.cat([card, torch.full((int(far.sum()),), render.NO_TILE, device=DEVICE)])
    flipped = torch.cat([flipped, flipped[other[far]]])
    order = which.argsort(stable=True)
    which, card, flipped = which[order], card[order], flipped[order]
    return normal(crops(pictures, which, m[order], r[order], u[order])), card, flipped


def reader_loss(said, card, flipped):
    number = torch.where(card < 0, 14, torch.where(card == 52, 13, card % 13))
    loss = F.cross_entropy(said[:, :15], number, label_smoothing=0.02)
    coloured = (card >= 0) & (card < 52)
    loss = loss + F.cross_entropy(
        said[coloured, 15:19], card[coloured] // 13, label_smoothing=0.02
    )
    seen = card >= 0
    return loss + 0.5 * F.binary_cross_entropy_with_logits(said[seen, 19], flipped[seen].float())


# ---- the whole way, as C goes it ---------------------------------------------------------------


def undoubled(x, y):
    length = torch.hypot(x, y)
    angle = torch.atan2(y, x) / 2
    return torch.stack([length * torch.cos(angle), length * torch.sin(angle)], -1)


def find(finder, picture):
    small = F.avg_pool2d(picture[None], 2)
    found = finder(small - 0.5)[0]
    score = torch.sigmoid(found[0])
    peak = (score == F.max_pool2d(score[None, None], 3, 1, 1)[0, 0]) & (score > 0.3)
    rows, columns = peak.nonzero(as_tuple=True)
    order = score[rows, columns].argsort(descending=True)[:150]
    rows, columns = rows[order], columns[order]
    said, rows, columns = found[:, rows, columns].cpu(), rows.cpu(), columns.cpu()
    middle = torch.stack([columns + 0.5 + said[1], rows + 0.5 + said[2]], -1) * STRIDE
    right, up = undoubled(said[3], said[4]) * STRIDE, undoubled(said[5], said[6]) * STRIDE
    cross = right[:, 0] * up[:, 1] - right[:, 1] * up[:, 0]
    up = torch.where((cross > 0)[:, None], -up, up)
    kept = []
    for i in range(len(middle)):
        reach = torch.minimum(right[i].norm(), up[i].norm())
        if all(
            (middle[i] - middle[j]).norm()
            > 0.9 * torch.minimum(reach, torch.minimum(right[j].norm(), up[j].norm()))
            for j in kept
        ):
            kept.append(i)
    return tuple(part[kept].to(DEVICE) for part in (middle, right, up))


def read(reader, picture, middle, right, up):
    which = torch.zeros(len(middle), dtype=torch.long, device=DEVICE)
    said = [
        reader(normal(crops(picture[None], which, middle, s * right, s * up))) for s in (1, -1)
    ]
    turned = said[0][:, 19] > said[1][:, 19]
    best = torch.where(turned[:, None], said[1], said[0])
    number, colour = best[:, :15].softmax(1), best[:, 15:19].softmax(1)
    cards = torch.cat(
        [(colour[:, :, None] * number[:, None, :13]).flatten(1), number[:, 13:14]], 1
    )
    sure, card = cards.max(1)
    return card, sure, number[:, 14]


@torch.no_grad()
def judge(finder, reader, pool):
    """How many tiles are found and read, over a pool of pictures."""
    finder.eval(), reader.eval()
    sums = dict(
        tiles=0,
        found=0,
        right=0,
        false=0,
        number=0,
        colour=0,
        doubted=0,
        wrong_undoubted=0,
        tables=0,
        perfect=0,
        small=0,
        small_right=0,
    )
    for i in range(pool.count):
        picture, true = pool.pictures[i].float() / 255, pool.cards[i].cpu() >= 0
        cut = halves(pool.quads[i].cpu()[pool.cards[i].cpu() < render.NO_TILE])
        tm, tr, _ = halves(pool.quads[i].cpu()[true])
        cards = pool.cards[i].cpu()[true]
        middle, right, up = find(finder, picture)
        false = 0
        hit = torch.zeros(len(cards), dtype=torch.bool)
        correct = hit.clone()
        if len(middle):
            card, sure, none = (said.cpu() for said in read(reader, picture, middle, right, up))
            middle = middle.cpu()
            for j in range(len(middle)):
                if (
                    none[j] > 0.5
                    or ((cut[0] - middle[j]).norm(dim=-1) < cut[1].norm(dim=-1)).any()
                ):
                    continue
                near = (
                    (tm - middle[j]).norm(dim=-1) / tr.norm(dim=-1) if len(tm) else torch.ones(0)
                )
                k = int(near.argmin()) if len(near) else -1
                if k < 0 or near[k] > 0.7 or hit[k]:
                    false += 1
                    continue
                hit[k] = True
                good = bool(card[j] == cards[k])
                correct[k] = good
                sums["doubted"] += int(sure[j] < 0.9)
                sums["wrong_undoubted"] += int(not good and sure[j] >= 0.9)
                joker = card[j] == 52 or cards[k] == 52
                sums["number"] += int(good if joker else card[j] % 13 == cards[k] % 13)
                sums["colour"] += int(good if joker else card[j] // 13 == cards[k] // 13)
        small = tr.norm(dim=-1) < 20
        sums["small"] += int(small.sum())
        sums["small_right"] += int(correct[small].sum())
        sums["tiles"] += len(cards)
        sums["found"] += int(hit.sum())
        sums["right"] += int(correct.sum())
        sums["false"] += false
        sums["tables"] += 1
        sums["perfect"] += int(false == 0 and bool(correct.all()))
    finder.train(), reader.train()
    return sums


def main():
    asked = argparse.ArgumentParser()
    asked.add_argument("out", type=pathlib.Path)
    asked.add_argument("--seconds", type=float, default=500)
    asked.add_argument("--workers", type=int, default=15)
    asked.add_argument("--pool", type=int, default=14000)
    asked.add_argument("--judged", type=int, default=300)
    asked.add_argument("--glyphs", default="glyphs.npz")
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--start", type=pathlib.Path)
    args = asked.parse_args()
    began = time.monotonic()
    finder, reader = Finder().to(DEVICE), Reader().to(DEVICE)
    rate = 3e-3
    if args.start:
        state = torch.load(args.start / "networks.pt", map_location=DEVICE)
        finder.load_state_dict(state["finder"]), reader.load_state_dict(state["reader"])
        rate = 1.5e-3

    def load(seed, unseen, count=None):
        return iter(
            torch.utils.data.DataLoader(
                Tables(args.glyphs, seed, unseen, count),
                batch_size=4,
                num_workers=args.workers,
                prefetch_factor=4,
            )
        )

    unseen = Pool(args.judged)
    for batch in load(args.seed + 1000, True, args.judged):
        unseen.add(batch)
    print(f"{time.monotonic() - began:.0f} s: {unseen.count} tables to judge by", flush=True)
    source, pool = load(args.seed, False), Pool(args.pool)
    while pool.total < min(64, args.pool):
        pool.add(next(source))
    parameters = [*finder.parameters(), *reader.parameters()]
    steps = torch.optim.AdamW(parameters, lr=rate, weight_decay=1e-4)
    began_training, step, last_fill, shown = time.monotonic(), 0, 0.0, 0.0
    train_seconds = args.seconds - (began_training - began)
    while (spent := time.monotonic() - began_training) < train_seconds:
        for group in steps.param_groups:
            part = spent / train_seconds
            group["lr"] = (
                rate * min(1, (step + 1) / 300) * (0.01 + 0.99 * 0.5 * (1 + np.cos(np.pi * part)))
            )
        if spent - last_fill > 0.12:
            last_fill = spent
            pool.add(next(source))
        pictures, quads, cards = pool.take(16)
        batch, card, flipped = reader_batch(pictures, quads, cards, 384)
        small = F.avg_pool2d(pictures, 2) - 0.5
        small = small * (1 + 0.2 * torch.randn(len(small), 3, 1, 1, device=DEVICE).clamp(-2, 2))
        loss_find = finder_loss(finder(small), *finder_targets(quads, cards))
        loss_read = reader_loss(reader(batch), card, flipped)
        steps.zero_grad()
        (loss_find + loss_read).backward()
        nn.utils.clip_grad_norm_(parameters, 5)
        steps.step()
        step += 1
        if spent - shown > 20:
            shown = spent
            print(
                f"{spent:.0f} s: step {step}, {pool.total} pictures, find {loss_find.item():.3f}, "
                f"read {loss_read.item():.3f}",
                flush=True,
            )
    args.out.mkdir(parents=True, exist_ok=True)
    torch.save(
        {"finder": finder.state_dict(), "reader": reader.state_dict()}, args.out / "networks.pt"
    )
    export(finder, reader, args.out / "weights.bin")
    report = judge(finder, reader, unseen)
    report.update(steps=step, pictures=pool.total)
    (args.out / "report.json").write_text(json.dumps(report) + "\n")
    print(json.dumps(report))


if __name__ == "__main__":
    main()
