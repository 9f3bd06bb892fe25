import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { RATE_GROUPS } from '../src/metering/meter-port.ts';
import { START_ARGUMENTS, START_ENVIRONMENT } from '../test/support/start-arguments.ts';
import type { ServerSpec, StartedServer } from './http-server.ts';

/** A server in a process of its own. */
export interface ServerProcess {
  readonly url: string;
  readonly key: string | undefined;
  /** Microseconds of processor time that its thread has taken so far. */
  work(): Promise<number>;
  stop(): void;
}

/** With the flags and the environment of `npm start`, the baselines too. */
export async function startServer(spec: ServerSpec): Promise<ServerProcess> {
  const execArgv = START_ARGUMENTS.filter((argument) => argument.startsWith('--'));
  const child = fork(new URL('./http-server.ts', import.meta.url), {
    stdio: 'inherit',
    execArgv,
    env: { ...process.env, ...START_ENVIRONMENT },
  });
  child.send(spec);
  const [{ url, key }] = (await Promise.race([once(child, 'message'), rejectOnExit(child)])) as [StartedServer];
  const work = async () => {
    child.send('work');
    return ((await once(child, 'message')) as [{ work: number }])[0].work;
  };
  return { url, key, work, stop: () => child.disconnect() };
}

/** Throws when the process ends. */
async function rejectOnExit(child: ChildProcess): Promise<never> {
  const [code, signal] = await once(child, 'exit');
  throw new Error(`a server ended by itself (${signal ?? code})`);
}

const UNLIMITED = 1_000_000_000;

/** Writes plans that no benchmark exhausts, and answers where they lie. */
export async function unlimitedPlans(directory: string): Promise<string> {
  const rates = Object.fromEntries(RATE_GROUPS.map((group) => [group, UNLIMITED]));
  const plan = { max_limit: 100, daily_credits: UNLIMITED, rates };
  const path = join(directory, 'plans.json');
  await writeFile(path, JSON.stringify({ plans: { anonymous: plan, free: plan, partner: plan } }));
  return path;
}
