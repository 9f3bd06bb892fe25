import { queriesAbout } from '../../../indexer/elasticsearch/verify.ts';
import { randomNumbers } from '../../../indexer/random-numbers.ts';
import { FINALS } from '../../../src/cantonese/jyutping.ts';
import { hasLatin } from '../../../src/cantonese/latin.ts';
import { widenedFinals } from '../../../src/cantonese/rhyme.ts';
import type { BuildFiles } from '../../../src/generation/build-files.ts';
import { indexJsonLines } from '../../../src/generation/build-files.ts';
import { type Entry, RELATION_TYPES } from '../../../src/lexicon/entry.ts';
import { type EntryLine, entryFromLine } from '../../../src/lexicon/formats.ts';
import { MEANING_COMPONENTS, meaningVector, ROW_BYTES } from '../../../src/lexicon/meaning.ts';
import type {
  PageQuery,
  PartnerQuery,
  RelationQuery,
  ReplacementQuery,
  RhymeQuery,
} from '../../../src/lexicon/query.ts';
import { senseFeatures, similarityFeatures } from '../../../src/lexicon/similarity.ts';
import type { Lexicon } from '../../../src/lexicon/store.ts';
import { suggestWords } from '../../../src/lexicon/suggest-words.ts';
import { randomPageQuery } from '../../contract/random-query.ts';
import fc from '../../support/fast-check.ts';

/** One question to a lexicon, with a text that names it. */
export interface LexiconQuery {
  readonly text: string;
  run(lexicon: Lexicon): Promise<unknown>;
}

/** Entries picked from all over a build, popular ones more often: values of random queries come from them. */
export function pickEntries(build: BuildFiles, count: number): Entry[] {
  const lines = indexJsonLines(build.entries);
  return Array.from({ length: count }, (_, i) =>
    entryFromLine(lines.parse(Math.floor((i / count) ** 2 * lines.count))),
  );
}

const QUERY_SEED = 20261121;

function sample<T>(arbitrary: fc.Arbitrary<T>, numRuns: number): T[] {
  return fc.sample(arbitrary, { numRuns, seed: QUERY_SEED });
}

export function pageQueries(entries: readonly Entry[], count: number): LexiconQuery[] {
  return sample(randomPageQuery(entries), count).map((query) => ({
    text: `page ${JSON.stringify(query)}`,
    run: (lexicon) => lexicon.page(query),
  }));
}

/** Pages far in, and the last ones, in every order; rhymes far in. */
export function deepQueries(total: number): LexiconQuery[] {
  const vector = meaningVector(Int8Array.from({ length: MEANING_COMPONENTS }, (_, i) => (i % 9) - 4));
  const orders: PageQuery['order'][] = [
    { by: 'popularity' },
    { by: 'char' },
    { by: 'lineEnd' },
    { by: 'sound', near: [{ initial: 'h', final: 'oi', tone: 1 }] },
    {
      by: 'similarity',
      features: { vectors: [], words: new Map([['海', 900]]), emotion: ['平', 60], excluded: ['我'] },
    },
    { by: 'similarity', features: { vectors: [vector], words: new Map([['海', 30_000]]), excluded: ['我', '大海'] } },
  ];
  const offsets = [999, 1000, 1001, 1002, 8000, 8001, 8002, 12_000, total - 20, total - 1, total, total + 1];
  const pages = orders.flatMap((order, at) =>
    [...offsets, ...offsets.map((offset) => Math.floor(offset / 2))].map((offset, i): LexiconQuery => {
      const words = { themeScope: 'tagged' as const, ...(i < offsets.length ? {} : { pos: ['n' as const] }) };
      // Sound filters choose the reading that is scored: of every other page, and of the other ones of the next order.
      const sound = (i + at) % 2 === 0 ? {} : { finals: [COMMON_FINALS] };
      const query: PageQuery = { words, sound, order, start: { offset }, limit: 20, facets: [] };
      return { text: `deep page ${JSON.stringify(query)}`, run: (lexicon) => lexicon.page(query) };
    }),
  );
  return [...pages, ...deepRhymes()];
}

/** Of more than half of the words. */
const COMMON_FINALS = FINALS.filter((_, i) => i % 3 !== 0);

function deepRhymes(): LexiconQuery[] {
  return [0, 7999, 8001, 9500, 12_000, 1_000_000].map((offset) => {
    const query: RhymeQuery = {
      tiers: [COMMON_FINALS.slice(0, 5), COMMON_FINALS.slice(5)],
      words: { themeScope: 'all' },
      ...(offset % 2 === 0 ? {} : { sound: { code: ['3', '33', '20'] } }),
      offset,
      limit: 30,
    };
    return { text: `rhymes from ${offset}`, run: (lexicon) => lexicon.rhymes(query) };
  });
}

