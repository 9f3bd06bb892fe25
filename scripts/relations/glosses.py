"""Glosses as a sentence encoder should read them: without labels, references and placeholders."""

import re

MOST_MEANINGS = 4
"""Later glosses are by-senses, which would only blur the meaning."""

_NOT_A_MEANING = re.compile(
    r"variant of|^see |^see also|surname |^abbr\.|^also written|CL:|^\(?classifier|^radical|Japanese|^erhua"
    r"|^old (name|form)|^\(onom|^used in|^Taiwan pr|^\(bound form\)$|^\(?(prefix|suffix|particle)\b",
    re.IGNORECASE,
)
_ASIDE = re.compile(r"\([^)]*\)|\[[^\]]*\]")
_NOISE = re.compile(r'[.!?"“”‘’]|[\u3400-\u9fff]+(\|[\u3400-\u9fff]+)?')
_PLACEHOLDER = re.compile(r"\b(sb|sth|fig|lit|idiom)\b")
_SPACE = re.compile(r"\s+")


def plain(gloss: str) -> str:
    """The gloss without what stands beside the meaning; '' when nothing is left."""
    text = _ASIDE.sub(" ", gloss)
    text = _NOISE.sub("", text)
    text = _PLACEHOLDER.sub(" ", text)
    return _SPACE.sub(" ", text).strip(" ,;:")


def meanings(glosses: list[str]) -> list[str]:
    """The first few meanings of a word, each once, in the order given."""
    found: list[str] = []
    for gloss in glosses:
        if _NOT_A_MEANING.search(gloss):
            continue
        for piece in plain(gloss).split(";"):
            piece = piece.strip(" ,")
            if piece and piece not in found:
                found.append(piece)
    return found[:MOST_MEANINGS]
