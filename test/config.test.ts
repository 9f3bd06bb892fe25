import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readConfig } from '../src/config.ts';

describe('configuration', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'lexicon-config-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));
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

  it.each([
    [{ ELASTICSEARCH_URL: 'https://u:p@/secret@es:9200' }, /ELASTICSEARCH_URL must/],
    [{ ELASTICSEARCH_URL: 'https://u:secret#p@es:9200' }, /ELASTICSEARCH_URL must/],
    [{ ELASTICSEARCH_URL: 'https://u:x@y/secret@es:9200' }, /ELASTICSEARCH_URL must/],
    [{ ELASTICSEARCH_URL: 'https://u:x#secret@es:9200' }, /ELASTICSEARCH_URL must/],
    [{ ELASTICSEARCH_URL: 'https://u:x/secret@es:9200' }, /ELASTICSEARCH_URL must/],
    [{ ELASTICSEARCH_URL: 'https://u:x?secret@es:9200' }, /ELASTICSEARCH_URL must/],
    [{ ELASTICSEARCH_URL: 'https://u:x,secret@es:9200' }, /ELASTICSEARCH_URL must/],
    [{ ELASTICSEARCH_URL: 'https://u:secret/x@es:9200' }, /ELASTICSEARCH_URL must/],
    [{ ELASTICSEARCH_URL: 'https://u:secret?x@es:9200' }, /ELASTICSEARCH_URL must/],
    [{ ELASTICSEARCH_URL: 'https://u:p@secret?p@es:9200' }, /nothing after the path.*ELASTICSEARCH_PASSWORD/],
    [{ ELASTICSEARCH_URL: 'https://u:secret%zz@es:9200' }, /% .*as %25/],
    [{ ELASTICSEARCH_URL: 'https://es', ELASTICSEARCH_USERNAME: 'secret' }, /must be given together/],
    [
      { ELASTICSEARCH_URL: 'https://u:secret@es', ELASTICSEARCH_USERNAME: 'u', ELASTICSEARCH_PASSWORD: 'secret' },
      /both given; leave one out/,
    ],
  ])('refuses credentials that do not hold together, and shows none: %#', (variables, message) => {
    const read = () => readConfig(variables as Record<string, string>);
    expect(read).toThrow(message);
    expect(read).not.toThrow(/secret/);
  });

  it.each([
    'redis://:secret/tail@r:6379',
    'redis://secret:12/tail@r:6379',
    'redis://secret:12?tail@r:6379',
    'redis://secret:12#tail@r:6379',
    'rediss://u:secret%zz@r',
    'redis://u:secret%@r',
  ])('refuses a password that its own characters cut apart, and shows nothing of it: %s', (address) => {
    const read = () => readConfig({ REDIS_URL: address });
    expect(read).toThrow(/REDIS_URL must .*percent-encoded/);
    expect(read).not.toThrow(/secret|tail/);
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

  it.each([
    [{ PORT: 'abc' }, 'PORT must be a port: a whole number from 0 (any free one) to 65535'],
    [{ PORT: '70000' }, 'PORT must be a port: a whole number from 0 (any free one) to 65535'],
    [{ METRICS_PORT: '-1' }, 'METRICS_PORT must be a port: a whole number from 0 (any free one) to 65535'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent'],
    [{ REDIS_URL: 'localhost:6379' }, 'REDIS_URL must be an address that begins with redis:// or rediss://'],
    [
      { ELASTICSEARCH_URL: 'es' },
      'ELASTICSEARCH_URL must be an address that begins with http:// or https://, or several with commas between them',
    ],
    [
      { ELASTICSEARCH_URL: 'http://n1:9200,n2:9200' },
      'ELASTICSEARCH_URL must be an address that begins with http:// or https://, or several with commas between them',
    ],
    [
      { TRUST_PROXY: 'true' },
      'TRUST_PROXY must be how many proxies stand before the service (0 for none), or their addresses',
    ],
    [
      { CORS_ORIGINS: 'a.example' },
      'CORS_ORIGINS must be * or origins such as https://lyrics.example, with commas between them',
    ],
    [
      { CORS_ORIGINS: 'https://a.example/' },
      'CORS_ORIGINS must be * or origins such as https://lyrics.example, with commas between them',
    ],
    [{ REDIS_URL: 'redis://r', REDIS_URL_FILE: '/x' }, 'REDIS_URL and REDIS_URL_FILE are both given; leave one out'],
  ])('refuses %j and names the variable', (variables, message) => {
    expect(() => readConfig(variables as Record<string, string>)).toThrow(new Error(message));
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
