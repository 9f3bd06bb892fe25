import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { freePort } from './servers/elasticsearch/node.ts';
import { type Outcome, runCommand, startCommand } from './support/command.ts';
import { describeIfAvailable } from './support/describe-if-available.ts';
import { folderForTests } from './support/for-tests.ts';
import { startServiceProcess, startWholeService } from './support/service-process.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };

/** Linux lets root alone mount. */
const MOUNTING = {
  isAvailable: process.platform === 'linux' && process.getuid?.() === 0,
  advice: 'no right to mount a disk here: run as root on Linux',
};

const folder = folderForTests();

/** The service's own start, as far as it gets. */
function runService(environment: Record<string, string>, script = 'start.js'): Promise<Outcome> {
  const started = startCommand([], { PORT: '0', HOST: '127.0.0.1', ...environment }, join(ROOT, script));
  // One that starts after all is not to outlive the test.
  const timer = setTimeout(() => started.process.kill('SIGKILL'), 240_000);
  return started.outcome.finally(() => clearTimeout(timer));
}

/** One message and no stack. */
function expectMessage({ code, err }: Outcome, message: RegExp): void {
  expect(err).toMatch(message);
  expect(err).not.toMatch(/\n\s+at /);
  expect(code).toBe(1);
}

/** A folder on a file system of its own, of 1 MB. */
function smallDisk(name: string): { path: string; options(text: string): void; unmount(): void } {
  const path = join(folder, name);
  mkdirSync(path);
  const mount = (...args: string[]) => execFileSync('mount', args);
  mount('-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', path);
  return { path, options: (text) => mount('-o', text, path), unmount: () => execFileSync('umount', [path]) };
}

describe('the program', () => {
  it('src/main.ts by itself, which cannot build the lexicon', async () => {
    const outcome = await runService({ DATA_DIR: join(folder, 'empty') }, 'src/main.ts');
    expectMessage(outcome, /There is no built lexicon in .*empty.*"npm start".*lexicon -- build/);
  });
});

describe('folders and files', () => {
  it('--source that is not there', async () => {
    const missing = join(folder, 'none.jsonl');
    expectMessage(
      await runCommand(['build', '--source', missing], { DATA_DIR: folder }),
      /no file .*none\.jsonl.*--source/,
    );
  });

  it('DATA_DIR that is a file', async () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    const message = /file.*a part of its path is a file, not a folder\. Check the path, or DATA_DIR/;
    expectMessage(await runCommand(['keys', 'list'], { DATA_DIR: file }), message);
    expectMessage(await runCommand(['build'], { DATA_DIR: file }), message);
    expectMessage(await runService({ DATA_DIR: file }), message);
  });

  it('shows the stack to who asks for it', async () => {
    const { err } = await runCommand(['keys', 'list'], { DATA_DIR: join(ROOT, 'package.json'), LOG_LEVEL: 'debug' });
    expect(err).toMatch(/a part of its path is a file/);
    expect(err).toMatch(/\n\s+at /);
  });
});

describeIfAvailable(MOUNTING, 'disks that cannot be written', () => {
  it('DATA_DIR that may only be read', async () => {
    const disk = smallDisk('read-only');
    try {
      await runCommand(['keys', 'list'], { DATA_DIR: disk.path });
      disk.options('remount,ro');
      const create = ['keys', 'create', '--name', 'x'];
      expectMessage(await runCommand(create, { DATA_DIR: disk.path }), /metering\.sqlite cannot be .*set DATA_DIR/);
      for (const run of [runCommand(['build'], { DATA_DIR: disk.path }), runService({ DATA_DIR: disk.path })])
        expectMessage(await run, /builds cannot be .*set DATA_DIR/);
      const below = join(disk.path, 'below');
      expectMessage(await runCommand(create, { DATA_DIR: below }), /below cannot be made.*set DATA_DIR/);
    } finally {
      disk.unmount();
    }
  });

  it('a full disk', async () => {
    const disk = smallDisk('full');
    try {
      const file = openSync(join(disk.path, 'filler'), 'w');
      expect(() => {
        for (;;) writeSync(file, Buffer.alloc(4096));
      }).toThrow(/ENOSPC/);
      closeSync(file);
      const create = ['keys', 'create', '--name', 'x'];
      expectMessage(await runCommand(create, { DATA_DIR: disk.path }), /metering\.sqlite.*disk is full.*Free space/);
    } finally {
      disk.unmount();
    }
  });
});

