import characters from '../../../data/typed/characters.json' with { type: 'json' };
import { foldLatin } from '../../../src/cantonese/latin.ts';
import { otherForms, toHongKong } from '../../sources/opencc.ts';
import type { HandWritten } from '../../tables/hand-written.ts';
import type { OperatorOverrides } from '../overrides.ts';
import type { GatheredWord } from '../types.ts';
import type { Draft } from './drafts.ts';

/** Other written forms of words: typed forms, variant characters, and spellings that are words of their own. */

/** Forms as people in Hong Kong type them, letters in lower case among them, which become aliases of the word that is meant. */
export interface TypedForms {
  /** Typed forms of a word. */
  formsOf(word: string): readonly string[];
  /** The word of which a draft is only a typed form; undefined for drafts with a gloss or a hand-written row. */
  targetOf(draft: Draft): string | undefined;
}

const TYPED_BY_WRITTEN = Map.groupBy(characters, ({ written }) => written);
const WRITTEN_BY_TYPED = new Map(characters.map(({ typed, written }) => [typed, written]));
/** Most forms that are made of one word by replacing characters. */
const MAX_FORMS = 32;

export function createTypedForms(tables: HandWritten, drafts: ReadonlyMap<string, Draft>): TypedForms {
  const rows = (tables.typed ?? []).map(({ value }) => ({ typed: value.typed, written: toHongKong(value.written) }));
  const typedByWord = Map.groupBy(rows, ({ written }) => written);
  const wordByTyped = new Map(rows.map(({ typed, written }) => [typed, written]));
  const isCantoneseByHand = (word: string) => drafts.get(word)?.hand.some(({ reg }) => reg === '粵') === true;
  return {
    formsOf: (word) => [
      ...(foldLatin(word) === word ? [] : [foldLatin(word)]),
      ...(typedByWord.get(word) ?? []).map(({ typed }) => typed),
      ...(isCantoneseByHand(word) ? replaceCharacters(word, typedCharactersOf) : []),
    ],
    targetOf({ word, hand, cedict }) {
      if (hand.length > 0 || cedict.length > 0) return undefined;
      const written = wordByTyped.get(word) ?? replaceCharacters(word, writtenCharacterOf).find(isCantoneseByHand);
      return written !== undefined && written !== word && drafts.has(written) ? written : undefined;
    },
  };
}

const typedCharactersOf = (character: string) => (TYPED_BY_WRITTEN.get(character) ?? []).map(({ typed }) => typed);

function writtenCharacterOf(character: string): readonly string[] {
  const written = WRITTEN_BY_TYPED.get(character);
  return written === undefined ? [] : [written];
}

/** Forms of a word with some of its characters replaced. None of a single character, which says too little of what is meant. */
function replaceCharacters(word: string, othersOf: (character: string) => readonly string[]): string[] {
  const wordCharacters = Array.from(word);
  if (wordCharacters.length === 1) return [];
  let forms = [''];
  for (const character of wordCharacters)
    forms = [character, ...othersOf(character)].flatMap((next) => forms.map((form) => form + next)).slice(0, MAX_FORMS);
  return forms.filter((form) => form !== word);
}

/** Creates the look-up of a word's forms: those of operators, then variants, then typed forms; may repeat. */
export function createForms(
  { patches, supplements }: Pick<OperatorOverrides, 'patches' | 'supplements'>,
  variants: ReadonlyMap<string, readonly string[]>,
  { formsOf }: Pick<TypedForms, 'formsOf'>,
): (word: string) => readonly string[] {
  return (word) => [
    ...(patches.get(word)?.aliases ?? []),
    ...(supplements.get(word)?.aliases ?? []),
    ...(variants.get(word) ?? []),
    ...formsOf(word),
  ];
}

/**
 * Creates the look-up of a word's aliases. A form that is itself a word is no alias, and one of several words is that of the most popular.
 * @param words in order of popularity
 */
export function assignAliases(
  words: readonly string[],
  otherFormsOf: (word: string) => readonly string[],
): (word: string) => readonly string[] {
  const headwords = new Set(words);
  const taken = new Set<string>();
  const aliases = new Map<string, readonly string[]>();
  for (const word of words) {
    const newForms = [...new Set([...otherForms(word), ...otherFormsOf(word)])].filter(
      (form) => form !== word && !headwords.has(form) && !taken.has(form),
    );
    if (newForms.length === 0) continue;
    for (const form of newForms) taken.add(form);
    // A copy has no spare room, which matters for seventy thousand lists.
    aliases.set(word, newForms.slice());
  }
  return aliasesOf(aliases);
}

/** Look-up in lists, a function of its own so that its closure does not keep the sets of all forms in memory. */
const aliasesOf =
  (aliases: ReadonlyMap<string, readonly string[]>) =>
  (word: string): readonly string[] =>
    aliases.get(word) ?? [];

/** Usual spelling by variant spelling, for pairs of which both are words with the same first reading. */
export function variantSpellings(
  { variants = [] }: Pick<HandWritten, 'variants'>,
  words: readonly Pick<GatheredWord, 'word' | 'readings'>[],
): Map<string, string> {
  const pairs = new Map(variants.map(({ value }) => [toHongKong(value.word), toHongKong(value.variant_of)] as const));
  const ends = new Set([...pairs].flat());
  const readings = new Map(
    words.flatMap(({ word, readings }) => (ends.has(word) ? [[word, readings[0]?.jyutping] as const] : [])),
  );
  return new Map(
    [...pairs].filter(([variant, usual]) => readings.has(variant) && readings.get(variant) === readings.get(usual)),
  );
}
