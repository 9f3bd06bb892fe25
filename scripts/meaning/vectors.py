"""One vector a word: what its glosses and the word itself mean to two encoders, drawn towards its synonyms.

Everything is computed in float64 and rounded once, at the end, so that processors agree on the result.
"""

import numpy as np

COMPONENTS = 94
LENGTH = 40
"""Of a vector, in whole numbers. 20 to 300 measure alike, and less makes a smaller file."""
OWN_SHARE = 0.5
"""Of the word's own embedding; the rest is its glosses'."""
GLOSS_WEIGHTS = (1.0, 0.6, 0.4)
RIDGE = 30.0
PULL, ROUNDS, MOST_SYNONYMS = 2.0, 2, 12
"""How strongly, how often and to how many synonyms a word is drawn."""
BATCH = 4000


def unit(vectors: np.ndarray) -> np.ndarray:
    return vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-9)


def gloss_vectors(meanings: list[tuple[str, ...]], glosses: list[str], vectors: np.ndarray) -> np.ndarray:
    """Weighted means of each word's first meanings, of unit length; zero where a word has none."""
    place = {gloss: i for i, gloss in enumerate(glosses)}
    sums = np.zeros((len(meanings), vectors.shape[1]))
    for i, found in enumerate(meanings):
        for weight, gloss in zip(GLOSS_WEIGHTS, found):
            sums[i] += weight * vectors[place[gloss]]
    return unit(sums)


def joined(gloss: np.ndarray, own: np.ndarray, has_gloss: np.ndarray) -> np.ndarray:
    """Both parts side by side, each centred. A word without a gloss gets the gloss that ridge regression expects of its own
    embedding."""
    own = own - own.mean(0)
    gloss = np.where(has_gloss[:, None], gloss - gloss[has_gloss].mean(0), 0)
    known, wanted = own[has_gloss], gloss[has_gloss]
    gloss[~has_gloss] = own[~has_gloss] @ np.linalg.solve(
        known.T @ known + RIDGE * np.eye(known.shape[1]), known.T @ wanted
    )
    return unit(np.hstack([np.sqrt(1 - OWN_SHARE) * gloss, np.sqrt(OWN_SHARE) * own]))


def retrofitted(start: np.ndarray, synonyms: dict[int, dict[int, int]]) -> np.ndarray:
    """Every word drawn towards the mean of its strongest synonyms, weighted by their scores (Faruqui et al. 2015)."""
    edges = [
        (word, other, score)
        for word in sorted(synonyms)
        for other, score in sorted(synonyms[word].items(), key=lambda item: (-item[1], item[0]))[:MOST_SYNONYMS]
    ]
    if not edges:
        return start
    left, right, score = (np.array(column) for column in zip(*edges))
    first = np.flatnonzero(np.r_[True, left[1:] != left[:-1]])
    drawn, total = left[first], np.add.reduceat(score, first).astype(float)
    now = start
    for _ in range(ROUNDS):
        then = start.copy()
        for low in range(0, len(drawn), BATCH):
            begin, end = first[low], first[low + BATCH] if low + BATCH < len(drawn) else len(left)
            rows = now[right[begin:end]] * score[begin:end, None]
            part = slice(low, low + BATCH)
            then[drawn[part]] += PULL * np.add.reduceat(rows, first[part] - begin, axis=0) / total[part, None]
        now = unit(then)
    return now


def principal(vectors: np.ndarray) -> np.ndarray:
    """The first principal components as int8. Their signs are fixed by the greatest entry of each direction."""
    vectors = vectors - vectors.mean(0)
    values, directions = np.linalg.eigh(vectors.T @ vectors)
    basis = directions[:, np.argsort(-values)[:COMPONENTS]]
    basis *= np.sign(basis[np.abs(basis).argmax(0), range(basis.shape[1])])
    return np.clip(np.rint(unit(vectors @ basis) * LENGTH), -127, 127).astype(np.int8)
