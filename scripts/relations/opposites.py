"""What is measured of two words that WordNet opposes. Every measure is a whole number, in thousandths."""

import numpy as np

from features import Vectors
from meaning_vectors import cosines
from vocabulary import Word

NAMES = (
    "opposed",  # WordNet's weight
    "valence",  # 1000 where one is positive and the other negative, -1000 where both are the same of these
    "gloss",  # cosine of the meanings: opposites speak of the same thing
    "word",  # cosine of the words themselves
    "length",  # 1000 where they are equally long
)

_POLAR = ("正", "負")


def measure(words: list[Word], pairs: np.ndarray, weights: np.ndarray, vectors: Vectors) -> np.ndarray:
    """Measures of each pair, (len(pairs), len(NAMES)) int32; `weights` has WordNet's weights in thousandths."""
    table = np.zeros((len(pairs), len(NAMES)), np.int32)
    table[:, 0] = weights
    table[:, 2] = cosines(vectors.meanings, pairs[:, 0], pairs[:, 1])
    table[:, 3] = cosines(vectors.words, pairs[:, 0], pairs[:, 1])
    for row, (i, j) in enumerate(pairs.tolist()):
        a, b = words[i], words[j]
        if a.valence in _POLAR and b.valence in _POLAR:
            table[row, 1] = -1000 if a.valence == b.valence else 1000
        table[row, 4] = (len(a.text) == len(b.text)) * 1000
    return table
