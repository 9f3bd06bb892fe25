import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ENDPOINTS } from '../../../src/endpoints.ts';
import { apiDocument } from '../../../src/openapi/openapi.ts';
import { startService, type TestService } from '../../http/service.ts';
import { campaign, hostileFaults } from './campaign.ts';
import { HOSTILE_CASES } from './hostile.ts';
import { type Operation, operationsOf } from './operations.ts';
import { type ResponseValidator, responseValidator } from './validate-response.ts';

const ROOT = new URL('../../..', import.meta.url).pathname;
const document = apiDocument(ENDPOINTS);
const operations: readonly Operation[] = operationsOf(document);

describe('response validation', () => {
  const judge = responseValidator(document, ['/var/secret']);
  const search = operations.find(({ id }) => id === 'search')!;
  const headers = {
    'x-request-id': 'a',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'",
    'content-type': 'application/problem+json; charset=utf-8',
  };
  const problem = { type: '/problems/not_found', title: 'a', status: 404, instance: '/', request_id: 'a' };
  const right = { ...problem, code: 'not_found', detail: 'There is nothing here.' };
  const judged = (status: number, body: object | string) =>
    judge(
      { method: 'GET', operation: search },
      { status, headers, body: typeof body === 'string' ? body : JSON.stringify(body) },
    );

  it('and passes when it is a problem document of the table', () => {
    expect(judged(404, right)).toEqual([]);
  });

  it.each([
    ['a failure of the service', 500, right, 'status 500'],
    ['a code that is not known', 404, { ...right, code: 'oops' }, 'status 404 with the code oops'],
    ['a code of another status', 404, { ...right, code: 'rate_limited' }, 'status 404 with the code rate_limited'],
    ['a query in the instance', 404, { ...right, instance: '/?key=1' }, 'the query is in the instance'],
    ['a stack', 404, { ...right, detail: 'Error: x\n    at Object.<anonymous>' }, 'leaks "at Object"'],
    ['a path of the program', 404, { ...right, detail: 'in /app/src/main.ts:3' }, 'leaks "/src/"'],
    ['a secret', 404, { ...right, detail: 'cannot open /var/secret' }, 'leaks "/var/secret"'],
    ['no JSON', 404, '<h1>Not found</h1>', 'no JSON: <h1>Not found</h1>'],
    ['a status that the document has not', 418, right, 'status 418 is not in the document'],
    ['a success of another shape', 200, { words: [] }, ' must have required property'],
  ])('and fails for %s', (_, status, body, fault) => {
    expect(judged(status, body).join('\n')).toContain(fault);
  });
});

describe('the service', () => {
  let service: TestService;
  let judge: ResponseValidator;
  let dataDir: string;
  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'fuzz-'));
    judge = responseValidator(document, [dataDir, ROOT]);
    service = await startService();
  });
  afterAll(async () => {
    await service.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });
  const failures = () => service.log.filter(({ level }) => Number(level) >= 50);

  it('answers generated requests as the OpenAPI document says', async () => {
    // The same requests each time: what the drill finds is to be written down here.
    const found = await campaign({
      url: service.url,
      operations,
      validate: judge,
      count: 600,
      seed: 20261121,
      clients: 4,
    });
    expect(found.faults).toEqual([]);
    expect(failures()).toEqual([]);
    // Neither only good nor only bad requests were tried, and all operations.
    expect(found.byStatus.get(200)).toBeGreaterThan(150);
    expect(found.byStatus.get(400)).toBeGreaterThan(100);
    expect([...found.byOperation.keys()].sort()).toEqual(operations.map(({ id }) => id).sort());
  }, 60_000);

  it('refuses hostile bytes with problem documents, or answers them as what they are', async () => {
    expect(await hostileFaults(service.url, HOSTILE_CASES, judge)).toEqual([]);
    expect(failures()).toEqual([]);
    expect((await service.get('/healthz')).status).toBe(200);
    expect(Object.prototype).not.toHaveProperty('polluted');
  }, 60_000);
});
