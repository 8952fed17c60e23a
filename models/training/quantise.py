"""Turns an exported model into int8 where that costs little: half the time on processors with VNNI, a quarter of the file.

``python quantise.py --model models/locator.onnx --scenes FOLDER`` rewrites the file in place; with ``--locator FILE`` the model
is the reader, and sees what that locator frames. The manifest's hash must be renewed. Ranges come from training pictures and rendered scenes, never from the unseen set.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Iterable
from pathlib import Path

import cv2
import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import GraphProto, ModelProto, numpy_helper
from onnxruntime.quantization import CalibrationDataReader, CalibrationMethod, QuantFormat, QuantType, quantize_static
from onnxruntime.quantization.shape_inference import quant_pre_process

from locate import Locate
from rectify import rectify_fast

EXACT = ("/heat/", "/shape/", "/log_scale/", "/merge4/", "/lateral4/", "/narrow/")
"""Parts of the locator that stay float32: the corners come out of them, and a pixel matters there."""

READER_EXACT = ("/stem/", "/stem_norm/", "/head/")
"""Parts of the reader that stay float32."""

CROP = (448, 320)


def unhalved(model: ModelProto) -> ModelProto:
    """Undo ``store_as_half``: float32 initialisers in place of casts."""
    graph = model.graph
    stored = {tensor.name: tensor for tensor in graph.initializer}
    kept, made = [], []
    for node in graph.node:
        if node.op_type == "Cast" and node.input[0] in stored:
            made.append(numpy_helper.from_array(numpy_helper.to_array(stored[node.input[0]]).astype(np.float32), node.output[0]))
        else:
            kept.append(node)
    used = {name for node in kept for name in node.input}
    initialisers = [tensor for tensor in graph.initializer if tensor.name in used] + made
    del graph.node[:]
    graph.node.extend(kept)
    del graph.initializer[:]
    graph.initializer.extend(initialisers)
    return model


class _Pictures(CalibrationDataReader):
    def __init__(self, name: str, inputs: Iterable[NDArray[np.float32]]) -> None:
        self.name, self.inputs = name, iter(inputs)

    def get_next(self) -> dict[str, NDArray[np.float32]] | None:
        item = next(self.inputs, None)
        return None if item is None else {self.name: item}


def seven_bits(graph: GraphProto, exact: list[str]) -> dict[str, list[dict]]:
    """Seven bits for the weights of all convolutions but the depthwise ones.

    Processors with AVX2 but without VNNI, which is most laptops, multiply these as matrices and add two products in
    16 bits, where eight bits can overflow: tiles were then misread, and surely.
    """
    dense = [
        node for node in graph.node
        if node.op_type == "Conv" and node.name not in exact and all(a.i == 1 for a in node.attribute if a.name == "group")
    ]
    return {node.input[1]: [{"axis": 0, "quant_type": QuantType.QInt8, "symmetric": True, "reduce_range": True}] for node in dense}


def quantise(path: Path, inputs: Iterable[NDArray[np.float32]], exact: tuple[str, ...] = EXACT) -> None:
    """Rewrite the model file: convolutions in int8, weights per channel, activations asymmetric, ``exact`` parts left.

    """
    with tempfile.TemporaryDirectory() as folder:
        plain, ready = Path(folder) / "plain.onnx", Path(folder) / "ready.onnx"
        onnx.save(unhalved(onnx.load(str(path))), str(plain))
        quant_pre_process(str(plain), str(ready), skip_symbolic_shape=True)
        graph = onnx.load(str(ready)).graph
        name = graph.input[0].name
        left = [node.name for node in graph.node if any(part in node.name for part in exact)]
        quantize_static(
            str(ready), str(path), _Pictures(name, inputs), quant_format=QuantFormat.QDQ, per_channel=True, activation_type=QuantType.QUInt8,
            weight_type=QuantType.QInt8, op_types_to_quantize=["Conv", "Add", "Clip", "Relu", "Resize"], nodes_to_exclude=left,
            calibrate_method=CalibrationMethod.MinMax, extra_options={"TensorQuantOverrides": seven_bits(graph, left)},
        )
    onnx.checker.check_model(onnx.load(str(path)))


def locator_inputs(files: list[Path]) -> Iterable[NDArray[np.float32]]:
    """Pictures as the locator takes them, one at a time."""
    for file in files:
        image = cv2.imread(str(file), cv2.IMREAD_COLOR)
        if image is not None:
            resized = cv2.resize(image[..., ::-1], CROP, interpolation=cv2.INTER_AREA)
            yield np.ascontiguousarray(resized.transpose(2, 0, 1)[None]).astype(np.float32) / 255


def reader_inputs(files: list[Path], locate: Locate) -> Iterable[NDArray[np.float32]]:
    """Crops as the reader takes them, those of a picture in one batch, each in a quarter turn of its own."""
    for file in files:
        image = cv2.imread(str(file), cv2.IMREAD_COLOR)
        if image is None:
            continue
        picture = np.ascontiguousarray(image[..., ::-1])
        crops = [np.rot90(rectify_fast(picture, found.corners), number % 4) for number, found in enumerate(locate(picture))]
        if crops:
            yield np.ascontiguousarray(np.stack(crops).transpose(0, 3, 1, 2)).astype(np.float32) / 255


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", type=Path, required=True)
    parser.add_argument("--scenes", type=Path, nargs="+", required=True, help="folders of pictures to take the ranges from")
    parser.add_argument("--count", type=int, default=48, help="pictures of each folder")
    parser.add_argument("--locator", type=Path, help="the model is the reader, and this locator frames its tiles")
    given = parser.parse_args()
    files = [file for folder in given.scenes for file in sorted(folder.rglob("*.jpg"))[: given.count]]
    if given.locator:
        locate = Locate(str(given.locator), 4, 640, 0.25, 0.3, threads=1)
        quantise(given.model, reader_inputs(files, locate), READER_EXACT)
    else:
        quantise(given.model, locator_inputs(files))


if __name__ == "__main__":
    main()
