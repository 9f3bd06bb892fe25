import { afterAll } from '@jest/globals';
import { openElasticsearchStore } from '../../src/stores/elasticsearch/open.ts';
import { withSenses } from '../http/service.ts';
import { loadBuild, removeAll, smallBuild, targetOn } from '../stores/elasticsearch/support.ts';
import { describeOnElasticsearch } from '../support/describe-with.ts';
import { describeCases } from './cases.ts';
import { describeStoreContract } from './store-contract.ts';

await describeOnElasticsearch('the Elasticsearch store', (url) => {
  const [target, withCards] = [targetOn(url), targetOn(url)];
  afterAll(async () => {
    for (const one of [target, withCards]) {
      await removeAll(one);
      await one.client.close();
    }
  }, 60_000);

  describeStoreContract('on a real Elasticsearch', async () => {
    await loadBuild(target, smallBuild());
    // What is answered is tried here, not how soon: an engine that this very test keeps busy is waited for.
    return openElasticsearchStore({ node: url, prefix: target.prefix });
  });

  describeCases('the cases on a real Elasticsearch', async () => {
    const build = smallBuild('gsmall', (lines) => {
      lines.entries = lines.entries.map(withSenses);
    });
    await loadBuild(withCards, build);
    return openElasticsearchStore({ node: url, prefix: withCards.prefix });
  });
});
