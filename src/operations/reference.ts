import { z } from 'zod';
import { FINALS, formatJyutping, parseJyutping, type Syllable } from '../cantonese/jyutping.ts';
import type { Lexicon } from '../lexicon/store.ts';
import { type Headword, headwordsOf, typedHeadword } from '../lexicon/typed-words.ts';
import { type ParseResult, quoted } from './parameters/parameters.ts';

/** A word or character whose sound a query refers to. */
export interface Reference {
  readonly text: string;
  /** The reading after the colon; without it the primary one. */
  readonly syllables?: readonly Syllable[];
}

const ALL_HAN = /^\p{Script=Han}+$/u;
const COLON = /[:：]/u;
const KNOWN_FINALS = new Set(FINALS);

/** Parses `來` or `來:loi4`. */
export function parseReference(input: string): ParseResult<Reference> {
  const colon = input.search(COLON);
  if (colon < 0) return { value: { text: input } };
  const [text, reading] = [
    input.slice(0, colon).trim(),
    input
      .slice(colon + 1)
      .trim()
      .toLowerCase(),
  ];
  if (text === '') return { problem: 'has nothing before its colon; write it like 來:loi4' };
  const syllables = parseJyutping(reading);
  if (!syllables) return { problem: `${quoted(reading)} after the colon is not toned jyutping; write it like 來:loi4` };
  const characters = [...text].length;
  if (ALL_HAN.test(text) && syllables.length !== characters) {
    const problem = `${quoted(text)} has ${characters} characters, its reading ${quoted(formatJyutping(syllables))} has ${syllables.length} syllables; give one a character`;
    return { problem };
  }
  return { value: { text, syllables } };
}

/** The texts to look up for a reference: the word and, in case it is unknown, its characters. */
export function wordsOfReference({ text, syllables }: Reference): string[] {
  // A final is not looked up, even if the lexicon has a word written like it.
  if (syllables || KNOWN_FINALS.has(text)) return [];
  return ALL_HAN.test(text) ? [...new Set([text, ...text])] : [text];
}

/** The reading of a reference; undefined if unknown. `lookups`: the headwords of {@link wordsOfReference}. */
export function readingOfReference(
  reference: Reference,
  lookups: ReadonlyMap<string, Headword>,
): readonly Syllable[] | undefined {
  if (reference.syllables) return reference.syllables;
  const words = wordsOfReference(reference);
  if (words.length === 0) return undefined;
  const wordReading = primaryReading(lookups.get(reference.text));
  if (wordReading || words.length === 1) return wordReading;
  const characters = Array.from(reference.text, (character) => primaryReading(lookups.get(character)));
  return characters.every((syllables) => syllables !== undefined) ? characters.flat() : undefined;
}

/** The field of responses that says that a word was read in another form. */
export const normalizedWord = z
  .string()
  .optional()
  .meta({ description: 'The form that was sent of a word or character which was read in its Hong Kong form' });

/** The field of responses that says how a `rhyme_char` was read. */
export const rhymeReading = z
  .string()
  .optional()
  .meta({
    description: 'The reading of `rhyme_char` that was rhymed with; absent where it has none',
    examples: ['oi3'],
  });

/** {@link rhymeReading} of a request; empty without a reference that has a reading. */
export function rhymeReadingField(
  reference: Reference | undefined,
  lookups: ReadonlyMap<string, Headword>,
): { rhyme_reading?: string } {
  const syllables = reference && readingOfReference(reference, lookups);
  return syllables ? { rhyme_reading: formatJyutping(syllables) } : {};
}

function primaryReading(headword: Headword | undefined): Syllable[] | undefined {
  const primary = headword?.readings[0];
  return primary === undefined ? undefined : parseJyutping(primary);
}

/** A page of what is related to a word, and how the word was understood. */
interface PageAboutWord<P> {
  readonly page: P;
  /** The word as a headword where it is one, else as it was typed. */
  readonly word: string;
  /** The told senses of the word; undefined where it is none of the lexicon. */
  readonly senses: readonly string[] | undefined;
  /** Whether the word is none of the lexicon. */
  readonly isUserInput: boolean;
  /** The form that was sent, where a word was read in another one. */
  readonly normalizedFrom: string | undefined;
  /** The headwords of the references. */
  readonly lookups: ReadonlyMap<string, Headword>;
}

/**
 * Reads a page about a word as it was typed.
 *
 * @param references other words whose sound the page depends on
 */
export async function pageAboutWord<P>(
  typed: string,
  references: readonly Reference[],
  lexicon: Lexicon,
  pageOf: (headword: string, lookups: ReadonlyMap<string, Headword>) => Promise<P>,
): Promise<PageAboutWord<P>> {
  const words = await lexicon.wordTable();
  const headword = typedHeadword(typed, words);
  const word = headword?.char ?? typed;
  const lookups = headwordsOf(words, references.flatMap(wordsOfReference));
  const normalizedReference = references.find(({ text }) => lookups.get(text)?.normalizedFrom !== undefined)?.text;
  return {
    page: await pageOf(word, lookups),
    word,
    senses: headwordsOf(words, [word]).get(word)?.senses,
    isUserInput: headword === undefined,
    normalizedFrom: headword?.normalizedFrom ?? normalizedReference,
    lookups,
  };
}
