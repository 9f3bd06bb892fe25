"""What is measured of a pair of words. Every measure is a whole number, in thousandths."""

import re
from dataclasses import dataclass

import numpy as np

from embed import SCALE
from meaning_vectors import cosines
from vocabulary import Word

NAMES = (
    "bridged",  # 1000 where the WordNet bridge would offer the pair by itself
    "refused",  # 1000 where WordNet knows both words and joins them in no sense
    "gloss",  # cosine of the meanings as a whole
    "nearest",  # cosine of the two glosses that are nearest to each other
    "overlap",  # words that two glosses have in common, of all their words; later glosses count for less
    "agreeing",  # glosses that both have, of the glosses of the word that has more
    "word",  # cosine of the words themselves
    "contained",  # 1000 where one word stands within the other
    "noun",  # 1000 for nouns, whose near neighbours are often only of one kind
)

OFFERED = 600
"""The bridge's weight, in thousandths, from which it would offer a pair by itself."""

_GLOSS_WEIGHTS = (1.0, 0.7, 0.5, 0.4)
_LETTERS = re.compile(r"[a-z]+")
_EMPTY_WORDS = frozenset("to a an the of be in on for with and or at by from into up out as is ones one".split())


@dataclass(frozen=True)
class Vectors:
    """Embeddings, rows in the order of the words or of `glosses`; int16 multiples of 1/2048."""

    meanings: np.ndarray
    words: np.ndarray
    glosses: list[str]
    gloss_rows: np.ndarray


def measure(words: list[Word], pairs: np.ndarray, bridge: np.ndarray, vectors: Vectors) -> np.ndarray:
    """Measures of each pair, (len(pairs), len(NAMES)) int32; `bridge` has the bridge's weights in thousandths."""
    table = np.zeros((len(pairs), len(NAMES)), np.int32)
    column = {name: i for i, name in enumerate(NAMES)}
    table[:, column["bridged"]] = (bridge >= OFFERED) * 1000
    table[:, column["gloss"]] = cosines(vectors.meanings, pairs[:, 0], pairs[:, 1])
    table[:, column["word"]] = cosines(vectors.words, pairs[:, 0], pairs[:, 1])
    table[:, column["nearest"]] = _nearest(words, pairs, vectors)
    contents = [[content(meaning) for meaning in word.meanings] for word in words]
    for row, (i, j) in enumerate(pairs.tolist()):
        a, b = words[i], words[j]
        table[row, column["refused"]] = (a.known and b.known and bridge[row] == 0) * 1000
        table[row, column["overlap"]] = _overlap(contents[i], contents[j])
        table[row, column["agreeing"]] = _agreeing(a, b)
        table[row, column["contained"]] = contained(a, b) * 1000
        table[row, column["noun"]] = (a.pos == "n") * 1000
    return table


def contained(a: Word, b: Word) -> bool:
    return a.text in b.text or b.text in a.text


def content(gloss: str) -> frozenset[str]:
    """The words of a gloss that mean something; the whole gloss where none does."""
    found = frozenset(_LETTERS.findall(gloss.lower().replace("'", ""))) - _EMPTY_WORDS
    return found or frozenset([gloss])


def _agreeing(a: Word, b: Word) -> int:
    both = len(set(a.meanings) & set(b.meanings))
    return 1000 * both // max(len(a.meanings), len(b.meanings))


def _overlap(a: list[frozenset[str]], b: list[frozenset[str]]) -> int:
    best = 0
    for place, one in enumerate(a):
        for other_place, other in enumerate(b):
            weight = _GLOSS_WEIGHTS[min(place, other_place)]
            best = max(best, int(1000 * weight * len(one & other) / len(one | other)))
    return best


def _nearest(words: list[Word], pairs: np.ndarray, vectors: Vectors) -> np.ndarray:
    place = {gloss: i for i, gloss in enumerate(vectors.glosses)}
    # float32 holds these whole numbers exactly, and so are their products.
    own = [vectors.gloss_rows[[place[meaning] for meaning in word.meanings]].astype(np.float32) for word in words]
    best = [int((own[i] @ own[j].T).max()) for i, j in pairs.tolist()]
    return (np.array(best, np.int64) * 1000 // (SCALE * SCALE)).astype(np.int32)
