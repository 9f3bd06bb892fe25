import type { Style } from '../cantonese/context-rules.ts';
import type { RelationSource } from '../lexicon/entry.ts';
import type { Replacement } from '../lexicon/store.ts';
import type { CharacterTable } from './character-table.ts';
import { type Near, nearOf, type Preference, preferenceOf } from './preference.ts';
import { type Span, takesNoObject } from './spans.ts';

/** Words that may stand for a span of the line of as many characters; whether they fit the melody is not yet looked at. */
export interface Candidate {
  readonly start: number;
  readonly replaces: string;
  readonly word: string;
  readonly jyutping: string;
  readonly code: string;
  readonly source: RelationSource | 'similar';
  readonly score: number;
  /** The sense of the replaced word for which it stands, where it is known. */
  readonly sense?: string;
  readonly near: Near;
  readonly preference: Preference;
}

/** Specialist entries come after all other words: preferences of those are 20 at least. */
const SPECIALIST_SHARE = 0.1;
const TIMES = 'noun.time';

const isSpecialist = (word: string, characters: CharacterTable) => characters.wordDetail(word)?.kind === 'specialist';

/** Replacements of a span that make sense, those that a writer takes most gladly first. */
export function candidatesOfSpan(
  span: Span,
  replacements: readonly Replacement[],
  characters: CharacterTable,
  style: Style,
): Candidate[] {
  const { start, end, text, headword, pos, hasObject, isBeforeVerb = false, loss, reach = 'word' } = span;
  const candidates: Candidate[] = [];
  const seen = new Set([text, headword]);
  const replaced = { pos, style, hasObject, isBeforeVerb, reach };
  for (const replacement of replacements) {
    const { entry, source, score, sense } = replacement;
    const { jyutping, code } = entry.readings[0]!;
    // The best source comes first.
    if (seen.has(entry.char) || code.length !== end - start) continue;
    seen.add(entry.char);
    // A word for two is of the part of speech of both, and a synonym of the one that tells; or it is like both, and no synonym.
    if (loss > 0 && (source === 'similar' || entry.pos !== pos)) continue;
    if (reach === 'pair' && source !== 'similar') continue;
    const preference = preferenceOf(replacement, replaced, {
      holdsObject:
        takesNoObject(entry.char, characters) && (hasObject || (isBeforeVerb && !takesNoObject(headword, characters))),
      isTime: reach === 'far' && characters.wordDetail(entry.char)?.category === TIMES,
    });
    if (preference === undefined) continue;
    candidates.push({
      start,
      replaces: text,
      word: entry.char,
      jyutping,
      code,
      source,
      score,
      ...(sense === undefined ? {} : { sense }),
      near: nearOf(replacement),
      preference: isSpecialist(entry.char, characters) ? preference * SPECIALIST_SHARE : preference - loss,
    });
  }
  return candidates.sort((a, b) => b.preference - a.preference);
}
