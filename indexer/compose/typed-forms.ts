import characters from '../../data/typed/characters.json' with { type: 'json' };
import { toHongKong } from '../sources/opencc.ts';
import type { HandWritten } from '../tables/hand-written.ts';
import type { Draft } from './drafts.ts';

/** Forms as people in Hong Kong type them, which become aliases of the word that is meant. */
export interface TypedForms {
  /** The forms that lead to a word. */
  formsOf(word: string): readonly string[];
  /** The word that a draft is only a typed form of: what no dictionary explains and no person wrote down. */
  targetOf(draft: Draft): string | undefined;
}

const TYPED_BY_WRITTEN = Map.groupBy(characters, ({ written }) => written);
const WRITTEN_BY_TYPED = new Map(characters.map(({ typed, written }) => [typed, written]));
/** A word with many such characters is not typed in all combinations of them. */
const MAX_FORMS = 32;

export function createTypedForms(tables: HandWritten, drafts: ReadonlyMap<string, Draft>): TypedForms {
  const rows = (tables.typed ?? []).map(({ value }) => ({ typed: value.typed, written: toHongKong(value.written) }));
  const typedByWord = Map.groupBy(rows, ({ written }) => written);
  const wordByTyped = new Map(rows.map(({ typed, written }) => [typed, written]));
  const isCantoneseByHand = (word: string) => drafts.get(word)?.hand.some(({ reg }) => reg === '粵') === true;
  return {
    formsOf: (word) => [
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

/** The word with any of its characters replaced, itself left out. One character alone says too little of what is meant. */
function replaceCharacters(word: string, othersOf: (character: string) => readonly string[]): string[] {
  const wordCharacters = Array.from(word);
  if (wordCharacters.length === 1) return [];
  let forms = [''];
  for (const character of wordCharacters)
    forms = [character, ...othersOf(character)].flatMap((next) => forms.map((form) => form + next)).slice(0, MAX_FORMS);
  return forms.filter((form) => form !== word);
}
