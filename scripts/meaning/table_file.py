"""The layout of the two tables that the build reads; data/README.md describes it."""

import gzip
import io
import json

import numpy as np


def content(kind: str, names: list[str], vectors: np.ndarray) -> bytes:
    """Header, names in code point order, then the int8 components, one after another (neighbouring numbers of one component are
    alike, which makes the gzip file smaller)."""
    order = sorted(range(len(names)), key=lambda i: names[i])
    header = json.dumps({kind: len(names), "components": vectors.shape[1]})
    text = "".join(f"{line}\n" for line in [header, *(names[i] for i in order)])
    return text.encode() + np.ascontiguousarray(vectors[order].T).tobytes()


def packed(data: bytes) -> bytes:
    """Gzip without a time of writing, so that the same table gives the same file."""
    buffer = io.BytesIO()
    with gzip.GzipFile(filename="", mode="wb", compresslevel=9, fileobj=buffer, mtime=0) as file:
        file.write(data)
    return buffer.getvalue()
