import { afterAll } from '@jest/globals';
import { openElasticsearchStore } from '../../src/stores/elasticsearch/open.ts';
import { describeStoreContract } from '../contract/store-contract.ts';
import { describeWith, provideServer } from '../servers/elasticsearch/provide-server.ts';
import { describeAdoption } from './adoption.ts';
import { describeFullLexicon } from './full-lexicon.ts';
import { describeOutages } from './outages.ts';
import { describeReindexing } from './reindexing.ts';
import { describeRoundTrips } from './round-trips.ts';
import { loadBuild, removeAll, smallBuild, targetOn } from './support.ts';

await describeWith('on a real Elasticsearch', provideServer, ({ url }) => {
  const target = targetOn(url);
  afterAll(async () => {
    await removeAll(target);
    await target.client.close();
  }, 60_000);

  describeStoreContract('the Elasticsearch store', async () => {
    await loadBuild(target, smallBuild());
    // What is answered is tried here, not how soon: an engine that this very test keeps busy is waited for.
    return openElasticsearchStore({ node: url, prefix: target.prefix, watchdogEnabled: false });
  });
  describeRoundTrips(url);
  describeAdoption(url);
  describeOutages(url);
  describeReindexing(url);
  describeFullLexicon(url);
});
