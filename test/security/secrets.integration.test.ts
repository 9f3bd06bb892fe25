import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { ENDPOINTS } from '../../src/endpoints.ts';
import { runCommand } from '../support/command.ts';
import { type ServiceProcess, startServiceProcess } from '../support/service-process.ts';

let service: ServiceProcess | undefined;
afterEach(async () => {
  await service?.terminate();
  service = undefined;
});

const LYRIC = '私隱歌詞一句';

/** What balancers ask all the time, which has no lines. */
const PROBES = ['/healthz', '/readyz'];

/** Requests to every endpoint, good ones and bad ones, with the key wherever somebody might put it. */
async function askEverything(url: string, key: string): Promise<number> {
  const paths = [
    ...ENDPOINTS.map(({ path }) => path.replace(/\{\w+\}/, encodeURIComponent('愛'))),
    ...[
      '/',
      '/healthz',
      '/readyz',
      '/openapi.json',
      '/no/such/path',
      `/${key}`,
      `/api/lexicon/word/${key}`,
      '/problems/x',
    ],
  ];
  const body = JSON.stringify({ text: LYRIC, line: LYRIC, moves: '+++++', key });
  let logged = 0;
  for (const path of paths)
    for (const [method, query] of [
      ['GET', ''],
      ['GET', `?key=${key}&word=${encodeURIComponent(LYRIC)}`],
      ['POST', ''],
      ['DELETE', `?access_token=${key}`],
    ] as const) {
      const headers = {
        Authorization: `Bearer ${key}`,
        Cookie: `key=${key}`,
        'X-Request-Id': `id-${key}`,
        'X-Api-Key': key,
        Referer: `https://a.example/?key=${key}`,
        'User-Agent': key,
        'Content-Type': 'application/json',
      };
      const answer = await fetch(url + path + query, { method, headers, ...(method === 'POST' ? { body } : {}) });
      await answer.text();
      if (!PROBES.includes(path)) logged++;
    }
  return logged;
}

describe('what a service writes', () => {
  it('contains no key and no lyrics, for any request at any log level', async () => {
    service = await startServiceProcess({ LOG_LEVEL: 'trace' });
    const { out } = await runCommand(['keys', 'create', '--name', 'mine'], { DATA_DIR: service.dataDir });
    const [key = ''] = out.match(/lex_[a-z0-9]{12}_[\w-]{43}/) ?? [];
    expect(key).not.toBe('');
    const wrong = `${key.slice(0, -4)}AAAA`;
    const asked = (await askEverything(service.url, key)) + (await askEverything(service.url, wrong));
    await service.terminate();
    const text = service.log() + service.said();
    // It did log, a line at least for each request that is no probe.
    expect(service.log().trim().split('\n').length).toBeGreaterThanOrEqual(asked);
    for (const secret of [key, wrong, key.slice(-43), wrong.slice(-43), LYRIC, encodeURIComponent(LYRIC), 'lex_'])
      expect([secret, text.includes(secret)]).toEqual([secret, false]);
    service = undefined;
  });

  it('holds no password of the stores behind it, even while they cannot be reached', async () => {
    const file = join(process.env.TMPDIR ?? '/tmp', `lexicon-secret-${process.pid}`);
    writeFileSync(file, 'apikey-in-a-file\n');
    const password = 'p@ss/w#rd?x';
    service = await startServiceProcess({
      LOG_LEVEL: 'trace',
      REDIS_URL: 'redis://someone:redis-password@127.0.0.1:1',
      ELASTICSEARCH_URL: 'http://127.0.0.1:1',
      ELASTICSEARCH_USERNAME: 'elastic-user',
      ELASTICSEARCH_PASSWORD: password,
      ELASTICSEARCH_API_KEY_FILE: file,
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1',
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=otlp-secret',
    });
    const answer = await fetch(`${service.url}/api/lexicon/browse`);
    expect(answer.status).toBe(503);
    const told = (await answer.text()) + (await (await fetch(`${service.url}/readyz`)).text());
    await service.terminate();
    const text = service.log() + service.said() + told;
    expect(text).toContain('"engine":"Elasticsearch","generation":null,"metering":"Redis"');
    const secrets = ['redis-password', 'elastic-user', 'apikey-in-a-file', 'otlp-secret'];
    for (const secret of [...secrets, password, encodeURIComponent(password), 'ss/w', 'w#rd', 'rd?x'])
      expect([secret, text.includes(secret)]).toEqual([secret, false]);
    service = undefined;
  });
});
