"""The lexicon's words, their meanings in English and their synonyms, as export.ts wrote them."""

import re
from dataclasses import dataclass
from pathlib import Path

import glosses

_NOTE = re.compile(r"\([^()]*\)|\[[^\]]*\]")


@dataclass(frozen=True)
class Lexicon:
    words: list[str]  # in order of popularity
    meanings: list[tuple[str, ...]]  # of each word, the commonest first
    synonyms: dict[int, dict[int, int]]  # score by synonym by word, both as places in `words`


def read_lexicon(work: Path) -> Lexicon:
    rows = list(_lines(work / "meaning-words.tsv"))
    words = [row[0] for row in rows]
    place = {word: i for i, word in enumerate(words)}
    synonyms: dict[int, dict[int, int]] = {}
    for word, related, score in _lines(work / "meaning-synonyms.tsv"):
        scores = synonyms.setdefault(place[word], {})
        scores[place[related]] = max(scores.get(place[related], 0), int(score))
    return Lexicon(words, [meanings_of(row[1].split("|")) for row in rows], synonyms)


def meanings_of(found: list[str]) -> tuple[str, ...]:
    """Meanings without their notes in brackets, which would cost the whole gloss: "class session (CL:間)",
    "now (spoken variant of 而家)"."""
    return tuple(glosses.meanings([_NOTE.sub(" ", gloss).strip() for gloss in found]))


def _lines(path: Path):
    with path.open(encoding="utf-8", newline="\n") as file:
        for line in file:
            yield line.rstrip("\n").split("\t")
