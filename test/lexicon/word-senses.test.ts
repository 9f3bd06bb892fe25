import { describe, expect, it } from '@jest/globals';
import type { Sense } from '../../src/lexicon/entry.ts';
import type { EntryLine } from '../../src/lexicon/formats.ts';
import { MEANING_COMPONENTS, meaningsOfSenses, partsOfSenses } from '../../src/lexicon/meaning.ts';
import { openWordSenses, wordSensePacker } from '../../src/lexicon/word-senses.ts';

describe('told senses', () => {
  const sense = (
    id: string,
    rest: { cues?: Record<string, number>; jyutping?: string } = {},
  ): EntryLine['senses'][number] => ({
    pos: 'r',
    category: id === 'ever' ? 'adv.particle' : null,
    definition: id,
    synonyms: [],
    told: { sense: id, definition_zh: `${id}義`, reg: '通', example: `${id}例`, antonyms: [], ...rest },
  });
  const { told, ...plain } = sense('plain');

  const packer = wordSensePacker();
  packer.add(1, [sense('cross', { cues: { 橋: 4, 河: 1, 無: 3 } }), sense('ever', { jyutping: 'gwo3' })]);
  packer.add(2, [plain]);
  packer.add(7, [sense('cross')]);
  const rows = new Map([
    ['河', 3],
    ['橋', 9],
  ]);
  const sensesOf = openWordSenses(packer.finish((word) => rows.get(word)));

  it('are those that are told, in order of use', () => {
    expect([0, 1, 2, 7, 8].map((word) => sensesOf(word).map(({ sense }) => sense))).toEqual([
      [],
      ['cross', 'ever'],
      [],
      ['cross'],
      [],
    ]);
    expect(sensesOf(1)[1]).toMatchObject({
      sense: 'ever',
      pos: 'r',
      isParticle: true,
      jyutping: 'gwo3',
      definitionZh: 'ever義',
      example: 'ever例',
    });
    expect(sensesOf(7)[0]).toMatchObject({ isParticle: false, jyutping: undefined, definitionZh: 'cross義' });
  });

  it('know the weight of each cue that is a word, by its number', () => {
    const [cross, ever] = sensesOf(1);
    expect([2, 3, 4, 9, 10].map((word) => cross!.weightOf(word))).toEqual([0, 1, 0, 4, 0]);
    expect([3, 9].map((word) => ever!.weightOf(word))).toEqual([0, 0]);
    expect(sensesOf(7)[0]!.weightOf(9)).toBe(0);
  });
});

describe('meanings of senses', () => {
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
