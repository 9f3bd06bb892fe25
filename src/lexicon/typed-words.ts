import characters from '../../data/typed/characters.json' with { type: 'json' };
import simplified from '../../data/typed/simplified.json' with { type: 'json' };
import { findWord, type ListedWords } from './listed-words.ts';
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

/** What the word table knows of a word, without asking the engine. */
export interface Headword {
  readonly char: string;
  /** Jyutping of every reading, ranked. */
  readonly readings: readonly string[];
  /** The ids of the told senses, in order of use. */
  readonly senses: readonly string[];
  /** The requested form, when it is not the headword itself. */
  readonly normalizedFrom?: string;
}

/** The headwords of words or aliases; those of no entry are absent. */
export function headwordsOf(words: ListedWords, texts: Iterable<string>): Map<string, Headword> {
  const found = new Map<string, Headword>();
  for (const text of texts) {
    const word = findWord(words, text);
    if (word === undefined) continue;
    const char = words.text(word);
    const known = { char, readings: words.readings(word), senses: words.senses(word).map(({ sense }) => sense) };
    found.set(text, char === text ? known : { ...known, normalizedFrom: text });
  }
  return found;
}

/** The headword that a typed word leads to. */
export interface TypedHeadword {
  readonly char: string;
  readonly normalizedFrom?: string;
  /** Headwords that may be meant instead. */
  readonly seeAlso: string[];
}

/** The word as it is given where the lexicon has it, else as it is written otherwise. */
export function typedHeadword(text: string, words: ListedWords): TypedHeadword | undefined {
  const other = likelyCharacter(text) ?? spokenCharacter(text);
  const headwords = headwordsOf(words, other === undefined ? [text] : [text, other]);
  const own = headwords.get(text);
  const otherChar = other === undefined ? undefined : headwords.get(other)?.char;
  if (!own) return otherChar === undefined ? undefined : { char: otherChar, normalizedFrom: text, seeAlso: [] };
  const { char, normalizedFrom } = own;
  const seeAlso = otherChar !== undefined && otherChar !== char ? [otherChar] : [];
  return { char, ...(normalizedFrom === undefined ? {} : { normalizedFrom }), seeAlso };
}

/** The entry of the {@link typedHeadword}. */
export async function lookUpTyped(text: string, lexicon: Lexicon): Promise<Lookup | undefined> {
  const typed = typedHeadword(text, await lexicon.wordTable());
  const entry = typed && (await lexicon.lookup([typed.char])).get(typed.char)?.entry;
  if (!entry) return undefined;
  return { entry, ...(typed.normalizedFrom === undefined ? {} : { normalizedFrom: typed.normalizedFrom }) };
}
