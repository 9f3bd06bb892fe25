import { afterAll, beforeAll, describe } from '@jest/globals';
import type { LexiconStore } from '../../src/lexicon/store.ts';
import { openElasticsearchStore } from '../../src/stores/elasticsearch/open.ts';
import { startService, type TestService } from '../http/service.ts';
import { loadBuild, removeAll, smallBuild, targetOn } from '../stores/elasticsearch/support.ts';
import { describeOnElasticsearch } from '../support/describe-with.ts';
import { forTests } from '../support/for-tests.ts';
import { describeInjection } from './injection.ts';

describe('the embedded store', () => {
  const service = forTests(() => startService());
  describeInjection(() => service);
});

await describeOnElasticsearch('Elasticsearch', (url) => {
  const target = targetOn(url);
  let store: LexiconStore;
  let service: TestService;
  beforeAll(async () => {
    await loadBuild(target, smallBuild());
    // What is answered is tried here, not how soon: an engine that this very test keeps busy is waited for.
    store = await openElasticsearchStore({ node: url, prefix: target.prefix });
    service = await startService({ store });
  });
  afterAll(async () => {
    await service.stop();
    await store.close();
    await removeAll(target);
    await target.client.close();
  });
  describeInjection(() => service);
});
