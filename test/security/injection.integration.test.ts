import { describe } from '@jest/globals';
import { startService } from '../http/service.ts';
import { loadBuild, smallBuild, targetForTests } from '../stores/elasticsearch/support.ts';
import { describeOnElasticsearch } from '../support/describe-with.ts';
import { forTests } from '../support/for-tests.ts';
import { describeInjection } from './injection.ts';

describe('the embedded store', () => {
  const service = forTests(() => startService());
  describeInjection(() => service);
});

await describeOnElasticsearch('Elasticsearch', (url) => {
  const target = targetForTests(url);
  const service = forTests(async () => {
    await loadBuild(target, smallBuild());
    return startService({ store: await target.open() });
  });
  describeInjection(() => service);
});
