import { afterAll, beforeAll, describe } from '@jest/globals';
import { startService, type TestService } from '../http/service.ts';
import { describeInjection } from './injection.ts';

describe('the embedded store', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());
  describeInjection(() => service);
});
