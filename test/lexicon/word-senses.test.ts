import type { Sense } from '../../src/lexicon/entry.ts';
import type { EntryLine } from '../../src/lexicon/formats.ts';
import { MEANING_COMPONENTS, meaningsOfSenses, partsOfSenses } from '../../src/lexicon/meaning.ts';
import { openWordSenses, wordSensePacker } from '../../src/lexicon/word-senses.ts';
import { describeFunctions } from '../support/function-tables.ts';

type Line = EntryLine['senses'][number];
const line = (id: string, rest: { cues?: Record<string, number>; jyutping?: string } = {}): Line => ({
  pos: 'r',
  category: id === 'ever' ? 'adv.particle' : null,
  definition: id,
  synonyms: [],
  told: { sense: id, definition_zh: `${id}義`, reg: '通', example: `${id}例`, antonyms: [], ...rest },
});
const { told: _, ...plainLine } = line('plain');

const packer = wordSensePacker();
packer.add(1, [line('cross', { cues: { 橋: 4, 河: 1, 無: 3 } }), line('ever', { jyutping: 'gwo3' })]);
packer.add(2, [plainLine]);
packer.add(7, [line('cross')]);
const ROWS: Readonly<Record<string, number>> = { 河: 3, 橋: 9 };
const sensesOf = openWordSenses(packer.finish((word) => ROWS[word]));

const sense = (id: string, definition: string, synonyms: string[]): Sense => ({
  pos: 'v',
  category: null,
  definition,
  synonyms,
  told: { sense: id, definitionZh: '義', reg: '通', example: '例', antonyms: [] },
});
const { told: __, ...plain } = sense('none', 'to open', ['打開']);
const SENSES = [
  sense('open', 'to open (a door), to turn on', ['打開', '開啟']),
  sense('bloom', 'to bloom', ['綻放']),
  sense('none', 'zzz', []),
  plain,
];
const row = (...first: number[]) => Int8Array.of(...first, ...Array(MEANING_COMPONENTS - first.length).fill(0));
const MEANINGS = {
  words: new Map([
    ['打開', row(40)],
    ['開啟', row(40)],
    ['綻放', row(0, 40)],
  ]),
  tokens: new Map([['open', row(0, 0, 40)]]),
};

describeFunctions('word-senses', {
  ids: (word: number) => sensesOf(word).map((one) => one.sense),
  told(word: number, at: number) {
    const { pos, isParticle, jyutping, definitionZh, example } = sensesOf(word)[at]!;
    return [pos, isParticle, jyutping ?? '-', definitionZh, example];
  },
  /** How much words weigh as cues, by their numbers. */
  weights: (word: number, at: number, ...cues: number[]) => cues.map(sensesOf(word)[at]!.weightOf),
  parts: () => partsOfSenses(SENSES),
  partsOfMany: (count: number) =>
    partsOfSenses([
      sense(
        'many',
        '',
        Array.from({ length: count }, (_, i) => `詞${i}`),
      ),
    ]).words.length,
  /** The first components of the senses whose meaning is known. */
  meanings: () => meaningsOfSenses(SENSES, MEANINGS).map((one) => [one.sense, ...one.components.subarray(0, 3)]),
});
