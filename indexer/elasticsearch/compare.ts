import { isDeepStrictEqual } from 'node:util';
import { codesFittingMoves, contourOfCode } from '../../src/cantonese/contour.ts';
import { parseJyutping } from '../../src/cantonese/jyutping.ts';
import { widenedFinals } from '../../src/cantonese/rhyme.ts';
import type { Entry } from '../../src/lexicon/entry.ts';
import { englishTokens } from '../../src/lexicon/meaning-table.ts';
import { FACETS, type PageOrder, type PageQuery, type SoundFilters } from '../../src/lexicon/query.ts';
import { similarityFeatures } from '../../src/lexicon/similarity.ts';
import type { Lexicon } from '../../src/lexicon/store.ts';

/** A query with different results in two lexicons. */
export interface Difference {
  readonly description: string;
  readonly expected: unknown;
  readonly actual: unknown;
}

type RunQuery = (lexicon: Lexicon) => Promise<unknown>;

/** Queries of every kind about an entry, most of which have results. */
export function queriesAbout(
  entry: Entry,
  random: () => number,
): readonly (readonly [question: string, ask: RunQuery])[] {
  const query = randomPage(entry, random);
  const prefix = [...entry.char].slice(0, 1 + Math.floor(random() * 2)).join('');
  const jyutping = entry.readings[0]!.jyutping.slice(0, 1 + Math.floor(random() * 16));
  const type = random() < 0.7 ? 'syn' : 'ant';
  const sound = random() < 0.5 ? {} : { rhyme: widenedFinals(entry.readings[0]!.rhyme) };
  const relations = { word: entry.char, type, source: 'all', words: {}, sound, offset: 0, limit: 50 } as const;
  return [
    [`page ${JSON.stringify(query)}`, (lexicon) => lexicon.page(query)],
    [`relations ${JSON.stringify(relations)}`, (lexicon) => lexicon.relations(relations)],
    [`related words of ${entry.char}`, (lexicon) => lexicon.relatedWords(entry.char, 'all', 150)],
    [`suggestions for ${prefix}`, (lexicon) => lexicon.suggest(prefix, 10, { vulgar: true })],
    [`suggestions for ${jyutping}`, (lexicon) => lexicon.suggest(jyutping, 10, { vulgar: false })],
    [
      `lookup of ${entry.char} ${entry.aliases.join(' ')}`,
      async (lexicon) => [...(await lexicon.lookup([entry.char, ...entry.aliases]))],
    ],
    [`homophones of ${entry.char}`, (lexicon) => lexicon.homophones(entry)],
    [
      `meanings of ${entry.char} and its definition`,
      (lexicon) => lexicon.meanings({ words: [entry.char], tokens: englishTokens(entry.definition) }),
    ],
    [
      `words like ${entry.char}`,
      async (lexicon) => {
        const features = similarityFeatures(entry, await lexicon.similarityBasis(entry));
        return [features, await lexicon.page({ ...query, order: { by: 'similarity', features } })];
      },
    ],
  ];
}

function randomPage({ char, readings, affect, category, pos, reg, length }: Entry, random: () => number): PageQuery {
  const withProbability = <T extends object>(chance: number, make: () => T): Partial<T> =>
    random() < chance ? make() : {};
  const reading = readings[0]!;
  const syllables = parseJyutping(reading.jyutping)!;
  const sound: SoundFilters = {
    ...withProbability(0.3, () => ({ code: [reading.code] })),
    ...withProbability(0.2, () => ({ melodyCodes: codesFittingMoves(contourOfCode(reading.code)) })),
    ...withProbability(0.3, () => ({ finals: [widenedFinals(reading.rhyme)] })),
    ...withProbability(0.2, () => ({ rhyme: [reading.rhyme] })),
  };
  const orderRoll = random();
  const order: PageOrder =
    orderRoll < 0.5 ? { by: 'popularity' } : orderRoll < 0.7 ? { by: 'char' } : { by: 'sound', near: syllables };
  return {
    words: {
      themeScope: 'all',
      ...withProbability(0.2, () => ({ emotion: [affect.emotion] })),
      ...withProbability(0.2, () => ({ category: category === null ? [] : [category] })),
      ...withProbability(0.3, () => ({ pos: [pos] })),
      ...withProbability(0.2, () => ({ reg: [reg] })),
      ...withProbability(0.3, () => ({ length: [length] })),
      ...withProbability(0.1, () => ({ contains: [...char][0]! })),
    },
    sound,
    order,
    start: { offset: random() < 0.7 ? 0 : Math.floor(random() * 5000) },
    limit: 20,
    facets: FACETS.filter(() => random() < 0.3),
  };
}

/** Compares both lexicons for `entries`, up to the first difference. */
export async function firstDifference(
  expected: Lexicon,
  actual: Lexicon,
  entries: Iterable<Entry>,
  random: () => number,
): Promise<Difference | undefined> {
  for (const entry of entries) {
    for (const [description, run] of queriesAbout(entry, random)) {
      const [expectedResult, actualResult] = await Promise.all([run(expected), run(actual)]);
      if (!isDeepStrictEqual(expectedResult, actualResult))
        return { description, expected: expectedResult, actual: actualResult };
    }
  }
  return undefined;
}
