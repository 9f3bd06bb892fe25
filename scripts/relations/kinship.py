"""Second witnesses: what speaks for a pair apart from the English of its glosses, which says too little where it has several senses.

Measured on the words that people called synonyms of either, and on the pairs that a first judgement found likely.
"""

from collections import defaultdict

import numpy as np

from embed import SCALE, unit, whole
from features import Vectors
from meaning_vectors import cosines
from vocabulary import Word

NAMES = (
    "kin_word",  # cosine of the words, each averaged with its curated synonyms
    "kin_gloss",  # cosine of the meanings, likewise
    "go_between",  # curated synonyms that both have: 500 for one, 1000 for more
    "company",  # likely synonyms that both have, of those of the one that has fewer
    "only",  # 1000 where each has one meaning only: nothing else can agree or disagree
)

MOST_GO_BETWEENS = 2


def measure(
    words: list[Word], pairs: np.ndarray, vectors: Vectors, curated: set[tuple[int, int]], likely: np.ndarray
) -> np.ndarray:
    """Measures of each pair, (len(pairs), len(NAMES)) int32, in thousandths; `likely` has the likelihood in per cent of
    the pairs that the first judgement lets through, and 0 of the others."""
    kin = neighbourhoods(curated)
    company = _company(pairs, curated, likely)
    table = np.zeros((len(pairs), len(NAMES)), np.int32)
    table[:, 0] = cosines(with_kin(vectors.words, kin), pairs[:, 0], pairs[:, 1])
    table[:, 1] = cosines(with_kin(vectors.meanings, kin), pairs[:, 0], pairs[:, 1])
    for row, (i, j) in enumerate(pairs.tolist()):
        shared = len(kin.get(i, set()) & kin.get(j, set()))
        table[row, 2] = 1000 * min(MOST_GO_BETWEENS, shared) // MOST_GO_BETWEENS
        table[row, 3] = shared_company(company.get(i, {}), company.get(j, {}))
        table[row, 4] = (len(words[i].meanings) == 1 and len(words[j].meanings) == 1) * 1000
    return table


def neighbourhoods(pairs: set[tuple[int, int]]) -> dict[int, set[int]]:
    found: dict[int, set[int]] = defaultdict(set)
    for i, j in pairs:
        found[i].add(j)
        found[j].add(i)
    return dict(found)


def with_kin(vectors: np.ndarray, kin: dict[int, set[int]]) -> np.ndarray:
    """Each row with half of the mean of its kin's rows: unit vectors, whole as embed.py has them."""
    table = vectors.astype(np.float64) / SCALE
    for i, others in kin.items():
        table[i] = table[i] + vectors[sorted(others)].astype(np.float64).mean(axis=0) / SCALE
    return whole(unit(table))


def shared_company(one: dict[int, int], other: dict[int, int]) -> int:
    """How much of the smaller company is in the larger one; a word with few companions proves little."""
    both = sum(min(one[i], other[i]) for i in one.keys() & other.keys())
    return 10 * both // (1 + min(len(one), len(other)))


def _company(pairs: np.ndarray, curated: set[tuple[int, int]], likely: np.ndarray) -> dict[int, dict[int, int]]:
    found: dict[int, dict[int, int]] = defaultdict(dict)
    for (i, j), percent in zip(pairs.tolist(), likely.tolist()):
        if percent:
            found[i][j] = found[j][i] = percent
    for i, j in curated:
        found[i][j] = found[j][i] = 100
    return dict(found)
