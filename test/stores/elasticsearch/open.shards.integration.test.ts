import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { BuildFiles } from '../../../src/generation/build-files.ts';
import type { Lexicon, LexiconStore } from '../../../src/lexicon/store.ts';
import { openElasticsearchStore } from '../../../src/stores/elasticsearch/open.ts';
import { memoryLexicon } from '../../../src/stores/memory/memory-store.ts';
import { excerpt } from '../../support/builds.ts';
import { describeOnElasticsearch } from '../../support/describe-with.ts';
import { fullBuild } from '../../support/full-build.ts';
import { deepQueries, differences, pageQueries, pickEntries, similarityQueries } from './differential.ts';
import { loadBuild, removeAll, targetOn } from './support.ts';

/** More than three times the most candidates that a search for near vectors may name, so that each shard has more of them. */
const WORDS = 36_000;

/** Relations are most of what there is to load, and are in the tests of the full lexicon. */
function withoutRelations(build: BuildFiles): BuildFiles {
  const counts = { ...build.manifest.counts, relations: 0 };
  return { ...build, manifest: { ...build.manifest, counts }, relations: Buffer.alloc(0) };
}

await describeOnElasticsearch('an index of three shards', (url) => {
  const target = targetOn(url);
  let build: BuildFiles;
  let embedded: Lexicon;
  let store: LexiconStore;
  beforeAll(async () => {
    build = withoutRelations(await excerpt((await fullBuild()).directory, WORDS, 'gshards'));
    embedded = memoryLexicon(build.manifest, build.entries, build.relations, build);
    await loadBuild(target, build, { shards: 3 });
    store = await openElasticsearchStore({ node: url, prefix: target.prefix });
  }, 900_000);
  afterAll(async () => {
    await store?.close();
    await removeAll(target);
    await target.client.close();
  }, 60_000);

  const findDifferences = (questions: Parameters<typeof differences>[2]) =>
    store.read((lexicon) => differences(embedded, lexicon, questions));

  it('answers as the embedded store does: similar words with filters of every size', async () => {
    expect(await findDifferences(similarityQueries(pickEntries(build, 15)))).toEqual([]);
  }, 300_000);

  it('answers as the embedded store does: random pages and deep ones', async () => {
    const questions = [...pageQueries(pickEntries(build, 1000), 200), ...deepQueries(WORDS)];
    expect(await findDifferences(questions)).toEqual([]);
  }, 300_000);
});
