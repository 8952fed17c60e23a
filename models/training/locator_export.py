"""Writes models/locator.onnx with its weights stored as float16."""

from __future__ import annotations

import hashlib
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper

from locator_net import Exported, Locator


def store_as_half(model: onnx.ModelProto, least: int = 64) -> onnx.ModelProto:
    """Store float32 initialisers of ``least`` values or more as float16 and cast them back in the graph.

    ONNX Runtime folds the casts when it loads the model: half the file, the same speed.
    """
    casts = []
    for tensor in model.graph.initializer:
        if tensor.data_type != TensorProto.FLOAT:
            continue
        values = numpy_helper.to_array(tensor)
        if values.size < least or np.abs(values).max() > 6e4:
            continue
        name = tensor.name
        tensor.CopyFrom(numpy_helper.from_array(values.astype(np.float16), f"{name}_half"))
        casts.append(helper.make_node("Cast", [f"{name}_half"], [name], to=TensorProto.FLOAT))
    nodes = casts + list(model.graph.node)
    del model.graph.node[:]
    model.graph.node.extend(nodes)
    return model


def export(model: Locator, path: Path) -> None:
    """Export a trained net, batch 1, any height and width that are multiples of 32."""
    picture = torch.zeros(1, 3, 320, 448)
    axes = {"image": {2: "height", 3: "width"}, "heat": {2: "rows", 3: "columns"}, "corners": {2: "rows", 3: "columns"}}
    torch.onnx.export(
        Exported(model).eval(), (picture,), str(path), input_names=["image"], output_names=["heat", "corners"], dynamic_axes=axes, opset_version=17, dynamo=False
    )
    graph = store_as_half(onnx.load(str(path)))
    onnx.checker.check_model(graph)
    onnx.save(graph, str(path))


def sha256(path: Path) -> str:
    """The file's digest in hex, as the manifest carries it."""
    return hashlib.sha256(path.read_bytes()).hexdigest()
