import { describe, expect, it } from '@jest/globals';
import type { Entry, Sense } from '../../src/lexicon/entry.ts';
import { MEANING_COMPONENTS, ROW_BYTES } from '../../src/lexicon/meaning.ts';
import type { Lexicon } from '../../src/lexicon/store.ts';
import { rowsInPlace } from '../../src/lyrics/rows-in-place.ts';
import { saidSenses } from '../../src/lyrics/swap-senses.ts';
import { listOf, sungLine, wordLine } from './lines.ts';

const told = (sense: string, synonyms: string[], cues: Record<string, number>) => ({
  pos: 'v' as const,
  category: null,
  definition: '',
  synonyms,
  told: { sense, definition_zh: '義', reg: '通' as const, example: '例', antonyms: [], cues },
});
const SENSES = [told('hang', ['吊'], { 畫: 4 }), told('miss', ['念'], { 心: 4 })];
const WORDS = listOf([
  { ...wordLine('掛', 'gwaa3', 1500, { pos: 'v' }), senses: SENSES },
  wordLine('畫', 'waa2', 1300),
  wordLine('心', 'sam1', 1300),
]);

/** Every row has one component of its own. */
const NAMES = ['掛', '心', '畫', '吊', '念'];
const rowOfName = (name: string) => {
  const row = new Int8Array(ROW_BYTES);
  row[NAMES.indexOf(name)] = 40;
  return row;
};

async function rowsOf(text: string) {
  const lookups: (readonly string[])[] = [];
  const line = sungLine(text, WORDS);
  const entry = {
    senses: SENSES.map(
      ({ told: { sense }, ...rest }): Sense => ({ ...rest, told: { sense } as Sense['told'] & object }),
    ),
  };
  const lexicon: Pick<Lexicon, 'lookup' | 'meanings'> = {
    lookup: async (words) => {
      lookups.push(words);
      return new Map(words.map((word) => [word, { entry: entry as unknown as Entry }]));
    },
    meanings: async ({ words }) => ({
      words: new Map(words.map((word) => [word, rowOfName(word)])),
      tokens: new Map(),
    }),
  };
  const rowOf = await rowsInPlace(line.words, saidSenses(line, WORDS), WORDS, lexicon);
  return { lookups, rows: line.words.map((word) => NAMES[rowOf(word)!.indexOf(40)]) };
}

describe('what words of a line mean there', () => {
  it('is their row, which is that of the commonest sense above all', async () => {
    expect(await rowsOf('掛')).toEqual({ lookups: [], rows: ['掛'] });
    expect(await rowsOf('掛畫')).toEqual({ lookups: [], rows: ['掛', '畫'] });
  });

  it('is made of what is told of another sense that the line says', async () => {
    expect(await rowsOf('心，掛')).toEqual({ lookups: [['掛']], rows: ['心', '念'] });
    expect(MEANING_COMPONENTS).toBeGreaterThan(NAMES.length);
  });
});
