import { beforeAll, expect, it } from '@jest/globals';
import { makeLive } from '../../../indexer/elasticsearch/generations.ts';
import { MIN_INDEX_BYTES } from '../../../indexer/elasticsearch/indices.ts';
import type { BuildFiles } from '../../../src/generation/build-files.ts';
import type { Entry } from '../../../src/lexicon/entry.ts';
import type { ListedWords } from '../../../src/lexicon/listed-words.ts';
import type { Lexicon, LexiconStore } from '../../../src/lexicon/store.ts';
import { findLiveGeneration, indexNames, pinnedGeneration } from '../../../src/stores/elasticsearch/generations.ts';
import { createSearcher } from '../../../src/stores/elasticsearch/searcher.ts';
import { elasticsearchLexicon } from '../../../src/stores/elasticsearch/store.ts';
import { packTable } from '../../../src/stores/elasticsearch/stored-word-table.ts';
import { memoryLexicon } from '../../../src/stores/memory/memory-store.ts';
import { excerpt, writeBuildFiles } from '../../support/builds.ts';
import { type Outcome, runCommand } from '../../support/command.ts';
import { describeOnElasticsearch } from '../../support/describe-with.ts';
import { folderForTests } from '../../support/for-tests.ts';
import { fullBuild } from '../../support/full-build.ts';
import {
  deepQueries,
  differences,
  entriesWithLetters,
  type LexiconQuery,
  pageQueries,
  pickEntries,
  prefixQueries,
  similarityQueries,
  wordQueries,
} from './differential.ts';
import { targetForTests } from './support.ts';

interface DiskUsage {
  readonly store_size_in_bytes: number;
  readonly fields: Readonly<Record<string, { readonly total_in_bytes: number }>>;
}

/** More than a search pages through without a place to go on from (10,000). */
const WORDS = 14_000;
/** Enough for relations of all kinds. */
const WORDS_WITH_RELATIONS = 5000;
const NAME = 'glarge';

