import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const CLI = fileURLToPath(new URL('../../indexer/cli.ts', import.meta.url));

export interface Outcome {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface RunningCommand {
  readonly process: ChildProcess;
  /** So far. */
  readonly said: Omit<Outcome, 'code'>;
  readonly outcome: Promise<Outcome>;
}

/** Starts `lexicon …` in a process of its own; `cli` is that of another release. */
export function startCommand(
  args: readonly string[],
  environment: Record<string, string> = {},
  cli = CLI,
): RunningCommand {
  const child = spawn(process.execPath, [cli, ...args], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said.out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said.err += text));
  const outcome = new Promise<Outcome>((resolve) => child.once('close', (code) => resolve({ code, ...said })));
  return { process: child, said, outcome };
}

export function runCommand(
  args: readonly string[],
  environment: Record<string, string> = {},
  cli?: string,
): Promise<Outcome> {
  return startCommand(args, environment, cli).outcome;
}
