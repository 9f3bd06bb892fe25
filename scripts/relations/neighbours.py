"""Nearest neighbours of every word by the vectors of its glosses: exact, by whole products."""

import hashlib
from pathlib import Path

import numpy as np

from embed import SCALE

MOST = 24
NEAREST = 1000


def neighbours(vectors: np.ndarray, least: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Pairs (word, neighbour, rank from 0) with a cosine of `least` thousandths or more, at most 24 a word.

    Ties go to the earlier word, so that the same vectors always give the same pairs.
    """
    # float32 holds these whole numbers and their products exactly (embed.py), and multiplies them far faster than integers.
    table = vectors.astype(np.float32)
    cut_off = least * SCALE * SCALE / 1000
    words, others, ranks = [], [], []
    for start in range(0, len(table), NEAREST):
        products = table[start : start + NEAREST] @ table.T
        rows = np.arange(len(products))
        products[rows, start + rows] = -1
        for row, product in enumerate(products):
            near = np.flatnonzero(product >= cut_off)
            near = near[np.lexsort((near, -product[near]))][:MOST]
            words.append(np.full(len(near), start + row))
            others.append(near)
            ranks.append(np.arange(len(near)))
    return np.concatenate(words), np.concatenate(others), np.concatenate(ranks)


def load_or_make(folder: Path, vectors: np.ndarray, least: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The pairs that an earlier run found for the same vectors, else those that this one finds."""
    key = hashlib.sha256(vectors.tobytes() + str((least, MOST)).encode()).hexdigest()[:16]
    path = folder / f"{key}.npy"
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        unfinished = path.with_suffix(".part")
        with unfinished.open("wb") as file:
            np.save(file, np.stack(neighbours(vectors, least)).astype(np.int32))
        unfinished.rename(path)
    found = np.load(path)
    return found[0], found[1], found[2]
