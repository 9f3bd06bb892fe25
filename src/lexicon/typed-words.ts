import characters from '../../data/typed/characters.json' with { type: 'json' };
import simplified from '../../data/typed/simplified.json' with { type: 'json' };
import type { Lexicon, Lookup } from './store.ts';

/** What people type for a word or character, without a context that decides. */

const WRITTEN_BY_TYPED = new Map(characters.map(({ typed, written }) => [typed, written]));
const LIKELY: ReadonlyMap<string, string> = new Map(Object.entries(simplified));
/** By their first UTF-16 unit, the longest first: 話比 before 話. */
const FORMS = Map.groupBy(
  [...WRITTEN_BY_TYPED.keys()].sort((a, b) => b.length - a.length),
  (form) => form[0]!,
);
/** A text with many such characters is not tried in all combinations of them. */
const MAX_FORMS = 8;

/** The character that a simplified one most likely is, where it is a rare word of its own too: 後 for 后. */
export function likelyCharacter(text: string): string | undefined {
  return LIKELY.get(text);
}

/** The character of spoken Cantonese for which another one is often typed: 咗 for 左. */
export function spokenCharacter(text: string): string | undefined {
  return Array.from(text).length === 1 && HAN.test(text) ? WRITTEN_BY_TYPED.get(text) : undefined;
}

const HAN = /\p{Script=Han}/u;

/** The texts for which another one may have been typed, itself left out: 食嘢 for 食野. Those with more changes come first. */
export function writtenForms(text: string): string[] {
  if (!HAN.test(text)) return [];
  let forms = [''];
  for (let start = 0; start < text.length; ) {
    const typed = FORMS.get(text[start]!)?.find((form) => text.startsWith(form, start));
    const here = typed ?? String.fromCodePoint(text.codePointAt(start)!);
    const options = typed === undefined ? [here] : [WRITTEN_BY_TYPED.get(typed)!, here];
    forms = options.flatMap((option) => forms.map((form) => form + option)).slice(0, MAX_FORMS);
    start += here.length;
  }
  return forms.filter((form) => form !== text);
}

export interface TypedLookup extends Lookup {
  /** Headwords that may be meant instead. */
  readonly seeAlso: string[];
}

/** The entry that a typed word leads to: the word as it is given where it is one, else the one that is written otherwise. */
export async function lookUpTyped(text: string, lexicon: Lexicon): Promise<TypedLookup | undefined> {
  const other = likelyCharacter(text) ?? spokenCharacter(text);
  const lookups = await lexicon.lookup(other === undefined ? [text] : [text, other]);
  const own = lookups.get(text);
  const otherEntry = other === undefined ? undefined : lookups.get(other)?.entry;
  if (!own) return otherEntry && { entry: otherEntry, normalizedFrom: text, seeAlso: [] };
  const isAnother = otherEntry !== undefined && otherEntry.char !== own.entry.char;
  return { ...own, seeAlso: isAnother ? [otherEntry.char] : [] };
}
