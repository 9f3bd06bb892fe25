import { expect, it } from '@jest/globals';
import { createSenseCues } from '../../../indexer/compose/entries/sense-cues.ts';
import { createReadingResolver } from '../../../indexer/compose/readings.ts';
import { gatherDrafts } from '../../../indexer/compose/words/drafts.ts';
import { decodeTrie, readJyutpingTrie } from '../../../indexer/sources/to-jyutping.ts';
import type { HandWritten } from '../../../indexer/tables/hand-written.ts';
import type { EntryLine } from '../../../src/lexicon/formats.ts';
import { ROW_BYTES } from '../../../src/lexicon/meaning.ts';
import { describeFunctions } from '../../support/function-tables.ts';
import { row } from './written-words.ts';

const gathered = gatherDrafts({
  cedict: [
    { traditional: '後', simplified: '后', pinyin: 'hou4', glosses: ['after'] },
    { traditional: '后', simplified: '后', pinyin: 'hou4', glosses: ['empress'] },
    { traditional: '裡面', simplified: '里面', pinyin: 'li3 mian4', glosses: ['inside'] },
    { traditional: 'DVD', simplified: 'DVD', pinyin: 'D V D', glosses: ['DVD'] },
  ],
  jieba: [
    { word: '后', count: 1000, tag: 'f' },
    { word: '里面', count: 50, tag: 'f' },
    { word: '这样子', count: 70, tag: 'r' },
    { word: '毛泽东', count: 9000, tag: 'nr' },
    { word: '走来', count: 10, tag: 'v' },
  ],
  trie: new Map([
    ['裏面', ['leoi5 min6']],
    ['头发', ['tau4 faat3']],
  ]),
  hand: [row('我哋')],
  added: ['新字'],
});

/** The first components of meaning of words. */
const MEANINGS: Record<string, number[]> = {
  開: [20, 20],
  打開: [40, 0],
  綻放: [0, 40],
  門: [35, 0],
  鎖: [30, 10],
  花: [0, 38],
  雨: [20, 20],
  的: [40, 0],
};
const words = Object.keys(MEANINGS);
const rows = new Int8Array(words.length * ROW_BYTES);
for (const [i, word] of words.entries()) rows.set(MEANINGS[word]!, i * ROW_BYTES);
const partnersOf = (word: string, ...partners: string[]) => ({ value: { word, relation: 'does', partners } });
const cuesOf = createSenseCues({
  words,
  rows,
  tokens: { names: [], rows: new Int8Array(0) },
  partners: [
    partnersOf('花', '綻放', '開'),
    partnersOf('夢', '綻放*'),
    partnersOf('雨', '打開+', '綻放'),
    partnersOf('開', '鎖'),
  ] as unknown as HandWritten['partners'],
});
const senseOf = (synonym: string): EntryLine['senses'][number] => {
  const told = { sense: synonym, definition_zh: '義', reg: '通' as const, example: '例', antonyms: [] };
  return { pos: 'v', category: null, definition: '', synonyms: [synonym], told };
};

describeFunctions('composed-words', {
  /** How often jieba counts a word, how many articles it has, how the trie reads it. */
  gathered(word: string) {
    const draft = gathered.get(word);
    return draft && [draft.count, draft.cedict.length, draft.trie];
  },
  readings: (word: string, reading: string) =>
    createReadingResolver({ trie: new Map([[word, [reading]]]), hand: new Map(), polyphones: new Map() }).readingsOf(
      word,
    ),
  decodeTrie: (text: string) => Object.fromEntries(decodeTrie(text)),
  /** Of senses that have a synonym each. */
  cues: (word: string, ...synonyms: string[]) => cuesOf(word, synonyms.map(senseOf)),
});

it('the trie of readings is found whole in the installed package', () => {
  const trie = readJyutpingTrie();
  expect(trie.size).toBeGreaterThan(40_000);
  expect(trie.get('銀行')).toEqual(['ngan4 hong4']);
  expect(trie.get('長大')).toEqual(['zoeng2 daai6']);
});
