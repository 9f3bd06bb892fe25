import type { Sense } from '../lexicon/entry.ts';
import type { ListedWords } from '../lexicon/listed-words.ts';
import { meaningsOfSenses, partsOfSenses } from '../lexicon/sense-meaning.ts';
import type { Lexicon } from '../lexicon/store.ts';
import type { SungWord } from './sung-line.ts';
import { type SaidSenses, sensesOfWord } from './swap-senses.ts';

/**
 * What the words of a line mean in it, see {@link file://../lexicon/meaning.ts}. The row of a word is that of its commonest sense above all;
 * where the line says another sense, it is that sense's.
 */
export async function rowsInPlace(
  line: readonly SungWord[],
  said: SaidSenses,
  words: ListedWords,
  { lookup, meanings }: Pick<Lexicon, 'lookup' | 'meanings'>,
): Promise<(word: SungWord) => Int8Array | undefined> {
  const rarer = line.flatMap(({ start, dictionaryWord: { word } }) => {
    const sense = said.get(start)?.sense;
    return sense === undefined || sensesOfWord(word, words)[0]?.sense === sense ? [] : [{ start, word, sense }];
  });
  const entries = rarer.length === 0 ? new Map<string, never>() : await lookup(rarer.map(({ word }) => word));
  const told = rarer.flatMap(({ start, word, sense }) => {
    const found = (entries.get(word)?.entry.senses ?? []).find((one: Sense) => one.told?.sense === sense);
    return found ? [{ start, found }] : [];
  });
  const parts = partsOfSenses(told.map(({ found }) => found));
  const names = line.map(({ dictionaryWord }) => dictionaryWord.word);
  const rows = await meanings({ words: [...new Set([...names, ...parts.words])], tokens: parts.tokens });
  const ofSense = new Map(
    told.flatMap(({ start, found }) => meaningsOfSenses([found], rows).map(({ components }) => [start, components])),
  );
  const isRarer = new Set(rarer.map(({ start }) => start));
  return ({ start, dictionaryWord: { word } }) => (isRarer.has(start) ? ofSense.get(start) : rows.words.get(word));
}
