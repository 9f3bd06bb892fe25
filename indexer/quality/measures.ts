import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { annotateLine } from '../../src/cantonese/annotation.ts';
import { parseSyllable } from '../../src/cantonese/jyutping.ts';
import { mergedSoundKey } from '../../src/cantonese/lazy-sounds.ts';
import type { WordTable } from '../../src/cantonese/segmentation.ts';
import type { Entry } from '../../src/lexicon/entry.ts';
import { contradicts } from '../compose/labels/part-of-speech.ts';
import { toHongKong } from '../sources/opencc.ts';
import { DATA_ROOT, readHandWritten } from '../tables/hand-written.ts';
import { QUALITY_TABLES } from '../tables/quality-tables.ts';
import { EVERY_WORD, EXPECTED_WORD_MEASURES, FIRST_PAGE, related, rowsOf } from './expected-words.ts';
import type { Measure, Measured, Result } from './types.ts';

/** Number of entries for which `holds` is true, of all given. */
const share = (entries: readonly Entry[], holds: (entry: Entry) => boolean): Result => ({
  found: entries.filter(holds).length,
  of: entries.length,
});

/** Measure: share of the `count` most popular words for which `holds` is true. */
const ofFirst =
  (count: number, holds: (entry: Entry) => boolean) =>
  ({ entries }: Measured) =>
    share(entries.slice(0, count), holds);

/** Measure: number of words for which `holds` is true. */
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

