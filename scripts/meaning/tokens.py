"""A vector for every English gloss token, fitted so that a gloss's tokens add up to its word's vector.

Free text in English is then the sum of its tokens' vectors. It needs no weights: the fit gives rare tokens longer vectors.
"""

import collections
import math
import re

import numpy as np

GLOSS_WEIGHTS = (1.0, 0.5, 0.3)
POPULAR = 40_000
"""Words beyond this rank count half."""
LEAST_GLOSSES = 6
RIDGE = 1.0
TOKEN = re.compile("[a-z]{2,}")


def token_table(meanings: list[tuple[str, ...]], vectors: np.ndarray) -> tuple[list[str], np.ndarray]:
    """The tokens in code point order and their vectors as int8; only the direction of a sum of them means anything.
    `vectors` has a row for each word, most popular first."""
    rows = [
        (rank, weight if rank < POPULAR else weight / 2, set(TOKEN.findall(gloss.lower())))
        for rank, found in enumerate(meanings)
        for weight, gloss in zip(GLOSS_WEIGHTS, found)
    ]
    counts = collections.Counter(token for _, _, found in rows for token in found)
    tokens = sorted(token for token, count in counts.items() if count >= LEAST_GLOSSES)
    place = {token: i for i, token in enumerate(tokens)}
    left = np.zeros((len(tokens), len(tokens)))
    right = np.zeros((len(tokens), vectors.shape[1]))
    for rank, weight, found in rows:
        own = sorted(place[token] for token in found if token in place)
        if own:
            left[np.ix_(own, own)] += weight / len(own)
            right[own] += weight / math.sqrt(len(own)) * vectors[rank]
    left[range(len(tokens)), range(len(tokens))] += RIDGE
    fitted = np.linalg.solve(left, right)
    scale = 127 / np.abs(fitted).max()
    return tokens, np.clip(np.rint(fitted * scale), -127, 127).astype(np.int8)
