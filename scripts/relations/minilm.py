"""all-MiniLM-L6-v2 in numpy: sentences in, unit vectors out (mean of the last layer, 384 numbers)."""

import json
import struct
from pathlib import Path
from typing import NamedTuple

import numpy as np
from tokenizers import Tokenizer

import weights

LAYERS = 6
HEADS = 12
WIDTH = 384
LONGEST = 48  # tokens; a gloss is a few words
BATCH = 64
EPSILON = 1e-12


class Layer(NamedTuple):
    attention_in: tuple[np.ndarray, np.ndarray]  # query, key and value side by side
    attention_out: tuple[np.ndarray, np.ndarray]
    attention_norm: tuple[np.ndarray, np.ndarray]
    wide: tuple[np.ndarray, np.ndarray]
    narrow: tuple[np.ndarray, np.ndarray]
    norm: tuple[np.ndarray, np.ndarray]


class MiniLM:
    def __init__(self) -> None:
        tensors = _read_tensors(weights.checked(weights.MINILM, "model/model.safetensors"))
        self.tokenizer = Tokenizer.from_file(str(weights.checked(weights.MINILM, "model/tokenizer.json")))
        self.tokenizer.no_padding()
        self.tokenizer.enable_truncation(LONGEST)
        self.words = tensors["embeddings.word_embeddings.weight"]
        # Every sentence is of the first kind: its embedding can be added to the positions' once.
        self.positions = (
            tensors["embeddings.position_embeddings.weight"] + tensors["embeddings.token_type_embeddings.weight"][0]
        )
        self.norm = _pair(tensors, "embeddings.LayerNorm", transpose=False)
        self.layers = [_layer(tensors, f"encoder.layer.{number}.") for number in range(LAYERS)]

    def encode(self, sentences: list[str]) -> np.ndarray:
        """Unit vectors, (len(sentences), 384) float32, each of which depends on its own sentence alone.

        Sentences of equal length go together, so nothing is padded within one; a batch is always filled up, because a
        matrix product may sum in another order when it has another number of rows.
        """
        ids = [encoding.ids for encoding in self.tokenizer.encode_batch(sentences)]
        order = sorted(range(len(ids)), key=lambda i: len(ids[i]))
        vectors = np.empty((len(ids), WIDTH), np.float32)
        start = 0
        while start < len(order):
            stop = start
            while stop < len(order) and stop - start < BATCH and len(ids[order[stop]]) == len(ids[order[start]]):
                stop += 1
            batch = order[start:stop]
            filled = batch + [batch[0]] * (BATCH - len(batch))
            vectors[batch] = self._forward(np.array([ids[i] for i in filled]))[: len(batch)]
            start = stop
        return vectors

    def _forward(self, ids: np.ndarray) -> np.ndarray:
        sentences, length = ids.shape
        x = (self.words[ids] + self.positions[:length]).reshape(-1, WIDTH)
        x = _normalise(x, *self.norm)
        for layer in self.layers:
            x = _normalise(x + _attend(x, layer, sentences, length), *layer.attention_norm)
            x = _normalise(x + _gelu(x @ layer.wide[0] + layer.wide[1]) @ layer.narrow[0] + layer.narrow[1], *layer.norm)
        means = x.reshape(sentences, length, WIDTH).mean(axis=1)
        return means / np.linalg.norm(means, axis=1, keepdims=True)


def _attend(x: np.ndarray, layer: Layer, sentences: int, length: int) -> np.ndarray:
    each = WIDTH // HEADS
    mixed = (x @ layer.attention_in[0] + layer.attention_in[1]).reshape(sentences, length, 3, HEADS, each)
    query, key, value = mixed.transpose(2, 0, 3, 1, 4)
    scores = query @ key.transpose(0, 1, 3, 2) / np.float32(np.sqrt(each))
    shares = np.exp(scores - scores.max(axis=-1, keepdims=True))
    shares /= shares.sum(axis=-1, keepdims=True)
    heads = (shares @ value).transpose(0, 2, 1, 3).reshape(-1, WIDTH)
    return heads @ layer.attention_out[0] + layer.attention_out[1]


def _normalise(x: np.ndarray, gain: np.ndarray, bias: np.ndarray) -> np.ndarray:
    x = x - x.mean(axis=-1, keepdims=True)
    return x / np.sqrt((x * x).mean(axis=-1, keepdims=True) + EPSILON) * gain + bias


def _gelu(x: np.ndarray) -> np.ndarray:
    return np.float32(0.5) * x * (1 + _erf(x * np.float32(np.sqrt(0.5))))


def _erf(x: np.ndarray) -> np.ndarray:
    """Abramowitz and Stegun 7.1.26; within 1.5e-7. numpy has no error function of its own."""
    size = np.abs(x)
    t = 1 / (1 + np.float32(0.3275911) * size)
    series = np.zeros_like(t)
    for coefficient in (1.061405429, -1.453152027, 1.421413741, -0.284496736, 0.254829592):
        series = (series + np.float32(coefficient)) * t
    return np.sign(x) * (1 - series * np.exp(-size * size))


def _layer(tensors: dict[str, np.ndarray], prefix: str) -> Layer:
    parts = [_pair(tensors, f"{prefix}attention.self.{name}") for name in ("query", "key", "value")]
    return Layer(
        attention_in=(np.concatenate([part[0] for part in parts], axis=1), np.concatenate([part[1] for part in parts])),
        attention_out=_pair(tensors, f"{prefix}attention.output.dense"),
        attention_norm=_pair(tensors, f"{prefix}attention.output.LayerNorm", transpose=False),
        wide=_pair(tensors, f"{prefix}intermediate.dense"),
        narrow=_pair(tensors, f"{prefix}output.dense"),
        norm=_pair(tensors, f"{prefix}output.LayerNorm", transpose=False),
    )


def _pair(tensors: dict[str, np.ndarray], name: str, transpose: bool = True) -> tuple[np.ndarray, np.ndarray]:
    weight = tensors[f"{name}.weight"]
    return (np.ascontiguousarray(weight.T) if transpose else weight, tensors[f"{name}.bias"])


def _read_tensors(path: Path) -> dict[str, np.ndarray]:
    """A safetensors file: the header's length (8 bytes), the header as JSON, the numbers."""
    data = path.read_bytes()
    (length,) = struct.unpack("<Q", data[:8])
    header = json.loads(data[8 : 8 + length])
    kinds = {"F32": np.float32, "F16": np.float16, "I64": np.int64}
    tensors = {}
    for name, about in header.items():
        if name == "__metadata__":
            continue
        start, end = about["data_offsets"]
        numbers = np.frombuffer(data[8 + length + start : 8 + length + end], kinds[about["dtype"]])
        tensors[name.removeprefix("bert.")] = numbers.reshape(about["shape"])
    return tensors
