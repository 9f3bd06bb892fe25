"""Embeddings as whole numbers: glosses by MiniLM, the words themselves by the multilingual sentence encoder.

A component is kept as a multiple of 1/2048 (int16). The product of two such vectors is a whole number below 2^24, which
float32 holds exactly: cosines do not depend on how a processor sums.
"""

from pathlib import Path
from typing import Callable

import numpy as np

SCALE = 2048
CHUNK = 4000


def whole(vectors: np.ndarray) -> np.ndarray:
    """Unit vectors as int16 multiples of 1/2048."""
    return np.rint(vectors * SCALE).astype(np.int16)


def unit(vectors: np.ndarray) -> np.ndarray:
    lengths = np.linalg.norm(vectors.astype(np.float64), axis=1, keepdims=True)
    return vectors / np.where(lengths == 0, 1, lengths)


def embed(
    folder: Path, name: str, sentences: list[str], load: Callable[[], Callable[[list[str]], np.ndarray]]
) -> np.ndarray:
    """Embeddings of `sentences`, (len, width) int16. Those that an earlier run made are read, not made again.

    `load` gives the encoder: it is only called when something is missing. An encoder gives a sentence the same vector
    whatever it is encoded with, so what was made in several runs is what one run would have made.
    """
    folder.mkdir(parents=True, exist_ok=True)
    known: dict[str, np.ndarray] = {}
    made = sorted(folder.glob(f"{name}-*.npz"))
    for path in made:
        with np.load(path) as chunk:
            known.update(zip(chunk["sentences"].tolist(), chunk["vectors"]))
    missing = sorted(set(sentences) - known.keys())
    encode = load() if missing else None
    for start in range(0, len(missing), CHUNK):
        part = missing[start : start + CHUNK]
        vectors = whole(encode(part))
        _save(folder / f"{name}-{len(made) + start // CHUNK:04}.npz", part, vectors)
        known.update(zip(part, vectors))
        print(f"{name}: {start + len(part)} of {len(missing)}", flush=True)
    return np.stack([known[sentence] for sentence in sentences])


def _save(path: Path, sentences: list[str], vectors: np.ndarray) -> None:
    unfinished = path.with_suffix(".part")
    with unfinished.open("wb") as file:
        np.savez(file, sentences=np.array(sentences), vectors=vectors)
    unfinished.rename(path)
