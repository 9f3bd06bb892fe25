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
  readonly outcome: Promise<Outcome>;
}

/** Starts `lexicon …` in a process of its own. */
export function startCommand(args: readonly string[], environment: Record<string, string> = {}): RunningCommand {
  const child = spawn(process.execPath, [CLI, ...args], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said.out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said.err += text));
  const outcome = new Promise<Outcome>((resolve) => child.once('close', (code) => resolve({ code, ...said })));
  return { process: child, outcome };
}

export function runCommand(args: readonly string[], environment: Record<string, string> = {}): Promise<Outcome> {
  return startCommand(args, environment).outcome;
}
