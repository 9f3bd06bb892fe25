import { codesFittingMoves, contourOfCode } from '../../src/cantonese/contour.ts';
import { parseJyutping } from '../../src/cantonese/jyutping.ts';
import { LAZY_RULES } from '../../src/cantonese/lazy-sounds.ts';
import { widenedFinals } from '../../src/cantonese/rhyme.ts';
import { type Entry, QUALITIES } from '../../src/lexicon/entry.ts';
import {
  FACETS,
  type Facet,
  READING_FACETS,
  readingValue,
  SINGLE_FACETS,
  wordValues,
} from '../../src/lexicon/facets.ts';
import { MEANING_COMPONENTS, meaningVector, ROW_BYTES, sumOfMeanings } from '../../src/lexicon/meaning.ts';
import {
  MAX_SIMILARITY_VECTORS,
  type PageOrder,
  type PageQuery,
  type SoundFilters,
  THEME_SCOPES,
  type WordFilters,
} from '../../src/lexicon/query.ts';
import fc from '../support/fast-check.ts';

/** Random page queries whose values come from the entries themselves, so that most of them match something. */
export function randomPageQuery(entries: readonly Entry[]): fc.Arbitrary<PageQuery & { start: { offset: number } }> {
  const entry = fc.nat({ max: entries.length - 1 }).map((place) => entries[place]!);
  const reading = entry.chain((one) => fc.constantFrom(...one.readings.slice(0, 4)));
  const someOf = <T>(one: fc.Arbitrary<T>) => fc.uniqueArray(one, { minLength: 1, maxLength: 2 });
  // An empty list of values matches nothing.
  const someOrNone = <T>(one: fc.Arbitrary<T>) =>
    fc.oneof({ weight: 12, arbitrary: someOf(one) }, { weight: 1, arbitrary: fc.constant<T[]>([]) });
  const themes = [...new Set(entries.flatMap((one) => [...one.affect.themes, ...one.affect.themesInferred]))];
  // Some twenty filters may be given: each seldom, or hardly any query would match a word.
  const optional = <T>(one: fc.Arbitrary<T>) =>
    fc.oneof({ weight: 7, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: one });

  const words = fc
    .record({
      ...recordOf(SINGLE_FACETS, (facet) =>
        optional(
          someOrNone(
            entry.chain((one) => {
              const values = wordValues(facet, one);
              return fc.constantFrom(...(values.length > 0 ? values : ['none']));
            }),
          ),
        ),
      ),
      theme: optional(someOf(fc.constantFrom(...themes))),
      themeScope: fc.constantFrom(...THEME_SCOPES),
      quality: optional(fc.constantFrom(...QUALITIES)),
      vulgar: optional(fc.boolean()),
      starts: optional(entry.map((one) => [...one.char].slice(0, 1 + (one.rank % 2)).join(''))),
      ends: optional(entry.map((one) => [...one.char].slice(-1 - (one.rank % 2)).join(''))),
      contains: optional(entry.map((one) => [...one.char].slice(0, 2).join(''))),
      among: optional(
        fc.array(
          entry.map((one) => one.char),
          { maxLength: 8 },
        ),
      ),
      belowRank: optional(fc.integer({ min: 1, max: entries.length + 40 })),
      tokens: optional(entry.map((one) => [...one.char].slice(-1))),
    })
    .map((filters) => withoutUndefined(filters) as unknown as WordFilters);

  const sound = fc
    .record({
      ...recordOf(READING_FACETS, (facet) => optional(someOrNone(reading.map((one) => readingValue(facet, one))))),
      melodyCodes: optional(reading.map((one) => codesFittingMoves(contourOfCode(one.code)))),
      finals: optional(
        fc.tuple(reading, fc.boolean(), fc.integer({ min: 1, max: 2 })).map(([one, loose, depth]) =>
          parseJyutping(one.jyutping)!
            .toReversed()
            .slice(0, depth)
            .map(({ final }) => (loose ? widenedFinals(final) : [final])),
        ),
      ),
      syllables: optional(
        fc.tuple(reading, fc.boolean()).map(([one, hasTone]) =>
          parseJyutping(one.jyutping)!.map(({ initial, final, tone }) => ({
            initial,
            final,
            tone: hasTone ? tone : undefined,
          })),
        ),
      ),
      lazy: optional(someOf(fc.constantFrom(...LAZY_RULES))),
    })
    .map((filters) => withoutUndefined(filters) as SoundFilters);

  const meaning = fc
    .array(fc.integer({ min: -100, max: 100 }), { minLength: MEANING_COMPONENTS, maxLength: MEANING_COMPONENTS })
    .map((components) => meaningVector(sumOfMeanings([[Int8Array.from(components), 1]]) ?? new Int8Array(ROW_BYTES)));

  const order: fc.Arbitrary<PageOrder> = fc.oneof(
    fc.constant<PageOrder>({ by: 'popularity' }),
    fc.constant<PageOrder>({ by: 'char' }),
    fc.constant<PageOrder>({ by: 'lineEnd' }),
    reading.map<PageOrder>((one) => ({ by: 'sound', near: parseJyutping(one.jyutping)! })),
    fc
      .tuple(
        someOf(entry),
        entry,
        fc.array(meaning, { maxLength: MAX_SIMILARITY_VECTORS }),
        fc.array(entry, { maxLength: 3 }),
      )
      .map<PageOrder>(([near, one, vectors, excluded]) => ({
        by: 'similarity',
        ...(one.rank % 3 === 0 ? {} : { nearScore: [50_000, 2500, 120_000, 2500][one.rank % 4]! }),
        features: {
          vectors,
          words: new Map(near.map((other, i) => [other.char, 30_000 - 300 * i])),
          emotion: [one.affect.emotion, 60],
          ...(one.category === null ? {} : { category: [one.category, 30] as const }),
          themes: [one.affect.themes, 40],
          ...(one.rank % 2 === 0 ? {} : { kinds: [[one.kind], 50_000] as const }),
          tones: [[one.tone], 50_000],
          ...(one.rank % 2 === 0 ? {} : { popular: [one.rank, 400] as const }),
          ...(one.rank % 3 === 0 ? { shorter: 120 } : {}),
          // Only words with a weight of their own, of the kind and the tone, reach it.
          ...(one.rank % 5 === 0 ? {} : { leadingScore: 115_000 }),
          excluded: excluded.map(({ char }) => char),
        },
      })),
  );

  return fc.record({
    words,
    sound,
    order,
    start: fc.record({ offset: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: entries.length })) }),
    limit: fc.integer({ min: 1, max: 60 }),
    facets: fc.subarray([...FACETS]),
  });
}

function recordOf<F extends Facet, T>(facets: readonly F[], arbitraryOf: (facet: F) => T): Record<F, T> {
  return Object.fromEntries(facets.map((facet) => [facet, arbitraryOf(facet)])) as Record<F, T>;
}

function withoutUndefined<T extends object>(record: T): Partial<T> {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as Partial<T>;
}
