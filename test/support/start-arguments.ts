import { readFileSync } from 'node:fs';

const { scripts } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  scripts: { start: string };
};

/** What `npm start` gives to Node, after `exec node`: its flags, and the entry file. */
export const START_ARGUMENTS: readonly string[] = scripts.start.split(' ').slice(2);
