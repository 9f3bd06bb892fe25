import { type Entry, NEUTRAL_EMOTION } from '../../src/lexicon/entry.ts';
import { contradicts } from '../compose/labels/part-of-speech.ts';
import { toHongKong } from '../sources/opencc.ts';
import { readHandWritten } from '../tables/hand-written.ts';
import { QUALITY_TABLES } from '../tables/quality-tables.ts';
import { EXPECTED_WORD_MEASURES, related, rowsOf } from './expected-words.ts';
import { readGold, scoreAnnotation } from './gold-lines.ts';
import { EVERY_WORD, type Measure, type Measured, type Result } from './measured.ts';

type Test = (entry: Entry) => boolean;

const share = (entries: readonly Entry[], holds: Test): Result => ({
  found: entries.filter(holds).length,
  of: entries.length,
});

/** Share of the `count` most popular words for which `holds` is true. */
const ofFirst =
  (count: number, holds: Test): Measure['measure'] =>
  ({ entries }) =>
    share(entries.slice(0, count), holds);

const countOf =
  (holds: Test): Measure['measure'] =>
  ({ entries }) => ({ found: entries.filter(holds).length });

const hasChineseDefinition: Test = ({ definitionZh }) => Boolean(definitionZh);
const isCantonese: Test = ({ reg }) => reg === '粵';
const isUnexplained: Test = ({ definitionZh, standard, examples }) =>
  !definitionZh && standard.length + examples.length === 0;

/** Share of the words of lyric lines, of `length` characters if given, that are among the `first` most popular words. */
const lyricWords =
  (first: number, length?: number): Measure['measure'] =>
  ({ entries }) => {
    const popular = new Set(entries.slice(0, first).map(({ char }) => char));
    const words = rowsOf(QUALITY_TABLES.lyrics)
      .flatMap((line) => line.words)
      .filter((word) => length === undefined || Array.from(word).length === length);
    return { found: words.filter((word) => popular.has(word)).length, of: words.length };
  };

/** Share of pairs whose first word is the more popular one; a missing word ranks last. */
function pairsInOrder({ entries }: Measured, pairs: readonly (readonly [first: string, second: string])[]): Result {
  const ranks = new Map(entries.map(({ char, rank }) => [char, rank]));
  const rankOf = (word: string) => ranks.get(word) ?? Number.POSITIVE_INFINITY;
  const misses = pairs.filter(([first, second]) => rankOf(first) >= rankOf(second)).map((pair) => pair.join('/'));
  return { found: pairs.length - misses.length, of: pairs.length, misses };
}

/** Recall of `valences` on the held-out words that are expected to have one of them. Errors of the held-out half stay unseen. */
const withExpectedValence =
  (...valences: readonly string[]): Measure['measure'] =>
  ({ entries }) => {
    const valenceOf = new Map(entries.map(({ char, affect }) => [char, affect.valence]));
    const rows = rowsOf(QUALITY_TABLES.expectedValences).filter(
      ({ half, word, valence }) => half === 'test' && valences.includes(valence) && valenceOf.has(word),
    );
    return { found: rows.filter(({ word, valence }) => valenceOf.get(word) === valence).length, of: rows.length };
  };

/** Function words that no feeling and no theme should list first. */
const FUNCTION_WORDS = new Set(
  '我 你 佢 你哋 我哋 佢哋 他 她 它 這 那 呢 嗰 嘅 的 地 得 咗 了 緊 過 住 吓 啲 個 隻 條 張 件 把 和 同 與 及 但 或 而 因為 所以 如果 在 喺 於 對 向 從 由 畀 被 讓 令 使 是 係 有 冇 會 能 可以 要 應該 都 也 還 就 只 又 再 不 唔 沒 未 起 成 來 去 上 下 出 入 一 二 三 多 少 幾 阿 啊 呀 啦 喇 嗎 呢 吧 哦 喎'.split(
    ' ',
  ),
);

