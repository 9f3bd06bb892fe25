import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Requirement } from '../support/describe-if-available.ts';

/** The package of linters and generators, which the root's `npm ci` does not install. */
const FOLDER = fileURLToPath(new URL('../../scripts/generators/', import.meta.url));

export const GENERATORS: Requirement = {
  isAvailable: existsSync(join(FOLDER, 'node_modules')),
  advice: 'no scripts/generators/node_modules: npm ci --prefix scripts/generators',
};

const PYTHON_COMMANDS = process.env.PYTHON_GENERATOR_BIN ?? join(FOLDER, '.venv/bin');

export const PYTHON_GENERATOR: Requirement = {
  isAvailable: existsSync(join(PYTHON_COMMANDS, 'openapi-python-client')),
  advice:
    'no openapi-python-client: python3 -m venv scripts/generators/.venv, then its pip install -r scripts/generators/requirements.txt',
  isOptional: true,
};

/** A file of one of the package's dependencies, such as `orval/dist/bin/orval.mjs`. */
export function dependencyFile(path: string): string {
  return join(FOLDER, 'node_modules', path);
}

export const pythonCommand = (name: string): string => join(PYTHON_COMMANDS, name);

export interface Workspace {
  readonly directory: string;
  write(name: string, text: string): Promise<void>;
  /** Runs a command there; throws with its output when it fails. Returns its output. */
  run(command: string, ...args: string[]): Promise<string>;
  remove(): Promise<void>;
}

/** A folder beside the package's dependencies, so that programs in it find them. */
export async function openWorkspace(): Promise<Workspace> {
  const directory = await mkdtemp(join(FOLDER, '.clients-'));
  return {
    directory,
    write: (name, text) => writeFile(join(directory, name), text),
    run: (command, ...args) => run(command, args, directory),
    remove: () => rm(directory, { recursive: true }),
  };
}

async function run(command: string, args: readonly string[], cwd: string): Promise<string> {
  const child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (part) => (output += part));
  const code = await new Promise<number | null>((resolve, reject) =>
    child.once('error', reject).once('close', resolve),
  );
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}: ${output.slice(-3000)}`);
  return output;
}
