import { isPhrase } from '../cantonese/phrases.ts';
import { type KnownWord, UNKNOWN_COST, type WordTable } from '../cantonese/segmentation.ts';
import type { WordlistItem } from '../lexicon/store.ts';
import { atOnce, inSlices } from './in-slices.ts';
import { perGeneration } from './per-generation.ts';

/** `frequency` is 100 × ln of the occurrences in a thousand million: the cost, 100 × −ln(probability), is what lacks to this. */
const LN_THOUSAND_MILLION = Math.round(100 * Math.log(1e9));

/** Forms that are entries of their own, but in text mostly stand for another character. */
const FORMS = new Map(
  [...'歎嘆祇只纔才够夠却卻恒恆粧妝麽麼'.matchAll(/(.)(.)/gu)].map((pair): [string, string] => [pair[1]!, pair[2]!]),
);

type ListedWord = Pick<WordlistItem, 'char' | 'aliases' | 'frequency' | 'readings'>;

/**
 * A word table for one generation's words. A variant or simplified form leads to its headword, unless it is itself a word.
 * Words and their beginnings lie in one map, so that a step of the segmenter is one look-up.
 */
export function buildWordTable(wordlist: readonly ListedWord[]): WordTable {
  return atOnce(wordTable(wordlist));
}

/** Words between two places where work may be interrupted. */
const STRIDE = 64;

function* wordTable(wordlist: readonly ListedWord[]): Generator<void, WordTable> {
  const known = new Map<string, KnownWord | undefined>();
  const add = (text: string, word: KnownWord) => {
    if (known.get(text) !== undefined) return;
    known.set(text, word);
    let beginning = '';
    for (const character of text) {
      beginning += character;
      if (!known.has(beginning)) known.set(beginning, undefined);
    }
  };
  const words: KnownWord[] = [];
  for (const [i, { char, frequency, readings }] of wordlist.entries()) {
    if (i % STRIDE === 0) yield;
    const cost = Math.max(0, LN_THOUSAND_MILLION - frequency);
    words.push({ word: char, cost, readings, ...(isPhrase(char) ? { phrase: true } : {}) });
    add(char, words[i]!);
  }
  for (const [i, { aliases }] of wordlist.entries()) {
    if (i % STRIDE === 0) yield;
    for (const alias of aliases) add(alias, words[i]!);
  }
  for (const character of yield* heldCharacters(words, known)) add(character.word, character);
  return {
    find: (text) => known.get(text),
    begins: (text) => known.has(text),
    formOf: (character) => FORMS.get(character) ?? known.get(character)?.word ?? character,
  };
}

/**
 * Characters that are no words of their own, such as the family name 潘: each with its reading in the first word that holds it.
 * They cost what an unknown character does, so that no line is cut otherwise because of them.
 */
function* heldCharacters(
  words: readonly KnownWord[],
  known: ReadonlyMap<string, unknown>,
): Generator<void, KnownWord[]> {
  const held: KnownWord[] = [];
  // Small beside the table, and so asked in far less time: nearly every character has been seen before.
  const seen = new Set<string>();
  for (const [i, { word, readings }] of words.entries()) {
    if (i % STRIDE === 0) yield;
    let at = 0;
    for (const character of word) {
      const place = at++;
      if (seen.has(character)) continue;
      seen.add(character);
      const syllable = readings[0]?.split(' ')[place];
      if (syllable !== undefined && known.get(character) === undefined)
        held.push({ word: character, cost: UNKNOWN_COST, readings: [syllable] });
    }
  }
  return held;
}

/** The word table of a lexicon's generation, built at its first use. */
export const wordTableOf = perGeneration(async (lexicon) => inSlices(wordTable(await lexicon.wordlist())));
