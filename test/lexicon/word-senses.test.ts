import { describe, expect, it } from '@jest/globals';
import type { EntryLine } from '../../src/lexicon/formats.ts';
import { openWordSenses, wordSensePacker } from '../../src/lexicon/word-senses.ts';

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

describe('senses of words', () => {
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
