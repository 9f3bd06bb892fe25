import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { smallBuild } from '../stores/elasticsearch/support.ts';
import { writeBuildFiles } from './builds.ts';
import { startCommand } from './command.ts';
import { fullBuild } from './full-build.ts';

const START = fileURLToPath(new URL('../../start.js', import.meta.url));
const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
export interface ServiceProcess {
  readonly url: string;
  readonly dataDir: string;
  /** Standard output so far: the log. */
  log(): string;
  /** Standard error so far: what is for people. */
  said(): string;
  signal(signal: NodeJS.Signals): void;
  /** Ends it by SIGTERM, and removes its data folder. */
  terminate(): Promise<{ readonly code: number | null }>;
}

/** The service by itself, on the small lexicon: it starts in a moment. */
export function startServiceProcess(
  environment: Readonly<Record<string, string>>,
  prepare: (dataDir: string) => void = () => undefined,
): Promise<ServiceProcess> {
  const data = mkdtempSync(join(tmpdir(), 'lexicon-process-'));
  const { manifest, ...files } = smallBuild('g0123456789abcdef');
  writeBuildFiles(join(data, 'builds', manifest.generation), { manifest, ...files });
  writeFileSync(join(data, 'builds', 'current'), manifest.generation);
  prepare(data);
  return start(MAIN, data, environment);
}

/** `npm start` on the whole lexicon. */
export async function startWholeService(environment: Readonly<Record<string, string>>): Promise<ServiceProcess> {
  const { directory } = await fullBuild();
  const data = mkdtempSync(join(tmpdir(), 'lexicon-process-'));
  symlinkSync(resolve(dirname(directory)), join(data, 'builds'));
  return start(START, data, environment);
}

async function start(
  program: string,
  data: string,
  environment: Readonly<Record<string, string>>,
): Promise<ServiceProcess> {
  const variables = { PORT: '0', HOST: '127.0.0.1', DATA_DIR: data, ...environment };
  const { process: child, said, outcome } = startCommand([], variables, program);
  const url = await new Promise<string>((resolve, reject) => {
    child.stderr!.on('data', () => {
      const [, found] = said.err.match(/answers at (\S+)/) ?? [];
      if (found) resolve(found);
    });
    void outcome.then(({ err }) => reject(new Error(`The service ended at its start: ${err}`)));
  });
  return {
    url,
    dataDir: data,
    log: () => said.out,
    said: () => said.err,
    signal: (signal) => void child.kill(signal),
    async terminate() {
      child.kill('SIGTERM');
      const { code } = await outcome;
      rmSync(data, { recursive: true, force: true });
      return { code };
    },
  };
}
