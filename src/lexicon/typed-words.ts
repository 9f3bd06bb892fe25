import characters from '../../data/typed/characters.json' with { type: 'json' };
import simplified from '../../data/typed/simplified.json' with { type: 'json' };
import { findWord, type ListedWords } from './listed-words.ts';
import { popularPage } from './query.ts';
import type { Lexicon, Lookup } from './store.ts';
import { tokenize } from './tokenizer.ts';

/** What people type for a word or character, without a context that decides. */

const WRITTEN_BY_TYPED = new Map(characters.map(({ typed, written }) => [typed, written]));
const CHARACTER_OF_SIMPLIFIED: ReadonlyMap<string, string> = new Map(Object.entries(simplified));
/** By their first UTF-16 unit, the longest first: 話比 before 話. */
const TYPED_FORMS = Map.groupBy(
  [...WRITTEN_BY_TYPED.keys()].sort((a, b) => b.length - a.length),
  (form) => form[0]!,
);
/** A text with many such characters is not tried in all combinations of them. */
const MAX_WRITTEN_FORMS = 8;

/** The character that a simplified one most likely is, where it is a rare word of its own too: 後 for 后. */
export function likelyCharacter(text: string): string | undefined {
  return CHARACTER_OF_SIMPLIFIED.get(text);
}

/** The character of spoken Cantonese for which another one is often typed: 咗 for 左. */
export function spokenCharacter(text: string): string | undefined {
  return Array.from(text).length === 1 && HAN.test(text) ? WRITTEN_BY_TYPED.get(text) : undefined;
}

const HAN = /\p{Script=Han}/u;

/**
 * The texts for which another one may have been typed, itself left out: 食嘢 for 食野. With all changes comes first, and of two texts the one
 * that changes the last place in which they differ.
 */
export function writtenForms(text: string): string[] {
  if (!HAN.test(text)) return [];
  let forms = [''];
  for (let start = 0; start < text.length; ) {
    const typed = TYPED_FORMS.get(text[start]!)?.find((form) => text.startsWith(form, start));
    const here = typed ?? String.fromCodePoint(text.codePointAt(start)!);
    const options = typed === undefined ? [here] : [WRITTEN_BY_TYPED.get(typed)!, here];
    forms = options.flatMap((option) => forms.map((form) => form + option)).slice(0, MAX_WRITTEN_FORMS);
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
interface TypedHeadword {
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

/** Parameters whose values are characters of words. */
interface CharacterRequest {
  readonly starts?: string | undefined;
  readonly ends?: string | undefined;
  readonly contains?: string | undefined;
  readonly q?: string | undefined;
}

const CHARACTER_PARAMETERS = ['starts', 'ends', 'contains', 'q'] as const;
type CharacterParameter = (typeof CHARACTER_PARAMETERS)[number];

interface Rewritten<R> {
  readonly request: R;
  /** The first rewritten parameter, in its original form. */
  readonly normalizedFrom: string;
}

/**
 * The request in headword characters (説 for 說 and 说), for a page without results. A text that occurs in some word stays: words are
 * written with 蹟 though 跡 is its usual form. Undefined when nothing changes.
 */
export async function rewriteToHeadwords<R extends CharacterRequest>(
  request: R,
  lexicon: Lexicon,
): Promise<Rewritten<R> | undefined> {
  const texts = CHARACTER_PARAMETERS.flatMap((name): [CharacterParameter, string][] => {
    const text = request[name];
    return text !== undefined && HAN.test(text) ? [[name, text]] : [];
  });
  if (texts.length === 0) return undefined;
  const headwordFormOf = await loadHeadwordForms(
    texts.map(([, text]) => text),
    lexicon,
  );
  const changes: Partial<Record<CharacterParameter, string>> = {};
  let normalizedFrom: string | undefined;
  for (const [name, text] of texts) {
    const form = headwordFormOf(text);
    if (form === text || (await hasMatch(name, text, lexicon))) continue;
    changes[name] = form;
    normalizedFrom ??= text;
  }
  return normalizedFrom === undefined ? undefined : { request: { ...request, ...changes }, normalizedFrom };
}

/** A function from each text to its form in headwords: as a whole, else by character. One round trip. */
async function loadHeadwordForms(texts: readonly string[], lexicon: Lexicon): Promise<(text: string) => string> {
  const lookups = await lexicon.lookup([...new Set(texts.flatMap((text) => [text, ...text]))]);
  const headwordOf = (text: string) => {
    const char = lookups.get(text)?.entry.char;
    return char !== undefined && [...char].length === [...text].length ? char : undefined;
  };
  return (text) => headwordOf(text) ?? Array.from(text, (character) => headwordOf(character) ?? character).join('');
}

/** Whether any word contains these characters as given. */
async function hasMatch(name: CharacterParameter, text: string, lexicon: Lexicon): Promise<boolean> {
  const filter = name === 'q' ? { tokens: tokenize(text) } : { [name]: text };
  return (await lexicon.page(popularPage(filter, 1))).total > 0;
}
