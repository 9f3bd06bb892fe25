import { isDeepStrictEqual } from 'node:util';
import { codesFittingMoves, contourOfCode } from '../../src/cantonese/contour.ts';
import { parseJyutping } from '../../src/cantonese/jyutping.ts';
import { widenedFinals } from '../../src/cantonese/rhyme.ts';
import type { BuildFiles } from '../../src/generation/build-files.ts';
import { indexJsonLines } from '../../src/generation/build-files.ts';
import type { Entry } from '../../src/lexicon/entry.ts';
import {
  FACETS,
  type Facet,
  READING_FACETS,
  readingValue,
  type Selections,
  WORD_FACETS,
  wordValues,
} from '../../src/lexicon/facets.ts';
import { type EntryLine, entryFromLine } from '../../src/lexicon/formats.ts';
import { englishTokens } from '../../src/lexicon/meaning.ts';
import type { PageOrder, PageQuery, SoundFilters } from '../../src/lexicon/query.ts';
import { senseFeatures, similarityFeatures } from '../../src/lexicon/similarity.ts';
import type { Lexicon } from '../../src/lexicon/store.ts';
import { type GenerationMeta, indexNames, pinnedGeneration } from '../../src/stores/elasticsearch/generations.ts';
import { createSearcher } from '../../src/stores/elasticsearch/searcher.ts';
import { elasticsearchLexicon } from '../../src/stores/elasticsearch/store.ts';
import { memoryLexicon } from '../../src/stores/memory/memory-store.ts';
import { randomNumbers } from '../random-numbers.ts';
import { type ClusterTarget, LoadError } from './generations.ts';

const CACHE_BYTES = 2 ** 20;

/** Number of documents of an index, and the sum of their checksums. */
export async function readContents({ client }: ClusterTarget, index: string) {
  const result = await client.search<unknown, { checksum: { value: number } }>(
    { index, size: 0, track_total_hits: true, aggs: { checksum: { sum: { field: 'checksum' } } } },
    { requestTimeout: 600_000 },
  );
  const total = result.hits.total;
  return {
    count: typeof total === 'number' ? total : (total?.value ?? 0),
    checksum: result.aggregations!.checksum.value,
  };
}

/** Throws a {@link LoadError} if the documents of an index do not match its metadata. */
export async function verifyContents(target: ClusterTarget, meta: GenerationMeta): Promise<void> {
  const indices = indexNames(meta.generation, target.prefix);
  const { entries, relations, tokens } = meta.counts;
  const expectedCounts = { entries, relations, tables: tokens + meta.word_table.chunks };
  for (const kind of ['entries', 'relations', 'tables'] as const) {
    const { count, checksum } = await readContents(target, indices[kind]);
    if (count !== expectedCounts[kind])
      throw new LoadError(
        `${indices[kind]} holds ${count} documents, ${expectedCounts[kind]} were expected. Load again.`,
      );
    if (checksum !== meta.checksums[kind])
      throw new LoadError(`${indices[kind]} holds other documents than were sent (checksum). Load again.`);
  }
}

/** The lexicon of a generation as the engine alone answers it: characters are completed by its suggester, not by the word table. */
export function openLexicon(target: ClusterTarget, meta: GenerationMeta): Lexicon {
  const searcher = createSearcher(target.client, CACHE_BYTES);
  return elasticsearchLexicon(pinnedGeneration(searcher, meta, indexNames(meta.generation, target.prefix)), {
    charactersFrom: 'engine',
  });
}

/** Compares the embedded store and the generation for `words` random words; throws a {@link LoadError} at the first difference. */
export async function compareWithBuild(
  target: ClusterTarget,
  meta: GenerationMeta,
  build: BuildFiles,
  words: number,
  seed = 1,
): Promise<void> {
  const lines = indexJsonLines(build.entries);
  const random = randomNumbers(seed);
  const sample = Array.from({ length: words }, () =>
    entryFromLine(lines.parse<EntryLine>(Math.floor(random() * lines.count))),
  );
  const embedded = memoryLexicon(build.manifest, build.entries, build.relations, build);
  const engine = openLexicon(target, meta);
  for (const entry of sample)
    for (const [description, run] of queriesAbout(entry, random)) {
      const [expected, actual] = await Promise.all([run(embedded), run(engine)]);
      if (isDeepStrictEqual(expected, actual)) continue;
      const [expectedText, actualText] = [expected, actual].map((result) => JSON.stringify(result).slice(0, 400));
      throw new LoadError(
        `Generation ${meta.generation} answers ${description} unlike the embedded store.\n  expected ${expectedText}\n  got      ${actualText}\n` +
          'This is a fault of the program: please report it with this text. The live generation was left as it is.',
      );
    }
}

