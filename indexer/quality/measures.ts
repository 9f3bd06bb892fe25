import type { Entry } from '../../src/lexicon/entry.ts';
import { contradicts } from '../compose/labels/part-of-speech.ts';
import { toHongKong } from '../sources/opencc.ts';
import { readHandWritten } from '../tables/hand-written.ts';
import { QUALITY_TABLES } from '../tables/quality-tables.ts';
import { EVERY_WORD, EXPECTED_WORD_MEASURES, FIRST_PAGE, related, rowsOf } from './expected-words.ts';
import { readGold, scoreAnnotation } from './syllables.ts';
import type { Measure, Measured, Result } from './types.ts';

const share = (entries: readonly Entry[], holds: (entry: Entry) => boolean): Result => ({
  found: entries.filter(holds).length,
  of: entries.length,
});

/** Share of the `count` most popular words for which `holds` is true. */
const ofFirst =
  (count: number, holds: (entry: Entry) => boolean) =>
  ({ entries }: Measured) =>
    share(entries.slice(0, count), holds);

/** How many words there are for which `holds` is true. */
const countOf =
  (holds: (entry: Entry) => boolean) =>
  ({ entries }: Measured): Result => ({ found: entries.filter(holds).length });

const ranksOf = ({ entries }: Measured) => new Map(entries.map(({ char, rank }) => [char, rank]));

/** Function words that no feeling and no theme should list first. */
const FUNCTION_WORDS = new Set(
  '我 你 佢 你哋 我哋 佢哋 他 她 它 這 那 呢 嗰 嘅 的 地 得 咗 了 緊 過 住 吓 啲 個 隻 條 張 件 把 和 同 與 及 但 或 而 因為 所以 如果 在 喺 於 對 向 從 由 畀 被 讓 令 使 是 係 有 冇 會 能 可以 要 應該 都 也 還 就 只 又 再 不 唔 沒 未 起 成 來 去 上 下 出 入 一 二 三 多 少 幾 阿 啊 呀 啦 喇 嗎 呢 吧 哦 喎'.split(
    ' ',
  ),
);

async function functionWordsOnFirstPages({ lexicon, entries }: Measured): Promise<Result> {
  const values = (of: (entry: Entry) => readonly string[]) => [...new Set(entries.slice(0, 5000).flatMap(of))];
  const filters = [
    ...['正', '負'].map((valence) => ({ valence: [valence] })),
    ...values(({ affect }) => [affect.emotion])
      .filter((emotion) => emotion !== '平')
      .map((emotion) => ({ emotion: [emotion] })),
    ...values(({ affect }) => affect.themes).map((theme) => ({ theme: [theme] })),
  ];
  const misses: string[] = [];
  for (const filter of filters) {
    const words = { ...EVERY_WORD.words, ...filter } as typeof EVERY_WORD.words;
    const page = await lexicon.page({ ...EVERY_WORD, words, order: { by: 'popularity' }, limit: FIRST_PAGE });
    for (const { entry } of page.words)
      if (FUNCTION_WORDS.has(entry.char)) misses.push(`${Object.values(filter)}: ${entry.char}`);
  }
  return { found: misses.length, misses };
}

/** Of the held-out words with one of these valences, those that have it. Errors of the held-out half stay unseen. */
function withExpectedValence({ entries }: Measured, valences: readonly string[]): Result {
  const valenceOf = new Map(entries.map(({ char, affect }) => [char, affect.valence]));
  const rows = rowsOf(QUALITY_TABLES.expectedValences).filter(
    ({ half, word, valence }) => half === 'test' && valences.includes(valence) && valenceOf.has(word),
  );
  return { found: rows.filter(({ word, valence }) => valenceOf.get(word) === valence).length, of: rows.length };
}

function wordsOfLines({ entries }: Measured, first: number, length?: number): Result {
  const ranks = new Map(entries.slice(0, first).map(({ char }, rank) => [char, rank]));
  const words = rowsOf(QUALITY_TABLES.lyrics)
    .flatMap((line) => line.words)
    .filter((word) => length === undefined || Array.from(word).length === length);
  return { found: words.filter((word) => ranks.has(word)).length, of: words.length };
}

/** Pairs whose first word is the more popular one. */
function inOrder(measured: Measured, pairs: readonly (readonly [first: string, second: string])[]): Result {
  const ranks = ranksOf(measured);
  const rankOf = (word: string) => ranks.get(word) ?? Number.POSITIVE_INFINITY;
  const misses = pairs.filter(([first, second]) => rankOf(first) >= rankOf(second)).map((pair) => pair.join('/'));
  return { found: pairs.length - misses.length, of: pairs.length, misses };
}

