import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';

const file = (path: string) => readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8');

describe('docker-compose.yml', () => {
  const { services } = parse(file('docker-compose.yml'), { merge: true }) as {
    services: Record<string, Record<string, unknown>>;
  };

  it.each(['api', 'loader', 'prometheus'])('confines %s: it may read, write into its volume, and no more', (name) => {
    expect(services[name]).toMatchObject({
      read_only: true,
      tmpfs: ['/tmp'],
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    });
  });

  it('opens the API and, where they are wanted, balancer and Prometheus, to this machine alone', () => {
    const ports = Object.entries(services).flatMap(([name, { ports = [] }]) =>
      (ports as string[]).map((port) => [name, port]),
    );
    expect(ports).toEqual([
      ['api', expect.stringMatching(/^127\.0\.0\.1:.*:3000$/)],
      ['balancer', expect.stringMatching(/^127\.0\.0\.1:.*:8080$/)],
      ['prometheus', expect.stringMatching(/^127\.0\.0\.1:.*:9090$/)],
    ]);
  });

  it('takes its passwords from the environment', () => {
    const environment = Object.values(services).flatMap(({ environment = {} }) =>
      Object.entries(environment as object),
    );
    const secrets = environment.filter(([name]) => /PASSWORD|API_KEY/.test(name));
    expect(secrets.length).toBeGreaterThan(0);
    for (const [name, value] of secrets) expect([name, String(value)]).toEqual([name, expect.stringMatching(/^\$\{/)]);
  });
});