/** Number of function words on the first pages of all valences, emotions and themes; 0 is best. */
async function functionWordsOnFirstPages({ lexicon, entries }: Measured): Promise<Result> {
  const shown = entries.slice(0, 5000).map(({ affect }) => affect);
  const facets = {
    valence: ['正', '負'],
    emotion: new Set(shown.map(({ emotion }) => emotion).filter((emotion) => emotion !== NEUTRAL_EMOTION)),
    theme: new Set(shown.flatMap(({ themes }) => themes)),
  };
  const misses: string[] = [];
  for (const [facet, values] of Object.entries(facets))
    for (const value of values) {
      const words = { ...EVERY_WORD.words, [facet]: [value] };
      const page = await lexicon.page({ ...EVERY_WORD, words, order: { by: 'popularity' }, limit: 50 });
      for (const { entry } of page.words) if (FUNCTION_WORDS.has(entry.char)) misses.push(`${value}: ${entry.char}`);
    }
  return { found: misses.length, misses };
}

export const MEASURES: readonly Measure[] = [
  {
    name: 'synonyms, first 5,000 words',
    least: 0.95,
    async measure({ lexicon, entries }) {
      const lists = await Promise.all(entries.slice(0, 5000).map(({ char }) => related(lexicon, char, 'syn', 1)));
      return { found: lists.filter(({ size }) => size > 0).length, of: lists.length };
    },
  },
  { name: 'category, first 5,000 words', least: 0.98, measure: ofFirst(5000, ({ category }) => category !== null) },
  {
    name: 'valence with evidence, first 5,000 words',
    least: 0.6,
    measure: ({ manifest }) => ({ found: manifest.coverage.valence_evidence_first_5000 ?? 0, of: 5000 }),
  },
  { name: 'words with an emotion', least: 8000, measure: countOf(({ affect }) => affect.emotion !== NEUTRAL_EMOTION) },
  { name: 'words with a tagged theme', least: 10_000, measure: countOf(({ affect }) => affect.themes.length > 0) },
  { name: 'definitions in Chinese, first 10,000 words', least: 0.97, measure: ofFirst(10_000, hasChineseDefinition) },
  { name: 'definitions in Chinese, first 20,000 words', measure: ofFirst(20_000, hasChineseDefinition) },
  {
    name: 'definitions in Chinese of 粵 words, first 40,000',
    least: 0.97,
    measure: ({ entries }) => share(entries.slice(0, 40_000).filter(isCantonese), hasChineseDefinition),
  },
  { name: 'examples, first 10,000 words', measure: ofFirst(10_000, ({ examples }) => examples.length > 0) },
  { name: 'senses told apart, first 5,000 words', measure: ofFirst(5000, ({ senses }) => senses.length > 1) },
  {
    name: '粵 words that nothing explains',
    most: 300,
    measure: countOf((entry) => isCantonese(entry) && isUnexplained(entry)),
  },
  { name: 'part of speech against category', most: 500, measure: countOf(contradicts) },
  { name: 'words of lyric lines, first 1,000', least: 0.75, measure: lyricWords(1000) },
  { name: 'two-character words of them, first 10,000', least: 0.9, measure: lyricWords(10_000, 2) },
  {
    name: 'Cantonese before Mandarin',
    least: 25 / 30,
    measure: (measured) =>
      pairsInOrder(
        measured,
        rowsOf(QUALITY_TABLES.pairs).map(({ cantonese, mandarin }) => [cantonese, mandarin]),
      ),
  },
  {
    name: 'Hong Kong before the mainland',
    least: 1,
    measure: (measured) =>
      pairsInOrder(
        measured,
        readHandWritten().hongKongFirst.map(({ value }) => [toHongKong(value.word), toHongKong(value.after)]),
      ),
  },
  { name: 'words without a feeling that are neutral (test)', least: 0.95, measure: withExpectedValence('中') },
  { name: 'words with a feeling that have it (test)', least: 0.92, measure: withExpectedValence('正', '負') },
  { name: 'function words on first pages', most: 3, measure: functionWordsOnFirstPages },
  ...EXPECTED_WORD_MEASURES,
  {
    name: 'syllables of data/eval (test)',
    least: 0.985,
    measure({ wordTable }) {
      // Errors of the held-out part stay unseen: who writes a rule by them measures nothing any more.
      const { syllables, wrong } = scoreAnnotation(readGold('test'), wordTable);
      return { found: syllables - wrong.length, of: syllables };
    },
  },
  {
    name: 'word boundaries of data/eval, F1 (test)',
    least: 0.95,
    measure({ wordTable }) {
      const { ours, theirs, shared } = scoreAnnotation(readGold('test'), wordTable).boundaries;
      return { found: 2 * shared, of: ours + theirs };
    },
  },
];
