import { afterAll } from '@jest/globals';
import { openElasticsearchStore } from '../../src/stores/elasticsearch/open.ts';
import { loadBuild, removeAll, smallBuild, targetOn } from '../stores/elasticsearch/support.ts';
import { describeOnElasticsearch } from '../support/describe-with.ts';
import { describeStoreContract } from './store-contract.ts';

await describeOnElasticsearch('the Elasticsearch store', (url) => {
  const target = targetOn(url);
  afterAll(async () => {
    await removeAll(target);
    await target.client.close();
  }, 60_000);

  describeStoreContract('on a real Elasticsearch', async () => {
    await loadBuild(target, smallBuild());
    // What is answered is tried here, not how soon: an engine that this very test keeps busy is waited for.
    return openElasticsearchStore({ node: url, prefix: target.prefix });
  });
});
