"""Takes the weights back out of a published model, so that a training can begin where the last one ended.

Checkpoints stay on the machine that trained; the repository holds what was exported, with every batch norm folded into
its convolution and the weights in seven or eight bits. :func:`restore` puts those into a fresh network, and
:func:`measure_norms` gives its batch norms statistics again without changing what the network computes.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from onnx import GraphProto, numpy_helper
from torch import Tensor, nn


def restore(model: nn.Module, path: Path) -> None:
    """Give ``model`` the weights of the ONNX file that was exported from such a network, in float16 or int8."""
    graph = onnx.load(str(path)).graph
    stored = _initialisers(graph)
    folded = {_module(node.name): node for node in graph.node if node.op_type in ("Conv", "Gemm")}
    norms = _norms(model)
    with torch.no_grad():
        for name, module in model.named_modules():
            if not isinstance(module, nn.Conv2d | nn.Linear):
                continue
            weight, bias = (torch.from_numpy(stored[given].copy()) for given in folded[name].input[1:3])
            module.weight.copy_(weight.reshape(module.weight.shape))
            if module.bias is not None:
                module.bias.copy_(bias)
                continue
            norm = norms[name]
            norm.running_mean.zero_()
            norm.running_var.fill_(1 - norm.eps)
            norm.weight.fill_(1)
            norm.bias.copy_(bias)
        if hasattr(model, "centre"):
            model.centre.copy_(torch.from_numpy(_centre(graph, stored).copy()).reshape(-1))
    model.eval()


@torch.inference_mode()
def measure_norms(model: nn.Module, inputs: Iterable[Tensor]) -> None:
    """Set every batch norm's statistics to what ``inputs`` bring it, and its scale and shift so that nothing changes."""
    sums: dict[nn.BatchNorm2d, list[Tensor | float]] = {}

    def count(norm: nn.BatchNorm2d, given: tuple[Tensor, ...]) -> None:
        seen = given[0].double().transpose(0, 1).flatten(1)
        held = sums.setdefault(norm, [0.0, 0.0, 0.0])
        held[0], held[1], held[2] = held[0] + seen.shape[1], held[1] + seen.sum(1), held[2] + (seen * seen).sum(1)

    hooks = [norm.register_forward_pre_hook(count) for norm in model.modules() if isinstance(norm, nn.BatchNorm2d)]
    model.eval()
    for batch in inputs:
        model(batch)
    for hook in hooks:
        hook.remove()
    for norm, (number, total, squares) in sums.items():
        mean = (total / number).float()
        variance = (squares / number).float() - mean * mean
        gain = norm.weight / torch.sqrt(norm.running_var + norm.eps)
        shift = norm.bias - norm.running_mean * gain
        norm.running_mean.copy_(mean)
        norm.running_var.copy_(variance.clamp(min=0))
        norm.weight.copy_(gain * torch.sqrt(norm.running_var + norm.eps))
        norm.bias.copy_(shift + mean * gain)


def _initialisers(graph: GraphProto) -> dict[str, NDArray[np.float32]]:
    """Every stored tensor as float32 under the name that nodes take it by: plain, cast from float16, or dequantised."""
    raw = {tensor.name: numpy_helper.to_array(tensor) for tensor in graph.initializer}
    found = dict(raw)
    for node in graph.node:
        if node.input and node.input[0] in raw:
            if node.op_type == "Cast":
                found[node.output[0]] = raw[node.input[0]].astype(np.float32)
            if node.op_type == "DequantizeLinear":
                found[node.output[0]] = _dequantised(*(raw[name] for name in node.input))
    return found


def _dequantised(values: NDArray, scale: NDArray[np.float32], zero: NDArray) -> NDArray[np.float32]:
    """Numbers of a quantised tensor whose first axis has a scale each, or one for all."""
    shape = (-1,) + (1,) * (values.ndim - 1)
    return (values.astype(np.float32) - zero.reshape(shape)) * scale.reshape(shape)


def _module(node: str) -> str:
    """The module that a node was exported from: ``/locator/wide/wide.0/wide.0.2/Conv`` is ``wide.0.2``."""
    parts = node.strip("/").split("/")[1:-1]
    return ".".join(part for part, inner in zip(parts, [*parts[1:], ""]) if not inner.startswith(part + "."))


def _norms(model: nn.Module) -> dict[str, nn.BatchNorm2d]:
    """The batch norm that follows each convolution without a bias, by the convolution's name: the next one to run."""
    ran: list[tuple[str, nn.Module]] = []
    hooks = [
        module.register_forward_hook(lambda module, _in, _out, name=name: ran.append((name, module)))
        for name, module in model.named_modules()
        if isinstance(module, nn.Conv2d | nn.BatchNorm2d)
    ]
    with torch.inference_mode():
        model.eval()(torch.zeros(1, 3, 64, 64))
    for hook in hooks:
        hook.remove()
    return {name: norm for (name, conv), (_, norm) in zip(ran, ran[1:]) if isinstance(conv, nn.Conv2d) and isinstance(norm, nn.BatchNorm2d)}


def _centre(graph: GraphProto, stored: dict[str, NDArray[np.float32]]) -> NDArray[np.float32]:
    """The mean feature that the reader's embedding is centred on: what is subtracted from the pooled features."""
    pooled = next(node.output[0] for node in graph.node if node.op_type == "ReduceMean")
    return next(stored[node.input[1]] for node in graph.node if node.op_type == "Sub" and node.input[0] == pooled)
