import { readFileSync } from 'node:fs';

const { scripts } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  scripts: { start: string };
};

const words = scripts.start.split(' ');
const node = words.indexOf('node');

/** What `npm start` gives to Node, after `exec env … node`: its flags, and the entry file. */
export const START_ARGUMENTS: readonly string[] = words.slice(node + 1);

/** What it sets in the environment. */
export const START_ENVIRONMENT: Readonly<Record<string, string>> = Object.fromEntries(
  words.slice(2, node).map((setting) => setting.split('=') as [string, string]),
);
