"""The pairs that the model judges: what the WordNet bridge found, and nearest neighbours. A pair is i < j, in one list."""

from pathlib import Path

import numpy as np

from neighbours import MOST
from vocabulary import Word, read_lines


def read_weights(path: Path, words: list[Word]) -> dict[tuple[int, int], int]:
    """Weights in thousandths of the pairs of a candidates' file; a pair that stands there both ways has the higher one."""
    place = {word.text: i for i, word in enumerate(words)}
    found: dict[tuple[int, int], int] = {}
    for word, other, weight in read_lines(path):
        if word in place and other in place:
            pair = tuple(sorted((place[word], place[other])))
            found[pair] = max(found.get(pair, 0), int(weight))
    return found


def read_pairs(path: Path, words: list[Word], kind: str) -> set[tuple[int, int]]:
    """Pairs of one type of a file of relations."""
    place = {word.text: i for i, word in enumerate(words)}
    rows = (row for row in read_lines(path) if row[0] == kind and row[1] in place and row[2] in place)
    return {tuple(sorted((place[word], place[other]))) for _, word, other in rows}


def merge(
    bridged: dict[tuple[int, int], int], near: tuple[np.ndarray, np.ndarray, np.ndarray]
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """All pairs in order, (n, 2); the bridge's weights, 0 where it has none; and the worse of the two ranks, 24 where
    one does not have the other among its nearest."""
    left, right, ranks = near
    seen: dict[tuple[int, int], list[int]] = {}
    for i, j, rank in zip(left.tolist(), right.tolist(), ranks.tolist()):
        seen.setdefault((min(i, j), max(i, j)), []).append(rank)
    pairs = sorted(seen.keys() | bridged.keys())
    weights = np.array([bridged.get(pair, 0) for pair in pairs], np.int32)
    worse = np.array([max(seen[pair]) if len(seen.get(pair, ())) == 2 else MOST for pair in pairs], np.int32)
    return np.array(pairs, np.int32), weights, worse
