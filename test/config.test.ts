import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { readConfig } from '../src/config.ts';
import { folderForTests } from './support/for-tests.ts';

describe('configuration', () => {
  const folder = folderForTests();
  const file = (text: string) => {
    const path = join(folder, `secret-${Math.random()}`);
    writeFileSync(path, text);
    return path;
  };

  it('has defaults for everything', () => {
    expect(readConfig({})).toEqual({
      port: 3000,
      host: '127.0.0.1',
      dataDir: '.data',
      keepBuild: false,
      lexiconArchive: undefined,
      elasticsearch: undefined,
      redisUrl: undefined,
      plansFile: undefined,
      trustProxy: 0,
      corsOrigins: ['*'],
      metricsPort: undefined,
      metricsHost: '127.0.0.1',
      logLevel: 'info',
    });
    expect(readConfig({ PORT: '', LOG_LEVEL: '' })).toEqual(readConfig({}));
  });

  it('reads every variable', () => {
    const config = readConfig({
      PORT: '0',
      HOST: '0.0.0.0',
      DATA_DIR: '/data',
      KEEP_BUILD: 'true',
      LEXICON_ARCHIVE: '/srv/lexicon-g1.tar.gz',
      PLANS_FILE: 'plans.json',
      METRICS_PORT: '9100',
      METRICS_HOST: '10.0.0.5',
      ELASTICSEARCH_URL: 'https://es:9200',
      ELASTICSEARCH_API_KEY: 'k',
      ELASTICSEARCH_CA: 'ca.pem',
      REDIS_URL: 'rediss://r:6379',
      CORS_ORIGINS: 'https://a.example, http://localhost:5173',
      TRUST_PROXY: '2',
      LOG_LEVEL: 'warn',
    });
    expect(config).toEqual({
      port: 0,
      host: '0.0.0.0',
      dataDir: '/data',
      keepBuild: true,
      lexiconArchive: '/srv/lexicon-g1.tar.gz',
      plansFile: 'plans.json',
      metricsPort: 9100,
      metricsHost: '10.0.0.5',
      elasticsearch: { url: 'https://es:9200', apiKey: 'k', ca: 'ca.pem' },
      redisUrl: 'rediss://r:6379',
      corsOrigins: ['https://a.example', 'http://localhost:5173'],
      trustProxy: 2,
      logLevel: 'warn',
    });
    expect(readConfig({ TRUST_PROXY: 'loopback, 10.0.0.0/8,fd00::/8' }).trustProxy).toEqual([
      'loopback',
      '10.0.0.0/8',
      'fd00::/8',
    ]);
  });

  it('takes the addresses of several nodes of Elasticsearch', () => {
    const nodes = 'http://n1:9200, http://n2:9200,https://n3';
    expect(readConfig({ ELASTICSEARCH_URL: nodes }).elasticsearch?.url).toBe(
      'http://n1:9200,http://n2:9200,https://n3',
    );
  });

  it('keeps user and password apart from the addresses of Elasticsearch', () => {
    const of = (variables: Record<string, string>) => readConfig(variables).elasticsearch;
    const apart = { url: 'https://es:9200/', username: 'u', password: 'p@/#' };
    expect(of({ ELASTICSEARCH_URL: 'https://u:p%40%2F%23@es:9200' })).toEqual(apart);
    const named = { ELASTICSEARCH_USERNAME: 'u', ELASTICSEARCH_PASSWORD_FILE: file('p@/#\n') };
    expect(of({ ELASTICSEARCH_URL: 'https://es:9200/', ...named })).toEqual(apart);
  });

  interface Refusal {
    readonly name: string;
    readonly variables: Readonly<Record<string, string>>;
    /** The whole message, or a pattern in it. */
    readonly is?: string;
    readonly like?: string;
    /** A pattern of what must not be shown. */
    readonly hidden?: string;
  }
  const refusals: Refusal[] = JSON.parse(readFileSync(new URL('./cases/config.json', import.meta.url), 'utf8'));
  it.each(refusals)('$name: $variables', ({ variables, is, like, hidden }) => {
    const read = () => readConfig(variables);
    expect(read).toThrow(is === undefined ? new RegExp(like!) : new Error(is));
    if (hidden !== undefined) expect(read).not.toThrow(new RegExp(hidden));
  });

  it.each(['redis://r', 'redis://u:p%2F%23%25@r:6379/3', 'rediss://:p@q@[::1]:6379/0?family=6'])(
    'takes %s as it is',
    (address) => {
      expect(readConfig({ REDIS_URL: address }).redisUrl).toBe(address);
    },
  );

  it('takes a value from a file, white space at its ends taken off', () => {
    const config = readConfig({ ELASTICSEARCH_URL: 'http://es:9200', ELASTICSEARCH_API_KEY_FILE: file('s3cret\n') });
    expect(config.elasticsearch?.apiKey).toBe('s3cret');
  });

  it('reports all that is wrong at once, and never shows a value', () => {
    const read = () => readConfig({ PORT: 'hunter2', REDIS_URL: 'hunter2', REDIS_URL_FILE: join(folder, 'none') });
    expect(read).toThrow(/REDIS_URL and REDIS_URL_FILE are both given.*\nPORT must be/s);
    expect(read).not.toThrow(/hunter2/);
    expect(() => readConfig({ REDIS_URL_FILE: join(folder, 'none') })).toThrow(
      /^REDIS_URL_FILE names a file that cannot be read/,
    );
  });
});
