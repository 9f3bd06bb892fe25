import { describe, expect, it } from '@jest/globals';
import type { Sense } from '../../src/lexicon/entry.ts';
import { MEANING_COMPONENTS } from '../../src/lexicon/meaning.ts';
import { meaningsOfSenses, partsOfSenses } from '../../src/lexicon/sense-meaning.ts';

const sense = (id: string, definition: string, synonyms: string[]): Sense => ({
  pos: 'v',
  category: null,
  definition,
  synonyms,
  told: { sense: id, definitionZh: '義', reg: '通', example: '例', antonyms: [] },
});
const { told, ...plain } = sense('none', 'to open', ['打開']);

const SENSES = [
  sense('open', 'to open (a door), to turn on', ['打開', '開啟']),
  sense('bloom', 'to bloom', ['綻放']),
  sense('none', 'zzz', []),
  plain,
];

const row = (...first: number[]) => Int8Array.of(...first, ...Array(MEANING_COMPONENTS - first.length).fill(0));

describe('the meaning of a sense', () => {
  it('is made of its synonyms and the tokens of its definition without notes, where it is told', () => {
    expect(partsOfSenses(SENSES)).toEqual({
      words: ['打開', '開啟', '綻放'],
      tokens: ['to', 'open', 'turn', 'on', 'bloom', 'zzz'],
    });
    const many = sense(
      'many',
      '',
      Array.from({ length: 20 }, (_, i) => `詞${i}`),
    );
    expect(partsOfSenses([many]).words).toHaveLength(12);
  });

  it('is their sum, synonyms twice, brought to the length of a row', () => {
    const meanings = {
      words: new Map([
        ['打開', row(40)],
        ['開啟', row(40)],
        ['綻放', row(0, 40)],
      ]),
      tokens: new Map([['open', row(0, 0, 40)]]),
    };
    // Twice (40, 0, 0) and once (0, 0, 40): 40 × 2 / √5 and 40 / √5. The definition of the second is not understood.
    expect(
      meaningsOfSenses(SENSES, meanings).map(({ sense, components }) => [sense, ...components.subarray(0, 3)]),
    ).toEqual([
      ['open', 36, 0, 18],
      ['bloom', 0, 40, 0],
    ]);
  });
});
