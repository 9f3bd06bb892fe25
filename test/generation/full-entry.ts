import type { EntryLine } from '../../src/lexicon/formats.ts';
import { entryLines } from '../contract/small-lexicon.ts';

const [line] = entryLines();
const readingOf = (jyutping: string, rank: number) =>
  ({ jyutping, code: '0', rhyme: 'ong', rank, confidence: 'word' }) as const;

export const toldSense = {
  sense: 'trade',
  definition_zh: '職業的類別',
  reg: '通',
  jyutping: 'hong4',
  example: '呢行好難做',
  antonyms: [],
} satisfies EntryLine['senses'][number]['told'];

/** An entry with all that one can have. */
export const full: EntryLine = {
  ...line!,
  definition: 'to walk',
  examples: ['行街'],
  readings: ['haang4', 'hang4', 'hong4', 'hong2', 'hang6', 'hong6'].map(readingOf),
  senses: [
    { pos: 'v', category: 'verb.motion', definition: 'to walk', synonyms: ['走', '步行'] },
    { pos: 'n', category: null, definition: 'row', synonyms: [] },
    { pos: 'n', category: null, definition: 'trade', synonyms: ['行業'], told: toldSense },
  ],
  standard: ['步行'],
  variant_of: '𠮷',
  definition_zh: '步行',
};