/** Number of function words on the first pages of all valences, emotions and themes; 0 is best. */
async function functionWordsOnFirstPages({ lexicon, entries }: Measured): Promise<Result> {
  const values = (valuesOf: (entry: Entry) => readonly string[]) => [
    ...new Set(entries.slice(0, 5000).flatMap(valuesOf)),
  ];
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

/** Recall of `valences` on the held-out words that are expected to have one of them. Errors of the held-out half stay unseen. */
function withExpectedValence({ entries }: Measured, valences: readonly string[]): Result {
  const valenceOf = new Map(entries.map(({ char, affect }) => [char, affect.valence]));
  const rows = rowsOf(QUALITY_TABLES.expectedValences).filter(
    ({ half, word, valence }) => half === 'test' && valences.includes(valence) && valenceOf.has(word),
  );
  return { found: rows.filter(({ word, valence }) => valenceOf.get(word) === valence).length, of: rows.length };
}

/** Share of the words of lyric lines, of `length` characters if given, that are among the `first` most popular words. */
function wordsOfLines({ entries }: Measured, first: number, length?: number): Result {
  const ranks = new Map(entries.slice(0, first).map(({ char }, rank) => [char, rank]));
  const words = rowsOf(QUALITY_TABLES.lyrics)
    .flatMap((line) => line.words)
    .filter((word) => length === undefined || Array.from(word).length === length);
  return { found: words.filter((word) => ranks.has(word)).length, of: words.length };
}

/** Share of pairs whose first word is the more popular one; a missing word ranks last. */
function pairsInOrder(measured: Measured, pairs: readonly (readonly [first: string, second: string])[]): Result {
  const ranks = ranksOf(measured);
  const rankOf = (word: string) => ranks.get(word) ?? Number.POSITIVE_INFINITY;
  const misses = pairs.filter(([first, second]) => rankOf(first) >= rankOf(second)).map((pair) => pair.join('/'));
  return { found: pairs.length - misses.length, of: pairs.length, misses };
}

/** Share of the held-out syllables that annotate reads correctly. */
async function annotated({ wordTable }: Measured): Promise<Result> {
  const { syllables, wrong } = scoreAnnotation(readGold('test'), wordTable);
  // Errors of the held-out part stay unseen: who writes a rule by them measures nothing any more.
  return { found: syllables - wrong.length, of: syllables };
}

/** Word boundaries on the held-out lines: F1, the harmonic mean of precision and recall, as one fraction. */
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
      pairsInOrder(
        measured,
        rowsOf(QUALITY_TABLES.pairs).map(({ cantonese, mandarin }) => [cantonese, mandarin]),
      ),
  },
  {
    name: 'Hong Kong before the mainland',
    target: 1,
    measure: (measured) =>
      pairsInOrder(
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

/** A line of data/eval, annotated by hand. Places count characters. */
export interface GoldLine {
  readonly text: string;
  /** For each character that is read, its place and the readings that are right there. */
  readonly readings: ReadonlyMap<number, readonly string[]>;
  /** Places before which a word begins, the line's beginning left out. */
  readonly boundaries: ReadonlySet<number>;
  /** Places where either is right. */
  readonly optional: ReadonlySet<number>;
}

const HAN = /^[\p{Script=Han}〇]$/u;
const BOUNDARY = ' ';
/** Written between two characters where a boundary may be or not: 愛·上. */
const OPTIONAL_BOUNDARY = '·';

/**
 * Reads a row: genre, words, jyutping (a syllable for each Han character, `/` between alternatives; absent in a file of words alone).
 * Throws on a bad one.
 */
export function parseGoldLine(row: string): GoldLine {
  const [, words = '', jyutping] = row.split('\t');
  const syllables = jyutping?.split(' ');
  const readings = new Map<number, readonly string[]>();
  const boundaries = new Set<number>();
  const optional = new Set<number>();
  let [text, index, syllableIndex] = ['', 0, 0];
  for (const character of words) {
    if (character === BOUNDARY) boundaries.add(index);
    else if (character === OPTIONAL_BOUNDARY) optional.add(index);
    else {
      if (syllables && HAN.test(character)) readings.set(index, (syllables[syllableIndex++] ?? '').split('/'));
      text += character;
      index++;
    }
  }
  const invalid = [...readings.values()].flat().find((syllable) => !parseSyllable(syllable));
  if (syllableIndex !== (syllables?.length ?? 0) || invalid !== undefined)
    throw new Error(`not one valid syllable a character: ${row}`);
  return { text, readings, boundaries, optional };
}

/** The lines of a part. Rules are written against `development`; nobody looks at `test` to write them. */
export function readGold(part: 'development' | 'test'): GoldLine[] {
  const directory = join(DATA_ROOT, 'eval');
  return globSync(`${part}*.tsv`, { cwd: directory })
    .sort()
    .flatMap((name) => readFileSync(join(directory, name), 'utf8').trimEnd().split('\n').slice(1))
    .filter((row) => !row.startsWith('#'))
    .map(parseGoldLine);
}

export interface AnnotationScore {
  readonly syllables: number;
  /** `line: character reading, not right reading`, one a wrong syllable. */
  readonly wrong: readonly string[];
  /** Word boundaries of either side, and those of both. */
  readonly boundaries: { readonly ours: number; readonly theirs: number; readonly shared: number };
}

/** Compares annotate with lines annotated by hand. Variants of one pronunciation (ng- or none, n- or l-) are the same. */
export function scoreAnnotation(lines: readonly GoldLine[], table: WordTable): AnnotationScore {
  const wrong: string[] = [];
  const boundaries = { ours: 0, theirs: 0, shared: 0 };
  let syllables = 0;
  for (const line of lines) {
    // A place may have several letters; the annotated lines count characters.
    const places = annotateLine(line.text, table).characters.flatMap((place) => Array.from(place.char, () => place));
    for (const [index, right] of line.readings) {
      const { char, jyutping } = places[index]!;
      syllables++;
      if (!right.map(soundOf).includes(soundOf(jyutping)))
        wrong.push(`${line.text}: ${char} ${jyutping ?? '–'}, not ${right.join(' or ')}`);
    }
    for (let index = 1; index < places.length; index++) {
      if (line.optional.has(index)) continue;
      const ours = places[index]!.group !== places[index - 1]!.group;
      const theirs = line.boundaries.has(index);
      if (ours) boundaries.ours++;
      if (theirs) boundaries.theirs++;
      if (ours && theirs) boundaries.shared++;
    }
  }
  return { syllables, wrong, boundaries };
}

function soundOf(syllable: string | null | undefined): string {
  const parsed = parseSyllable(syllable ?? '');
  return parsed ? mergedSoundKey(parsed, ['n-l', 'ng-0']) + parsed.tone : '';
}