describe('Elasticsearch', () => {
  it('--to that is no address, and one whose password is cut apart', async () => {
    expectMessage(await runCommand(['status', '--to', 'garbage']), /--to must be an address/);
    const cut = await runCommand(['status', '--to', 'https://elastic:p@ss/w#rd@127.0.0.1:9']);
    expectMessage(cut, /--to must have nothing after the path.*ELASTICSEARCH_PASSWORD/);
    expect(cut.err + cut.out).not.toMatch(/ss\/w|w#rd|rd@/);
  });

  it('commands read ELASTICSEARCH_URL_FILE', async () => {
    const port = await freePort();
    const file = join(folder, 'url');
    writeFileSync(file, `http://127.0.0.1:${port}\n`);
    const environment = { ELASTICSEARCH_URL: '', ELASTICSEARCH_URL_FILE: file };
    expectMessage(await runCommand(['status'], environment), new RegExp(`at http://127\\.0\\.0\\.1:${port} could not`));
  });

  it('ELASTICSEARCH_CA that is not there, and one that is no certificate', async () => {
    const garbage = join(folder, 'garbage.pem');
    writeFileSync(garbage, '-----BEGIN CERTIFICATE-----\nbm90IG9uZQ==\n-----END CERTIFICATE-----\n');
    const url = { ELASTICSEARCH_URL: 'https://127.0.0.1:9' };
    for (const [ca, message] of [
      [join(folder, 'none.pem'), /ELASTICSEARCH_CA names a file that cannot be read: .*none\.pem/],
      [garbage, /ELASTICSEARCH_CA names .*garbage\.pem, which has no valid certificate/],
      [join(ROOT, 'package.json'), /ELASTICSEARCH_CA names .*package\.json, which has no valid certificate/],
    ] as const) {
      expectMessage(await runCommand(['status'], { ...url, ELASTICSEARCH_CA: ca }), message);
      expectMessage(await runService({ ...url, ELASTICSEARCH_CA: ca, DATA_DIR: folder }), message);
    }
  });

  it('a certificate that another authority signed', async () => {
    const make = (name: string) => {
      const paths = { key: join(folder, `${name}.key`), cert: join(folder, `${name}.crt`) };
      const subject = ['-subj', `/CN=${name}`, '-addext', 'subjectAltName=IP:127.0.0.1'];
      const files = ['-keyout', paths.key, '-out', paths.cert];
      const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
      execFileSync('openssl', ['req', '-x509', ...kind, ...subject, ...files], { stdio: 'ignore' });
      return paths;
    };
    const [own, other] = [make('own'), make('other')];
    const server = createTlsServer({ key: readFileSync(own.key), cert: readFileSync(own.cert) });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const ask = (ca: string) => runCommand(['status'], { ELASTICSEARCH_URL: url, ELASTICSEARCH_CA: ca });
    // At once: each tries again for some seconds.
    for (const outcome of await Promise.all([ask(other.cert), ask('')]))
      expectMessage(outcome, /could not do it: .*set ELASTICSEARCH_CA to the certificate authority/);
    await new Promise((resolve) => server.close(resolve));
  });
});

describe('ports', () => {
  it('METRICS_PORT and PORT that are taken are named', async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const port = String((taken.address() as AddressInfo).port);
    await expect(startServiceProcess({ METRICS_PORT: port })).rejects.toThrow(
      /uses this port\. Set METRICS_PORT to another/,
    );
    await expect(startServiceProcess({ PORT: port })).rejects.toThrow(/uses this port\. Set PORT to another/);
    await new Promise((resolve) => taken.close(resolve));
  });
});

describe('what has started', () => {
  it('lexicon --version is that of package.json', async () => {
    expect(await runCommand(['--version'])).toEqual({ code: 0, out: `${version}\n`, err: '' });
  });

  it('a start says version, engine, generation, metering and address in one line', async () => {
    const service = await startWholeService({});
    await service.terminate();
    const lines = service.log().trim().split('\n');
    const started = lines.map((line) => JSON.parse(line)).find(({ msg }) => msg === 'the service has started');
    expect(started).toMatchObject({ version, engine: 'embedded', metering: 'SQLite', url: service.url });
    expect(started.generation).toMatch(/^g[0-9a-f]{16}$/);
    const [line] = service.said().split('\n');
    const { generation } = started;
    expect(line).toBe(
      `The lexicon ${version} answers at ${service.url} (engine: embedded, generation: ${generation}, metering: SQLite)`,
    );
    expect(service.said()).toContain("Try: curl '");
  });
});
