import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { readConfig } from '../src/config.ts';
import { folderForTests } from './support/for-tests.ts';
import { readCases } from './support/function-tables.ts';

const folder = folderForTests();

/** Variables, and what is read of them, or why they are refused. */
interface Row {
  readonly name: string;
  /** Of `…_FILE` the path of a file, or else what is in one. */
  readonly variables: Readonly<Record<string, string>>;
  /** A part of what is read; all of it, but for what is undefined, where it is `whole`. */
  readonly config?: object;
  readonly whole?: boolean;
  /** The whole message, or a pattern in it. */
  readonly is?: string;
  readonly like?: string;
  /** A pattern of what must not be shown. */
  readonly hidden?: string;
}

function written([name, value]: [string, string]): [string, string] {
  if (!name.endsWith('_FILE') || /^[\w/]*(?:\.json)?$/.test(value)) return [name, value];
  const path = join(folder, name);
  writeFileSync(path, value);
  return [name, path];
}

it.each(readCases<Row[]>('config'))(
  'configuration $name: $variables',
  ({ variables, config, whole, is, like, hidden }) => {
    const read = () => readConfig(Object.fromEntries(Object.entries(variables).map(written)));
    if (config && whole) expect(read()).toEqual(config);
    else if (config) expect(read()).toMatchObject(config);
    else expect(read).toThrow(is === undefined ? new RegExp(like!) : new Error(is));
    if (hidden !== undefined) expect(read).not.toThrow(new RegExp(hidden));
  },
);
