"""networks.py: the two networks, and how they are written for C.

src/sight/networks.c has the same shapes. Both are plain convolutions with ReLU. While training each
has a batch normalisation behind it, which is folded into weights and biases when they are
written: bytes, with a scale for each output.
"""
import struct

import numpy as np
import torch
from torch import nn

OUTPUTS_STEP = 8  # C reckons that many outputs at a time
CROP = (36, 48, 1.15)  # of a tile: width, height, and how much more than the tile is seen


class Layer(nn.Module):
    def __init__(self, come, go, size=3, stride=1, dilation=1, last=False, padding=None):
        super().__init__()
        around = dilation * (size // 2) if padding is None else padding
        self.convolution = nn.Conv2d(come, go, size, stride, around, dilation, bias=last)
        self.normal = None if last else nn.BatchNorm2d(go)
        self.last = last

    def forward(self, x):
        x = self.convolution(x)
        return x if self.last else torch.relu(self.normal(x))

    def folded(self):
        weight = self.convolution.weight.detach().double().cpu()
        if self.last:
            return weight.numpy(), self.convolution.bias.detach().double().cpu().numpy()
        gain = (
            (self.normal.weight / torch.sqrt(self.normal.running_var + self.normal.eps))
            .detach()
            .double()
            .cpu()
        )
        bias = (
            self.normal.bias.detach().double().cpu()
            - gain * self.normal.running_mean.double().cpu()
        )
        return (weight * gain[:, None, None, None]).numpy(), bias.numpy()


class Finder(nn.Module):
    """From a picture of half the size to a map of a quarter of that: a score, how far the middle
    is, and both half axes with their angles doubled."""

    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList(
            [
                Layer(3, 16, stride=2),
                Layer(16, 24, stride=2),
                Layer(24, 24),
                Layer(24, 40, stride=2),
                Layer(40, 40),
                Layer(40, 40, dilation=2),
                Layer(40, 40, dilation=4),
                Layer(40, 40, dilation=2),
                Layer(40, 24, size=1),
                Layer(24, 24),
                Layer(24, 8, size=1, last=True),
            ]
        )
        with torch.no_grad():
            self.layers[-1].convolution.bias[0] = -4

    def forward(self, x):
        layers = self.layers
        fine = layers[2](layers[1](layers[0](x)))
        deep = layers[3](fine)
        for i in (4, 5, 6, 7):
            deep = deep + layers[i](deep)
        up = nn.functional.interpolate(layers[8](deep), scale_factor=2, mode="nearest")
        return layers[10](layers[9](fine + up))[:, :7]


class Reader(nn.Module):
    """From a cut-out tile to 13 numbers, joker, nothing; 4 colours; upside down."""

    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList(
            [
                Layer(3, 16, stride=2),
                Layer(16, 32),
                Layer(32, 32, stride=2),
                Layer(32, 48),
                Layer(48, 64, stride=2),
                Layer(64, 64, size=(6, 5), padding=0),
                Layer(64, 20, size=1, last=True),
            ]
        )

    def forward(self, x):
        for i, layer in enumerate(self.layers):
            x = layer(x)
            if i == 5 and self.training:
                x = nn.functional.dropout(x, 0.1)
        return x[:, :, 0, 0]


def export(finder, reader, path):
    with open(path, "wb") as file:
        for layer in [*finder.layers, *reader.layers]:
            weight, bias = layer.folded()
            more = -len(bias) % OUTPUTS_STEP
            weight, bias = np.pad(weight, ((0, more), (0, 0), (0, 0), (0, 0))), np.pad(
                bias, (0, more)
            )
            scale = np.maximum(np.abs(weight).max((1, 2, 3)), 1e-12) / 127
            coded = np.round(weight / scale[:, None, None, None]).astype(np.int8)
            file.write(struct.pack(f"<{len(scale)}f", *scale))
            file.write(struct.pack(f"<{len(bias)}f", *bias))
            # outputs innermost: row, column, input, output
            file.write(np.ascontiguousarray(coded.transpose(2, 3, 1, 0)).tobytes())
