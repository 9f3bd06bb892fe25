import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { Ajv } from 'ajv';
import { parse } from 'yaml';
import { readConfig } from '../../src/config.ts';
import { folderForTests } from '../support/for-tests.ts';

const file = (path: string) => readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8');

interface Service {
  readonly image?: string;
  readonly build?: string;
  readonly mem_limit?: string;
  readonly ports?: readonly string[];
  readonly expose?: readonly string[];
  readonly volumes?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly command?: readonly string[];
  readonly profiles?: readonly string[];
  readonly healthcheck?: unknown;
}

const require = createRequire(import.meta.url);

const compose = parse(file('docker-compose.yml'), { merge: true }) as { services: Record<string, Service> };
const { services } = compose;
const { api, loader, certificates } = services as Record<'api' | 'loader' | 'certificates', Service>;

/** As compose fills in what is in braces: from the environment, else what stands after `:-`. */
const filledIn = (text: string, variables: Record<string, string> = {}) =>
  text.replaceAll(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_, name: string, kind: string, other = '') => {
    const value = variables[name];
    if (value === undefined && kind === '?') throw new Error(`${name}: ${other}`);
    return value ?? other;
  });
const environmentOf = ({ environment = {} }: Service, variables: Record<string, string>) =>
  Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, filledIn(value, variables)]));

const folder = folderForTests();

