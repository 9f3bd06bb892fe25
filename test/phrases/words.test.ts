import { describe, expect, it } from '@jest/globals';
import type { Lexicon } from '../../src/lexicon/store.ts';
import { negatedHeadwords, readEnglish, repairEnglish } from '../../src/phrases/english.ts';
import { contraryWords, oppositesOf } from '../../src/phrases/opposites.ts';
import { unitsOfPhrase } from '../../src/phrases/parse.ts';
import { listOf, wordLine } from '../lyrics/lines.ts';
import { describeFunctions } from '../support/function-tables.ts';

const CATEGORIES: Readonly<Record<string, string>> = { 眼淚: 'noun.body', 喊: 'verb.body', 怕: 'verb.emotion' };
const table = listOf(
  [
    ...['忘記', '忘', '遺忘', '記住', '記得', '不忘', '難忘', '唔忘記', '勿忘我', '漏', '再忘記', '不了'],
    ...[
      '眼淚',
      '笑容',
      '無眼淚',
      '怕',
      '怕黑',
      '黑',
      '白',
      '無怕',
      '反應',
      '反',
      '順',
      '光',
      '光明',
      '喊',
      '大笑',
      '唔喊',
    ],
  ].map((char) => wordLine(char, 'x', 1500, { category: CATEGORIES[char] ?? null })),
);
const BASES: Readonly<Record<string, unknown>> = {
  忘記: {
    antonyms: ['記住', '記得', '沒有這個'],
    synonyms: [
      { word: '忘', source: 'curated', score: 90 },
      // A function word, whose negation (不了) says nothing of this.
      { word: '了', source: 'curated', score: 80 },
      { word: '遺忘', source: 'generated', score: 62 },
      { word: '漏', source: 'generated', score: 61 },
    ],
    variants: ['忘记'],
  },
  眼淚: { antonyms: ['笑容'], synonyms: [], variants: [] },
  喊: { antonyms: ['大笑'], synonyms: [], variants: [] },
  黑: { antonyms: ['白', '光明'], synonyms: [], variants: [] },
  反: { antonyms: ['順'], synonyms: [], variants: [] },
};
const NONE = { antonyms: [], synonyms: [], variants: [] };
const lexicon = { similarityBasis: async ({ char }: { char: string }) => BASES[char] ?? NONE } as unknown as Lexicon;

describe('the opposites of an idea', () => {
  it('are its antonyms and the headwords that negate it or a likely synonym', async () => {
    const idea = { text: '忘記', headwords: ['忘記'], tokens: [], weight: 1, negation: '不' };
    const { words, excluded } = await oppositesOf(idea, table, lexicon);
    expect([...words]).toEqual([
      ['唔忘記', 1],
      ['記住', 0.9],
      // The second antonym counts a tenth less.
      ['記得', 0.9 / 1.1],
      // 不 and 難 before 忘.
      ['不忘', 0.7],
      ['難忘', 0.7],
    ]);
    // 漏 is too loose a synonym.
    expect(excluded).toEqual(['忘記', '忘记', '忘', '了', '遺忘']);
  });

  it('are those of its end where it has none itself', async () => {
    const idea = { text: '再忘記', headwords: ['再忘記'], tokens: [], weight: 1, negation: '不' };
    const { words, excluded } = await oppositesOf(idea, table, lexicon);
    expect([...words.keys()].slice(0, 2)).toEqual(['唔忘記', '記住']);
    expect(excluded.slice(0, 2)).toEqual(['再忘記', '忘記']);
  });

  it('are no antonyms of what can be seen or touched, or of what a body does', async () => {
    const cry = { text: '喊', headwords: ['喊'], tokens: [], weight: 1, negation: '唔' };
    expect([...(await oppositesOf(cry, table, lexicon)).words.keys()]).toEqual(['唔喊']);
    const idea = { text: '眼淚', headwords: ['眼淚'], tokens: [], weight: 1, negation: '冇' };
    expect([...(await oppositesOf(idea, table, lexicon)).words.keys()]).toEqual(['無眼淚']);
  });

  it('are those of the feeling before what it is for, and of no other beginning', async () => {
    const opposites = (text: string) =>
      oppositesOf({ text, headwords: [text], tokens: [], weight: 1, negation: '唔' }, table, lexicon);
    expect([...(await opposites('怕黑')).words.keys()]).toEqual(['無怕']);
    // 反 of 反應 is the opposite of 順, which is no answer.
    expect([...(await opposites('反應')).words.keys()]).toEqual([]);
  });
});

describe('words that are contrary to a phrase', () => {
  const idea = (text: string, more = {}) => ({ text, headwords: [text], tokens: [], weight: 1, ...more });
  const contrary = (...ideas: Parameters<typeof contraryWords>[0]) => contraryWords(ideas, table, lexicon);

  it('are the antonyms of what it says, or of its verb', async () => {
    expect(await contrary(idea('黑'))).toEqual(['白', '光明']);
    expect(await contrary(idea('再忘記'))).toEqual(['記住', '記得', '沒有這個']);
  });

  it('are none of what is turned round, of English words, or of what another idea is about', async () => {
    expect(await contrary(idea('黑', { negation: '唔' }))).toEqual([]);
    expect(await contrary(idea('黑', { tokens: ['dark'] }))).toEqual([]);
    expect(await contrary(idea('黑'), idea('光'))).toEqual(['白']);
  });
});

const unitTable = listOf([
  ...['食', '咗', '孤單', '等', '你', '你好', '耐', '好耐', '嗎', '冇', '冇信心', '信心', '冇相干'].map((char) =>
    wordLine(char, 'x', 1500),
  ),
  wordLine('happy', 'hep1 pi2', 1500),
]);

/** The most popular first. */
const DEFINITIONS: Readonly<Record<string, string>> = {
  心: 'heart',
  光: 'light',
  斷: 'to break; to give up',
  寂寞: 'lonely',
  放棄: 'to give up',
  孤寡: 'loneliness',
  三: 'three',
  四: 'four',
  唔開心: 'unhappy',
  屎: 'heartless',
  無望: 'hopeless; without hope',
};
const englishTable = listOf(
  Object.entries(DEFINITIONS).map(([char, definition]) => ({
    ...wordLine(char, 'x', 1500, { vulgar: char === '屎' }),
    definition,
  })),
);

describeFunctions('phrase-words', {
  /** With `/en` where a word is read as English, and whether anything was typed otherwise. */
  units(text: string) {
    const { units, isNormalized } = unitsOfPhrase(text, unitTable);
    return [units.map(({ text, isEnglish }) => (isEnglish ? `${text}/en` : text)).join(' '), isNormalized];
  },
  english: (...tokens: string[]) => readEnglish(tokens, englishTable),
  headwords: (...tokens: string[]) => readEnglish(tokens, englishTable).headwords,
  repaired: (word: string) => repairEnglish(word, englishTable).map(({ text, headwords }) => [text, ...headwords]),
  negatedHeadwords: (word: string) => negatedHeadwords(word, englishTable),
});