async function annotated({ wordTable }: Measured): Promise<Result> {
  const { syllables, wrong } = scoreAnnotation(readGold('test'), wordTable);
  // Errors of the held-out part stay unseen: who writes a rule by them measures nothing any more.
  return { found: syllables - wrong.length, of: syllables };
}

/** Harmonic mean of precision and recall. */
function boundaries({ wordTable }: Measured): Result {
  const { ours, theirs, shared } = scoreAnnotation(readGold('test'), wordTable).boundaries;
  return { found: 2 * shared, of: ours + theirs };
}

export const MEASURES: readonly Measure[] = [
  {
    name: 'synonyms, first 5,000 words',
    target: 0.95,
    async measure({ lexicon, entries }) {
      const lists = await Promise.all(entries.slice(0, 5000).map(({ char }) => related(lexicon, char, 'syn', 1)));
      return { found: lists.filter(({ size }) => size > 0).length, of: lists.length };
    },
  },
  { name: 'category, first 5,000 words', target: 0.98, measure: ofFirst(5000, ({ category }) => category !== null) },
  {
    name: 'valence with evidence, first 5,000 words',
    target: 0.6,
    measure: ({ manifest }) => ({ found: manifest.coverage.valence_evidence_first_5000 ?? 0, of: 5000 }),
  },
  {
    name: 'words with an emotion',
    target: 8000,
    measure: countOf(({ affect }) => affect.emotion !== '平'),
  },
  {
    name: 'words with a tagged theme',
    target: 10_000,
    measure: countOf(({ affect }) => affect.themes.length > 0),
  },
  {
    name: 'definitions in Chinese, first 10,000 words',
    target: 0.97,
    measure: ofFirst(10_000, ({ definitionZh }) => Boolean(definitionZh)),
  },
  {
    name: 'definitions in Chinese, first 20,000 words',
    measure: ofFirst(20_000, (entry) => Boolean(entry.definitionZh)),
  },
  {
    name: 'definitions in Chinese of 粵 words, first 40,000',
    target: 0.97,
    measure: ({ entries }) =>
      share(
        entries.slice(0, 40_000).filter(({ reg }) => reg === '粵'),
        (one) => Boolean(one.definitionZh),
      ),
  },
  { name: 'examples, first 10,000 words', measure: ofFirst(10_000, ({ examples }) => examples.length > 0) },
  { name: 'senses told apart, first 5,000 words', measure: ofFirst(5000, ({ senses }) => senses.length > 1) },
  {
    name: '粵 words that nothing explains',
    target: 300,
    isLimit: true,
    measure: countOf(
      ({ reg, definitionZh, standard, examples }) =>
        reg === '粵' && !definitionZh && standard.length + examples.length === 0,
    ),
  },
  {
    name: 'part of speech against category',
    target: 500,
    isLimit: true,
    measure: countOf(contradicts),
  },
  { name: 'words of lyric lines, first 1,000', target: 0.75, measure: (measured) => wordsOfLines(measured, 1000) },
  {
    name: 'two-character words of them, first 10,000',
    target: 0.9,
    measure: (measured) => wordsOfLines(measured, 10_000, 2),
  },
  {
    name: 'Cantonese before Mandarin',
    target: 25 / 30,
    measure: (measured) =>
      inOrder(
        measured,
        rowsOf(QUALITY_TABLES.pairs).map(({ cantonese, mandarin }) => [cantonese, mandarin]),
      ),
  },
  {
    name: 'Hong Kong before the mainland',
    target: 1,
    measure: (measured) =>
      inOrder(
        measured,
        readHandWritten().hongKongFirst.map(({ value }) => [toHongKong(value.word), toHongKong(value.after)]),
      ),
  },
  {
    name: 'words without a feeling that are neutral (test)',
    target: 0.95,
    measure: (measured) => withExpectedValence(measured, ['中']),
  },
  {
    name: 'words with a feeling that have it (test)',
    target: 0.92,
    measure: (measured) => withExpectedValence(measured, ['正', '負']),
  },
  { name: 'function words on first pages', target: 3, isLimit: true, measure: functionWordsOnFirstPages },
  ...EXPECTED_WORD_MEASURES,
  { name: 'syllables of data/eval (test)', target: 0.985, measure: annotated },
  { name: 'word boundaries of data/eval, F1 (test)', target: 0.95, measure: boundaries },
];