/** Entries with Latin letters, which are rare. */
export function entriesWithLetters(build: BuildFiles, count: number): Entry[] {
  const lines = indexJsonLines(build.entries);
  const all = Array.from({ length: lines.count }, (_, rank) => lines.parse<EntryLine>(rank));
  return all
    .filter(({ char }) => hasLatin(char))
    .slice(0, count)
    .map(entryFromLine);
}

/** What `lexicon verify` asks about a word, and what it leaves out: other sources, parts of lists, beginnings of glosses. */
export function wordQueries(entries: readonly Entry[], count: number): LexiconQuery[] {
  const word = fc.record({
    entry: fc.constantFrom(...entries),
    type: fc.constantFrom(...RELATION_TYPES),
    source: fc.constantFrom('all' as const, 'curated' as const, 'generated' as const),
    loose: fc.boolean(),
    vulgar: fc.boolean(),
    prefixLength: fc.integer({ min: 1, max: 16 }),
    limit: fc.integer({ min: 1, max: 50 }),
    offset: fc.integer({ min: 0, max: 5 }),
  });
  return sample(word, count).flatMap(({ entry, type, source, loose, vulgar, prefixLength, limit, offset }, i) => {
    const reading = entry.readings.at(i % 2 === 0 ? 0 : -1)!;
    const finals = loose ? widenedFinals(reading.rhyme) : [reading.rhyme];
    const sound = [{}, { finals: [finals] }, { code: [reading.code], rhyme: finals }, { code: [reading.code, '33'] }][
      i % 4
    ]!;
    const told = entry.senses.flatMap((sense) => sense.told?.sense ?? []);
    const sense = vulgar ? told.at(i % Math.max(1, told.length)) : undefined;
    const relation: RelationQuery = {
      word: entry.char,
      type,
      source,
      words: { vulgar },
      sound,
      offset,
      limit,
      ...(sense === undefined ? {} : { sense }),
    };
    const partners: PartnerQuery = {
      word: entry.char,
      ...(loose ? { relations: ['does', 'takes', 'with'] } : {}),
      source: source === 'curated' ? source : 'all',
      words: { vulgar },
      sound,
      offset,
      limit,
    };
    const rhyme: RhymeQuery = {
      tiers: finals.map((final) => [final]),
      words: { themeScope: 'all', pos: [entry.pos] },
      offset,
      limit,
    };
    const gloss =
      entry.definition
        .split(/[;,(]/)[0]!
        .slice(0, 2 + prefixLength)
        .trim() || 'moon';
    const complete = (text: string, options: { vulgar: boolean | undefined }): LexiconQuery => ({
      text: `complete ${text}`,
      run: (lexicon) => suggestWords(lexicon, text, limit, options),
    });
    return [
      ...queriesAbout(entry, randomNumbers(i)).map(([text, run]): LexiconQuery => ({ text, run })),
      { text: `relations ${JSON.stringify(relation)}`, run: (lexicon) => lexicon.relations(relation) },
      {
        text: `partners ${JSON.stringify(partners)}`,
        run: async (lexicon) => {
          const { counts, ...page } = await lexicon.partners(partners);
          return [page, [...counts].sort()];
        },
      },
      { text: `related words of ${entry.char}`, run: (lexicon) => lexicon.relatedWords(entry.char, source, limit) },
      { text: `similarity basis of ${entry.char}`, run: (lexicon) => lexicon.similarityBasis(entry) },
      complete(gloss, { vulgar: i % 3 === 0 ? vulgar : undefined }),
      complete(entry.aliases[0] ?? entry.char, { vulgar: undefined }),
      { text: `rhymes ${JSON.stringify(rhyme)}`, run: (lexicon) => lexicon.rhymes(rhyme) },
      { text: `replacements of ${entry.char}`, run: (lexicon) => lexicon.replacements([replacementOf(entry)]) },
      {
        text: `replacements of ${entry.char} among others`,
        run: (lexicon) => lexicon.replacements([replacementOf(entry, entries.slice(i, i + 400))]),
      },
    ];
  });
}

/** Filters that leave nothing, the word alone (which is left out too), some hundred words, some thousands, nearly all, and all. */
function sizedFilters({ char, length, readings: [reading] }: Entry): Pick<PageQuery, 'words' | 'sound'>[] {
  const everything = { themeScope: 'tagged' as const };
  return [
    { words: everything, sound: { code: [] } },
    { words: { ...everything, starts: char, length: [length] }, sound: {} },
    { words: everything, sound: { rhyme: [reading!.rhyme], code: [reading!.code] } },
    { words: everything, sound: { rhyme: widenedFinals(reading!.rhyme) } },
    { words: { ...everything, vulgar: false }, sound: {} },
    { words: everything, sound: {} },
  ];
}

/** The first page of the words like each entry, one far in, and one after a cursor, with filters of every size. */
export function similarityQueries(entries: readonly Entry[]): LexiconQuery[] {
  return entries.flatMap((entry) =>
    sizedFilters(entry).map((filters, size) => ({
      text: `like ${entry.char} with ${JSON.stringify(filters)}`,
      async run(lexicon: Lexicon) {
        const basis = await lexicon.similarityBasis(entry);
        // Of every other filter the last of the word's senses, where they are told apart.
        const sense = size % 2 === 0 ? undefined : entry.senses.at(-1)?.told?.sense;
        const ofSense = sense === undefined ? undefined : senseFeatures(entry, basis, sense);
        const features = ofSense ?? similarityFeatures(entry, basis);
        const query = { ...filters, order: { by: 'similarity', features }, limit: 30, facets: [] } as const;
        const first = await lexicon.page({
          ...query,
          start: { offset: 0 },
          facets: size % 2 === 0 ? ['pos', 'code'] : [],
        });
        const far = await lexicon.page({ ...query, start: { offset: Math.floor(first.total * 0.7) } });
        const next = far.next && (await lexicon.page({ ...query, start: { after: far.next } }));
        return [first, far, next];
      },
    })),
  );
}

/** `among` is in no order. */
function replacementOf({ char, length, readings }: Entry, among?: readonly Entry[]): ReplacementQuery {
  // Any vector will do: the word's own is not at hand.
  const vector = meaningVector(
    Int8Array.from({ length: ROW_BYTES }, (_, i) => ((i * 37 + char.codePointAt(0)!) % 81) - 40),
  );
  const similar = { vector, codes: readings.map(({ code }) => code) };
  return { word: char, length, similar: among ? { ...similar, among: among.map(({ char }) => char) } : similar };
}

/** Beginnings of words as people type them: 350 in characters, 350 in jyutping, toned or not, joined or spaced, and 50 of English glosses. */
export function prefixQueries(entries: readonly Entry[]): LexiconQuery[] {
  const at = (i: number) => entries[i % entries.length]!;
  const characters = Array.from({ length: 350 }, (_, i) => [...at(i * 8).char].slice(0, 1 + (i % 3)).join(''));
  const jyutping = Array.from({ length: 350 }, (_, i) => {
    const reading = at(i * 8 + 3).readings[0]!.jyutping;
    const toned = i % 2 ? reading : reading.replaceAll(/[1-6]/g, '');
    const form = i % 4 < 2 ? toned : toned.replaceAll(' ', '');
    return form.slice(0, 1 + (i % 9)).trim();
  });
  const english = Array.from({ length: 50 }, (_, i) =>
    at(i * 59)
      .definition.slice(0, 3 + (i % 6))
      .trim(),
  );
  const suggest = (prefix: string, i: number): LexiconQuery => ({
    text: `suggest ${prefix}`,
    run: (lexicon) => lexicon.suggest(prefix, 10, { vulgar: i % 5 !== 0 }),
  });
  const complete = (prefix: string): LexiconQuery => ({
    text: `complete ${prefix}`,
    run: (lexicon) => suggestWords(lexicon, prefix, 10, { vulgar: undefined }),
  });
  return [...characters, ...jyutping].map(suggest).concat(english.filter((prefix) => prefix !== '').map(complete));
}

/** The questions that the two answer differently, as bytes; those are compared, so order and form count. */
export async function differences(
  expected: Lexicon,
  actual: Lexicon,
  queries: readonly LexiconQuery[],
  concurrency = 4,
): Promise<string[]> {
  const differing: string[] = [];
  let next = 0;
  const worker = async () => {
    while (next < queries.length && differing.length < 5) {
      const { text, run } = queries[next++]!;
      const [expectedJson, actualJson] = (await Promise.all([run(expected), run(actual)])).map(textOf);
      if (expectedJson !== actualJson)
        differing.push(`${text}\n  expected ${expectedJson!.slice(0, 500)}\n  got      ${actualJson!.slice(0, 500)}`);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return differing;
}

/** An answer as text, maps and rows as lists. */
const textOf = (answer: unknown) =>
  JSON.stringify(answer, (_, value) =>
    value instanceof Map || ArrayBuffer.isView(value) ? [...(value as Iterable<unknown>)] : value,
  );
