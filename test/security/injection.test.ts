import { afterAll, beforeAll, describe } from '@jest/globals';
import { type Service, startService } from '../http/service.ts';
import { describeInjection } from './injection.ts';

describe('the embedded store', () => {
  let service: Service;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());
  describeInjection(() => service);
});
