import { describe } from '@jest/globals';
import { startService } from '../http/service.ts';
import { forTests } from '../support/for-tests.ts';
import { describeInjection } from './injection.ts';

describe('the embedded store', () => {
  const service = forTests(() => startService());
  describeInjection(() => service);
});
