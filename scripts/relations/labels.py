"""The labelled development samples: what the model is fitted to, and what every rule's effect is measured on."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from vocabulary import Word, read_lines


@dataclass(frozen=True)
class Sample:
    rows: np.ndarray  # places of the labelled pairs among all pairs
    accepted: np.ndarray  # labelled strict, near or accepted
    strict: np.ndarray


def read_sample(paths: list[Path], words: list[Word], pairs: np.ndarray) -> Sample:
    """The labelled pairs that are still among the candidates."""
    place = {word.text: i for i, word in enumerate(words)}
    row_of = {tuple(pair): row for row, pair in enumerate(pairs.tolist())}
    found = []
    for word, other, label in (row for path in paths for row in read_lines(path)[1:]):
        if word in place and other in place:
            row = row_of.get(tuple(sorted((place[word], place[other]))))
            if row is not None:
                found.append((row, label))
    labels = np.array([label for _, label in found])
    return Sample(
        rows=np.array([row for row, _ in found], np.int64),
        accepted=labels != "wrong",
        strict=labels == "strict",
    )