// A large part of the lexicon, loaded by the command that operators use, compared with the embedded store.
await describeOnElasticsearch('a large lexicon', (url) => {
  const [target, sharded] = [targetForTests(url), targetForTests(url)];
  const directory = folderForTests();
  const args = ['--to', url, '--prefix', target.prefix];
  let [build, loadOutcome]: [BuildFiles?, Outcome?] = [];
  let stores: LexiconStore[];
  let embedded: Lexicon;
  beforeAll(async () => {
    build = await excerpt((await fullBuild()).directory, WORDS, NAME, WORDS_WITH_RELATIONS);
    embedded = memoryLexicon(build.manifest, build.entries, build.relations, build);
    loadOutcome = await runCommand(['load', ...args, '--build', writeBuildFiles(directory, build)]);
    const [indices, copies] = [target, sharded].map(({ prefix }) => indexNames(NAME, prefix));
    for (const kind of ['entries', 'relations', 'tables'] as const) {
      const settings = { 'index.number_of_shards': 3 };
      await target.client.indices.split({ index: indices![kind], target: copies![kind], settings });
    }
    await makeLive(sharded, NAME);
    stores = [await target.open(), await sharded.open()];
  });

  it('is loaded whole by the command, which says how fast and what is live now', () => {
    const { counts, files, generation } = build!.manifest;
    const tokens = files.find(({ name }) => name === 'meaning-tokens.bin.gz')!.lines;
    const parts = packTable(build!.wordTable).chunks.length;
    const documents = counts.entries + counts.relations + tokens + parts;
    expect(loadOutcome!.err).toContain(`sending documents (${documents})`);
    expect(loadOutcome!.out).toContain(`${generation} is live: ${documents} documents sent in`);
    expect(loadOutcome!.code).toBe(0);
  });

  it('holds no second copy of what it was sent', async () => {
    for (const index of Object.values(indexNames(build!.manifest.generation, target.prefix))) {
      const usage = await target.client.indices.diskUsage({ index, run_expensive_tasks: true });
      const { store_size_in_bytes: size, fields } = (usage as Record<string, DiskUsage>)[index]!;
      // Of a smaller index a load does not wait until its history is dropped.
      if (size >= MIN_INDEX_BYTES) expect([index, fields._recovery_source?.total_in_bytes ?? 0]).toEqual([index, 0]);
      // The tables have no source at all.
      expect(fields._source?.total_in_bytes ?? 0).toBeLessThan(size);
    }
  });

  const QUESTIONS: Readonly<Record<string, (entries: Entry[]) => LexiconQuery[]>> = {
    'random pages': (entries) => pageQueries(entries, 250),
    'the words like others, with filters of every size': () => similarityQueries(pickEntries(build!, 8)),
    'pages to the last word in every order': () => deepQueries(WORDS),
    'everything about a word': (entries) => wordQueries(entries, 20),
    'everything about words with letters': () => {
      const withLetters = entriesWithLetters(build!, 200);
      return [...wordQueries(withLetters, 8), ...pageQueries(withLetters, 40)];
    },
  };

  it.each(
    // What shards could change is the order and the count of many words.
    Object.keys(QUESTIONS).flatMap((name) => [
      [name, 'one shard', 0] as const,
      ...(/pages|like/.test(name) ? [[name, 'three shards', 1] as const] : []),
    ]),
  )('answers questions for %s from %s as the embedded store does, byte for byte', async (name, _, store) => {
    const questions = QUESTIONS[name]!(pickEntries(build!, 3000)).filter((__, i) => store === 0 || i % 2 === 0);
    expect(questions.length).toBeGreaterThan(20);
    expect(await stores[store]!.read((lexicon) => differences(embedded, lexicon, questions))).toEqual([]);
  });

  it.each(['table', 'engine'] as const)(
    'completes 750 beginnings as the embedded store does, characters from the %s',
    async (charactersFrom) => {
      const live = await findLiveGeneration(target.client, target.prefix);
      const pinned = pinnedGeneration(createSearcher(target.client, 0), live.meta, live.indices);
      const lexicon = elasticsearchLexicon(pinned, { charactersFrom });
      const questions = prefixQueries(pickEntries(build!, 3000));
      expect(await differences(embedded, lexicon, questions)).toEqual([]);
    },
  );

  it('has the same counts and the same list of words', async () => {
    const questions = [
      { text: 'categories', run: (lexicon: Lexicon) => lexicon.categories() },
      { text: 'vocabulary', run: (lexicon: Lexicon) => lexicon.vocabulary() },
      { text: 'words', run: async (lexicon: Lexicon) => allWords(await lexicon.wordTable()) },
    ];
    expect(await stores[0]!.read((lexicon) => differences(embedded, lexicon, questions))).toEqual([]);
  });

  it('is reported, verified and examined by the commands', async () => {
    const { generation } = build!.manifest;
    const status = await runCommand(['status', ...args]);
    expect(status.out).toContain(`* ${generation}  live`);
    const secondLoad = await runCommand(['load', ...args, '--build', directory]);
    expect(secondLoad).toMatchObject({ code: 0, out: expect.stringContaining('live already') });
    const verified = await runCommand(['verify', ...args, '--build', directory, '--words', '5', '--seed', '7']);
    expect(verified).toMatchObject({ code: 0, out: expect.stringContaining("equal the embedded store's") });
    // Other suites damage and restore indices on the same server: while a shard of those is missing, doctor says so.
    let doctor = await runCommand(['doctor', ...args]);
    while (/^bad .* shards missing/m.test(doctor.out)) doctor = await runCommand(['doctor', ...args]);
    expect(doctor).toMatchObject({ code: 0, out: expect.stringContaining('runs Elasticsearch 9') });
    const rollback = await runCommand(['rollback', ...args]);
    expect(rollback).toMatchObject({ code: 1, err: expect.stringContaining('no earlier generation') });
  });
});

/** All that annotation knows of each word. */
function allWords(words: ListedWords): unknown[] {
  return Array.from({ length: words.count }, (_, word) => [
    ...[words.text(word), words.frequency(word), words.readings(word), words.detail(word), words.definition(word)],
    ...[words.isVulgar(word), words.isPhrase(word), words.find(words.text(word))],
  ]);
}