describe('docker-compose.yml', () => {
  it('is as the compose specification wants it', () => {
    // The package has the schema in its files.
    const schema = JSON.parse(readFileSync(require.resolve('docker-compose/schema/compose-spec.json'), 'utf8'));
    const { $schema: _, ...rest } = schema as Record<string, unknown>;
    const validate = new Ajv({ strict: false, validateFormats: false }).compile(rest);
    validate(compose);
    expect(validate.errors ?? []).toEqual([]);
    expect(validate({ ...compose, services: { api: { image: 7 } } })).toBe(false);
  });

  it('has one Elasticsearch node by default, three in the profile "cluster", all secured and watched', () => {
    const nodes = Object.entries(services).filter(([name]) => name.startsWith('elasticsearch'));
    expect(nodes.map(([name, { profiles }]) => [name, profiles])).toEqual([
      ['elasticsearch', undefined],
      ['elasticsearch-2', ['cluster']],
      ['elasticsearch-3', ['cluster']],
    ]);
    const secured = { 'xpack.security.enabled': 'true', 'xpack.security.http.ssl.enabled': 'true' };
    for (const [, { environment, healthcheck }] of nodes)
      expect([environment, healthcheck]).toEqual([expect.objectContaining(secured), expect.anything()]);
    expect(loader.command).toEqual(['node', 'indexer/cli.ts', 'load']);
    expect(services).toHaveProperty('redis');
  });

  it.each(['api', 'loader', 'prometheus'])('confines %s: it may read, write into its volume, and no more', (name) => {
    const security = { read_only: true, tmpfs: ['/tmp'], cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] };
    expect(services[name]).toMatchObject(security);
  });

  it('opens the API and, where they are wanted, balancer and Prometheus, to this machine alone', () => {
    const ports = Object.entries(services).flatMap(([name, { ports = [] }]) => ports.map((port) => [name, port]));
    expect(ports).toEqual([
      ['api', expect.stringMatching(/^127\.0\.0\.1:.*:3000$/)],
      ['balancer', expect.stringMatching(/^127\.0\.0\.1:.*:8080$/)],
      ['prometheus', expect.stringMatching(/^127\.0\.0\.1:.*:9090$/)],
    ]);
  });

  it('takes its passwords from the environment', () => {
    const variables = Object.values(services).flatMap(({ environment = {} }) => Object.entries(environment));
    const secrets = variables.filter(([name]) => /PASSWORD|API_KEY/.test(name));
    expect(secrets.length).toBeGreaterThan(0);
    for (const [name, value] of secrets) expect([name, String(value)]).toEqual([name, expect.stringMatching(/^\$\{/)]);
  });

  it('limits the memory of every container, Elasticsearch to more than its heap', () => {
    const limits = Object.entries(services).map(([name, { mem_limit: limit = 'none' }]) => [name, filledIn(limit)]);
    expect(limits.length).toBeGreaterThan(6);
    for (const [name, limit] of limits) expect([name, limit]).toEqual([name, expect.stringMatching(/^\d+[mg]$/)]);
    const heap = /-Xmx(\d+)g/.exec(
      filledIn(services.elasticsearch!.environment!.ES_JAVA_OPTS!, { ELASTIC_PASSWORD: 'x' }),
    );
    expect(Number.parseInt(Object.fromEntries(limits).elasticsearch!, 10)).toBeGreaterThanOrEqual(2 * Number(heap![1]));
  });

  it('pins every image to one version; Elasticsearch has the minor version of its client', () => {
    const images = Object.values(services).flatMap(({ image = '', build }) => (build ? [] : [image]));
    for (const image of images) expect(image).toMatch(/:v?\d+\.\d+\.\d+(-alpine)?$/);
    const lock = JSON.parse(file('package-lock.json')) as { packages: Record<string, { version: string }> };
    const [minor] = /^\d+\.\d+/.exec(lock.packages['node_modules/@elastic/elasticsearch']!.version)!;
    const servers = images.filter((image) => image.includes('elasticsearch/elasticsearch:'));
    expect(servers).toHaveLength(4);
    for (const image of servers) expect(image).toContain(`:${minor}.`);
    expect(file('test/servers/elasticsearch/provide-server.ts')).toContain(`'${servers[0]}'`);
  });

  it('has room for a second replica: a range of ports, or none', () => {
    for (const port of api.ports ?? []) {
      const [, first, last] = /^127\.0\.0\.1:(\d+)-(\d+):3000$/.exec(filledIn(port)) ?? [];
      expect([port, Number(last) - Number(first)]).toEqual([port, expect.any(Number)]);
      expect(Number(last)).toBeGreaterThan(Number(first));
    }
    expect(api).not.toHaveProperty('container_name');
  });

  it('gives the service an address, user and password that hold together, whatever is in the password', () => {
    const password = `p@ss/w#rd?:%$"' x`;
    for (const service of [api, loader]) {
      const config = readConfig(environmentOf(service, { ELASTIC_PASSWORD: password, REDIS_PASSWORD: 'x' }));
      expect(config.elasticsearch).toEqual({
        url: 'https://elasticsearch:9200',
        username: 'elastic',
        password,
        ca: '/ca/ca.crt',
      });
    }
  });

  it('lets Prometheus reach the metrics of every replica', () => {
    const { METRICS_PORT } = environmentOf(api, { ELASTIC_PASSWORD: 'x', REDIS_PASSWORD: 'x' });
    expect(api.expose).toEqual([METRICS_PORT]);
    const {
      scrape_configs: [job],
    } = parse(file('deploy/prometheus/prometheus.yml')) as {
      scrape_configs: { dns_sd_configs: { names: string[]; port: number }[] }[];
    };
    expect(job!.dns_sd_configs).toEqual([expect.objectContaining({ names: ['api'], port: Number(METRICS_PORT) })]);
    // Published to nobody: the ports that leave the machine's network are those of the API.
    expect((api.ports ?? []).filter((port) => port.endsWith(`:${METRICS_PORT}`))).toEqual([]);
  });

  it('gives the service the certificate of the authority, and no key', () => {
    const elasticsearchVolumes = ['certificates', 'elasticsearch', 'elasticsearch-2', 'elasticsearch-3'];
    for (const { volumes = [] } of [api, loader])
      for (const volume of volumes) expect(elasticsearchVolumes).not.toContain(volume.split(':')[0]);
    expect(loader.volumes).toContain('ca:/ca:ro');
    expect(api.volumes).toContain('ca:/ca:ro');
    // What the job that makes the certificates leaves in that volume, its tool replaced by one that writes the files alone.
    const bin = join(folder, 'bin');
    for (const name of ['bin', 'home/config/certs', 'ca', 'redis']) mkdirSync(join(folder, name), { recursive: true });
    const tool = (name: string, script: string) => {
      writeFileSync(join(bin, name), `#!/bin/bash\n${script}\n`);
      chmodSync(join(bin, name), 0o755);
    };
    tool('elasticsearch-certutil', 'while [ "$1" != --out ]; do shift; done; touch "$2"');
    tool(
      'unzip',
      'name=$(basename "$2" .zip); mkdir -p $name; echo KEY >$name/$name.key; echo CERTIFICATE >$name/$name.crt',
    );
    tool('chown', 'true');
    const script = certificates
      .command!.at(-1)!
      .replaceAll('$$', '$')
      .replaceAll('/ca/', `${folder}/ca/`)
      .replaceAll('755 /ca', `755 ${folder}/ca`)
      .replaceAll(/(?<= )\/redis(?=[/ ])/g, `${folder}/redis`);
    const run = () =>
      execFileSync('bash', ['-ec', script], {
        cwd: join(folder, 'home'),
        env: { ...process.env, PATH: `${bin}:${process.env.PATH}` },
      });
    run();
    const left = () => execFileSync('ls', ['-A', join(folder, 'ca')], { encoding: 'utf8' }).trim();
    expect(left()).toBe('ca.crt');
    expect(readFileSync(join(folder, 'ca/ca.crt'), 'utf8')).toBe('CERTIFICATE\n');
    // Redis has its key where nobody else looks.
    expect(readdirSync(join(folder, 'redis')).sort()).toEqual(['ca.crt', 'redis.crt', 'redis.key']);
    expect(existsSync(join(folder, 'home/config/certs/redis'))).toBe(false);
    for (const volume of [...api.volumes!, ...loader.volumes!]) expect(volume).not.toMatch(/^redis-certificates:/);
    // Certificates of an earlier release are there already: the volume is filled all the same.
    rmSync(join(folder, 'ca/ca.crt'));
    run();
    expect(left()).toBe('ca.crt');
  });
});