export type RunQuery = (lexicon: Lexicon) => Promise<unknown>;

/** Queries of every kind about an entry, most of which have results. */
export function queriesAbout(entry: Entry, random: () => number): readonly (readonly [text: string, run: RunQuery])[] {
  const query = randomPage(entry, random);
  const prefix = [...entry.char].slice(0, 1 + Math.floor(random() * 2)).join('');
  const jyutping = entry.readings[0]!.jyutping.slice(0, 1 + Math.floor(random() * 16));
  const type = random() < 0.7 ? 'syn' : 'ant';
  const sound = random() < 0.5 ? {} : { rhyme: widenedFinals(entry.readings[0]!.rhyme) };
  const told = entry.senses.flatMap((sense) => sense.told?.sense ?? []);
  const sense = random() < 0.5 ? told.at(Math.floor(random() * told.length)) : undefined;
  const ofSense = sense === undefined ? {} : { sense };
  const relations = {
    word: entry.char,
    type,
    ...ofSense,
    source: 'all',
    words: {},
    sound,
    offset: 0,
    limit: 50,
  } as const;
  const replacement = { word: entry.char, length: entry.length, ...ofSense };
  return [
    [`page ${JSON.stringify(query)}`, (lexicon) => lexicon.page(query)],
    [`relations ${JSON.stringify(relations)}`, (lexicon) => lexicon.relations(relations)],
    [`replacements ${JSON.stringify(replacement)}`, (lexicon) => lexicon.replacements([replacement])],
    [
      `partners of ${entry.char}`,
      async (lexicon) => {
        const { counts, ...page } = await lexicon.partners({ ...relations, source: 'all' });
        return [page, [...counts].sort()];
      },
    ],
    [`names of partners of ${entry.char}`, (lexicon) => lexicon.partnerNames({ words: [entry.char], perRelation: 6 })],
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
      `words like ${entry.char}${sense === undefined ? '' : `, ${sense}`}`,
      async (lexicon) => {
        const basis = await lexicon.similarityBasis(entry);
        const ofSense = sense === undefined ? undefined : senseFeatures(entry, basis, sense);
        const features = ofSense ?? similarityFeatures(entry, basis);
        return [features, await lexicon.page({ ...query, order: { by: 'similarity', features } })];
      },
    ],
  ];
}

function randomPage(entry: Entry, random: () => number): PageQuery {
  const withProbability = <T extends object>(chance: number, make: () => T): Partial<T> =>
    random() < chance ? make() : {};
  const reading = entry.readings[0]!;
  const syllables = parseJyutping(reading.jyutping)!;
  const selected = <F extends Facet>(facets: readonly F[], valuesOf: (facet: F) => readonly unknown[]) => {
    const chosen = facets.filter((facet) => random() < 0.2 && valuesOf(facet).length > 0);
    return Object.fromEntries(chosen.map((facet) => [facet, valuesOf(facet)])) as Selections<F>;
  };
  const sound: SoundFilters = {
    ...selected(READING_FACETS, (facet) => [readingValue(facet, reading)]),
    ...withProbability(0.2, () => ({ melodyCodes: codesFittingMoves(contourOfCode(reading.code)) })),
    ...withProbability(0.3, () => ({ finals: [widenedFinals(reading.rhyme)] })),
  };
  const orderRoll = random();
  const order: PageOrder =
    orderRoll < 0.5 ? { by: 'popularity' } : orderRoll < 0.7 ? { by: 'char' } : { by: 'sound', near: syllables };
  return {
    words: {
      themeScope: 'all',
      ...selected(WORD_FACETS, (facet) => wordValues(facet, entry)),
      ...withProbability(0.1, () => ({ contains: [...entry.char][0]! })),
    },
    sound,
    order,
    start: { offset: random() < 0.7 ? 0 : Math.floor(random() * 5000) },
    limit: 20,
    facets: FACETS.filter(() => random() < 0.3),
  };
}
