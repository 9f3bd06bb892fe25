"""One vector a word, from its glosses: the first says most."""

import numpy as np

from embed import SCALE, unit, whole
from vocabulary import Word

WEIGHTS = (1.0, 0.6, 0.4)


def meaning_vectors(words: list[Word], glosses: list[str], vectors: np.ndarray) -> np.ndarray:
    """Weighted means of the first three meanings, (len(words), width) int16 multiples of 1/2048."""
    place = {gloss: i for i, gloss in enumerate(glosses)}
    sums = np.zeros((len(words), vectors.shape[1]), np.float64)
    for number, word in enumerate(words):
        for weight, meaning in zip(WEIGHTS, word.meanings):
            sums[number] += weight * vectors[place[meaning]]
    return whole(unit(sums))


def cosines(vectors: np.ndarray, left: np.ndarray, right: np.ndarray, batch: int = 20000) -> np.ndarray:
    """Cosine of each pair of rows, in thousandths, int32."""
    found = np.empty(len(left), np.int32)
    for start in range(0, len(left), batch):
        a = vectors[left[start : start + batch]].astype(np.int64)
        b = vectors[right[start : start + batch]].astype(np.int64)
        found[start : start + batch] = ((a * b).sum(axis=1) * 1000) // (SCALE * SCALE)
    return found
