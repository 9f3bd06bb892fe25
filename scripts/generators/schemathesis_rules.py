"""A check for Schemathesis: what refuses a request that fits the document must be a rule that the document says in words only.

JSON Schema has no words for rules between parameters, for a cursor that the service has given, nor for what is jyutping.
"""

import re

import schemathesis

RULES = re.compile(
    "|".join(
        [
            # Between parameters.
            "cannot be given beside|is given beside|has no move to fit|leaves no room for a word",
            "needs a (sound|meaning) to be close to|is needed where near and like|is one (order|rhyme) too many",
            "but the line has|is beyond the (last|end)|beyond the last sung|is given twice|is a space or punctuation|is needed, or moves",
            "for the field|must be a word in Chinese characters|but the word has|together; at most",
            # What only the service can know: cursors, jyutping, readings of a word.
            "cursor|jyutping|has nothing before its colon|is not one code digit|syllables; give one a character",
            "characters between wildcards|no word has more than|has \\d+ lines",
            # Unicode and commas, which a pattern would bury.
            "NUL character|surrogate pair|combining marks|invisible|control character|line break",
            "nothing between two commas|is empty; give",
        ]
    )
)


@schemathesis.check
def refuses_by_stated_rules(ctx, response, case):
    if case.meta is None or not case.meta.generation.mode.is_positive or response.status_code != 400:
        return
    unstated = [error for error in response.json().get("errors", []) if not RULES.search(error["message"])]
    assert not unstated, f"a request that fits the document is refused: {unstated}"
