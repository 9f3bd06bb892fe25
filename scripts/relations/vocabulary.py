"""The words that the model compares, and what the sources say of them, as export.ts wrote them."""

from dataclasses import dataclass
from pathlib import Path

import glosses


@dataclass(frozen=True)
class Word:
    """One row of words.tsv."""

    text: str
    popularity: int  # thousandths of log10 of occurrences: 0 to about 5,500
    pos: str  # n, v, a, r
    category: str  # one of the 48, or '' where it is not known
    register: str  # 粵, 通, 雅
    valence: str  # 正, 負, 中, or '' where there is no evidence
    comparable: bool
    coarse: bool
    known: bool  # whether WordNet knows a gloss of it
    meanings: tuple[str, ...]  # plain glosses, the commonest first


def read_words(work: Path) -> list[Word]:
    """Every word of the lexicon, most popular first."""
    words = []
    for line in read_lines(work / "words.tsv"):
        text, popularity, pos, category, register, valence, comparable, coarse, known, definition = line
        words.append(
            Word(
                text=text,
                popularity=int(popularity),
                pos=pos,
                category=category,
                register=register,
                valence=valence,
                comparable=comparable == "1",
                coarse=coarse == "1",
                known=known == "1",
                meanings=tuple(glosses.meanings(definition.split("|"))),
            )
        )
    return words


def comparable_words(words: list[Word]) -> list[Word]:
    """Those that the model can judge: the others are names, very rare, or without a gloss that says a meaning."""
    return [word for word in words if word.comparable and word.meanings]


def read_lines(path: Path) -> list[list[str]]:
    """Rows of a tab-separated file without a header."""
    with path.open(encoding="utf-8", newline="\n") as file:
        return [line.rstrip("\n").split("\t") for line in file]
