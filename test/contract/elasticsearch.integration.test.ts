import { expect, it } from '@jest/globals';
import { entryFromLine } from '../../src/lexicon/formats.ts';
import { memoryLexicon } from '../../src/stores/memory/memory-store.ts';
import { withSenses } from '../http/service.ts';
import { differences, pageQueries, similarityQueries, wordQueries } from '../stores/elasticsearch/differential.ts';
import { loadBuild, smallBuild, targetForTests } from '../stores/elasticsearch/support.ts';
import { describeOnElasticsearch } from '../support/describe-with.ts';
import { describeCases } from './cases.ts';
import { entryLines } from './small-lexicon.ts';
import { describeStoreContract } from './store-contract.ts';
import { typedLines } from './typed-lexicon.ts';

await describeOnElasticsearch('the Elasticsearch store', (url) => {
  const [target, withCards, typed] = [targetForTests(url), targetForTests(url), targetForTests(url)];

  describeStoreContract('on a real Elasticsearch', async () => {
    await loadBuild(target, smallBuild());
    return target.open();
  });

  describeCases('the cases on a real Elasticsearch', async () => {
    const build = smallBuild('gsmall', (lines) => {
      lines.entries = lines.entries.map(withSenses);
    });
    await loadBuild(withCards, build);
    return withCards.open();
  });

  const openTyped = async () => {
    const build = smallBuild('gtyped', (lines) => {
      lines.entries = typedLines();
      lines.relations = [];
    });
    await loadBuild(typed, build);
    return typed.open();
  };
  describeCases('the cases of typed forms on a real Elasticsearch', openTyped, ['typed']);

  it('answers random questions as the embedded store does, byte for byte', async () => {
    const build = smallBuild();
    await loadBuild(target, build);
    const embedded = memoryLexicon(build.manifest, build.entries, build.relations, build);
    const entries = entryLines().map(entryFromLine);
    const store = await target.open();
    const questions = [
      ...pageQueries(entries, 150),
      ...wordQueries(entries, 30),
      ...similarityQueries(entries.slice(0, 8)),
    ];
    expect(await store.read((lexicon) => differences(embedded, lexicon, questions))).toEqual([]);
  });
});
