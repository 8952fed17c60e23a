"""A published model's weights come back: the restored network computes what the file computes."""

import tempfile
import unittest
from pathlib import Path

import numpy as np
import onnxruntime
import torch
from torch import nn

import locator_export
import network
from locator_net import Exported, Locator
from network import Reader
from published import measure_norms, restore

MODELS = Path(__file__).resolve().parents[1]


def random_norms(model: nn.Module) -> nn.Module:
    """Batch norms as a training leaves them: none is the identity."""
    for norm in model.modules():
        if isinstance(norm, nn.BatchNorm2d):
            for value in (norm.running_mean, norm.bias.data):
                value.normal_(0, 0.2)
            for value in (norm.running_var, norm.weight.data):
                value.uniform_(0.5, 1.5)
    return model.eval()


class Published(unittest.TestCase):
    def setUp(self) -> None:
        torch.manual_seed(3)
        self.crops, self.picture = torch.rand(4, 3, 64, 64), torch.rand(1, 3, 64, 96)

    @torch.inference_mode()
    def test_a_reader_comes_back_from_its_float16_file(self) -> None:
        reader, again = random_norms(Reader(48, pretrained=False)), Reader(48, pretrained=False)
        reader.centre.normal_()
        with tempfile.TemporaryDirectory() as folder:
            network.export(reader, Path(folder) / "reader.onnx", 64)
            restore(again, Path(folder) / "reader.onnx")
        for was, now in zip(network.Exported(reader)(self.crops), network.Exported(again)(self.crops)):
            torch.testing.assert_close(now, was, atol=0.02, rtol=0.02)

    @torch.inference_mode()
    def test_a_locator_comes_back_from_its_float16_file(self) -> None:
        locator, again = random_norms(Locator(pretrained=False)), Locator(pretrained=False)
        with tempfile.TemporaryDirectory() as folder:
            locator_export.export(locator, Path(folder) / "locator.onnx")
            restore(again, Path(folder) / "locator.onnx")
        for was, now in zip(Exported(locator)(self.picture), Exported(again)(self.picture)):
            torch.testing.assert_close(now, was, atol=0.02, rtol=0.02)

    @torch.inference_mode()
    def test_measuring_the_norms_changes_nothing_and_training_mode_hardly_anything(self) -> None:
        reader = random_norms(Reader(48, pretrained=False))
        was = reader(self.crops)[0]
        measure_norms(reader, [self.crops])
        torch.testing.assert_close(reader(self.crops)[0], was, atol=1e-3, rtol=1e-3)
        for module in reader.modules():
            if isinstance(module, nn.BatchNorm2d):
                module.train()
        torch.testing.assert_close(reader(self.crops)[0], was, atol=0.02, rtol=0.02)

    @torch.inference_mode()
    def test_the_committed_models_come_back(self) -> None:
        classes = 48
        for name, model, given in (("reader", Reader(classes, pretrained=False), self.crops), ("locator", Locator(pretrained=False), self.picture)):
            restore(model, MODELS / f"{name}.onnx")
            exported = (network.Exported if name == "reader" else Exported)(model).eval()
            session = onnxruntime.InferenceSession(str(MODELS / f"{name}.onnx"), providers=["CPUExecutionProvider"])
            published = session.run(None, {session.get_inputs()[0].name: given.numpy()})[0]
            ours = exported(given)[0].numpy()
            self.assertGreater(np.corrcoef(published.ravel(), ours.ravel())[0, 1], 0.97, name)


if __name__ == "__main__":
    unittest.main()
