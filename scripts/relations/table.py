"""The table that the build reads, and where it comes from.

`relations.tsv.gz` has a line for every word that was judged, in code point order: the word, a tab, and its pairs with
words further down, separated by spaces. A pair is its type and tier (`=` strict synonyms, `~` near ones, `!` strict
antonyms, `?` near ones), the likelihood in two digits, and how many lines further down the other word stands, in base 36. A word without pairs was judged, and nothing was found.
"""

import gzip
import hashlib
import io
import json
from pathlib import Path

import numpy as np

SIGNS = {"synonyms": ("=", "~"), "antonyms": ("!", "?")}
"""Signs of the strict tier and of the near one."""
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def table_text(words: list[str], found: dict[str, list[tuple[int, int, int]]], strict: dict[str, int]) -> str:
    """The table's text; `found` has for each type its pairs of places in `words` and their likelihood in
    per cent, and `strict` the likelihood from which the tier is strict."""
    order = sorted(range(len(words)), key=lambda i: words[i])
    line = {place: number for number, place in enumerate(order)}
    cells: list[list[tuple[str, int, int]]] = [[] for _ in words]
    for kind, pairs in found.items():
        for i, j, percent in pairs:
            first, second = sorted((line[i], line[j]))
            sign = SIGNS[kind][percent < strict[kind]]
            cells[first].append((sign, percent, second - first))
    rows = []
    for number, place in enumerate(order):
        cell = " ".join(f"{sign}{percent:02}{base36(ahead)}" for sign, percent, ahead in sorted(cells[number]))
        rows.append(f"{words[place]}\t{cell}\n")
    return "".join(rows)


def base36(number: int) -> str:
    text = ""
    while number:
        number, digit = divmod(number, 36)
        text = DIGITS[digit] + text
    return text or "0"


def strongest(pairs: np.ndarray, percents: np.ndarray, most: int) -> list[tuple[int, int, int]]:
    """Pairs that are among the `most` likeliest of either of their words; ties go to the more popular word."""
    lists: dict[int, list[tuple[int, int, int]]] = {}
    for row, ((i, j), percent) in enumerate(zip(pairs.tolist(), percents.tolist())):
        lists.setdefault(i, []).append((-percent, j, row))
        lists.setdefault(j, []).append((-percent, i, row))
    kept = {row for ranked in lists.values() for _, _, row in sorted(ranked)[:most]}
    return [(int(pairs[row, 0]), int(pairs[row, 1]), int(percents[row])) for row in sorted(kept)]


def write(folder: Path, text: str, provenance: dict) -> int:
    """Writes the table and its provenance; answers the table's size in bytes. No time of writing goes into the bytes."""
    folder.mkdir(parents=True, exist_ok=True)
    buffer = io.BytesIO()
    with gzip.GzipFile(filename="", mode="wb", compresslevel=9, fileobj=buffer, mtime=0) as file:
        file.write(text.encode())
    packed = buffer.getvalue()
    (folder / "relations.tsv.gz").write_bytes(packed)
    about = {**provenance, "table_sha256": hashlib.sha256(text.encode()).hexdigest()}
    (folder / "provenance.json").write_text(json.dumps(about, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    return len(packed)
