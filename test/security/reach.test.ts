import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const sources = globSync('src/**/*.ts', { cwd: ROOT }).map((file) => ({
  file: file.replaceAll('\\', '/'),
  text: readFileSync(`${ROOT}/${file}`, 'utf8').replace(/^import type .*$/gm, ''),
}));
const having = (what: RegExp) =>
  sources
    .filter(({ text }) => what.test(text))
    .map(({ file }) => file)
    .sort();

describe('the code of the service', () => {
  it('opens connections in a few places, to what the operator configured', () => {
    expect(sources.length).toBeGreaterThan(100);
    // The tools for writing assistants ask the service that they were started for.
    expect(
      having(/\bfetch\(|\bhttps?\.(request|get)\(|\bnet\.connect\(|new WebSocket|node:(https|dns|dgram|tls)'/),
    ).toEqual(['src/mcp/server.ts']);
    expect(
      having(/new Client\(|from '@elastic\/elasticsearch'/).filter((file) => !file.startsWith('src/stores/')),
    ).toEqual([]);
    expect(having(/new Redis\(/)).toEqual(['src/metering/redis/client.ts']);
  });

  it('runs no program and makes no code of text', () => {
    expect(having(/node:(child_process|vm)'|(?<!\.)\beval\(|new Function\(|\bimport\([^'"]/)).toEqual([]);
  });

  it('gives Redis and SQLite scripts and statements that are fixed, with values beside them', () => {
    const statements = sources.flatMap(({ file, text }) =>
      [...text.matchAll(/\b(?:prepare|exec)(?:<[^(]*>)?\(\s*`[^`]*?\$\{([^}]*)\}/g)].map(
        ([, part]) => `${file}: ${part}`,
      ),
    );
    // Names of columns, from lists in those files. The operator's repair of a damaged file copies tables, column by column.
    expect([...new Set(statements)].sort()).toEqual([
      "src/metering/sqlite/database.ts: names.join(', ')",
      'src/metering/sqlite/database.ts: table',
      'src/metering/sqlite/key-table.ts: COLUMNS.map((name) => `@$' + '{name',
      "src/metering/sqlite/key-table.ts: assignments.join(', ')",
    ]);
    expect(having(/\.eval\((?!(ADD_SCRIPT|REVIEW_SCRIPT),|migrationScript\()/)).toEqual([]);
  });

  it('asks Elasticsearch in no language but its own objects', () => {
    expect(having(/query_string|simple_query_string|script\s*:|"?script"?\s*:|runtime_mappings/)).toEqual([]);
  });
});
