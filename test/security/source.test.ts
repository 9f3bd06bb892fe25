import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { parseSync } from 'vite';
import { ENDPOINTS } from '../../src/endpoints.ts';
import { createAdmissionQueue } from '../../src/http/admission-queue.ts';
import { ANONYMOUS, type Meter, RATE_GROUPS, type RateGroup } from '../../src/metering/meter-port.ts';
import { Problem } from '../../src/problem.ts';
import { smallStore, startService } from '../http/service.ts';

const NONE = Object.fromEntries(RATE_GROUPS.map((group) => [group, 0])) as Record<RateGroup, number>;

/** Probes must answer while the service is overloaded; texts of problems stand behind the queue. */
const OUTSIDE = ['/healthz', '/readyz', '/problems/:code'];

describe('every route authenticates its caller, and limits its rate and load, before it answers, save probes and explanations', () => {
  const PATHS = [
    ...ENDPOINTS.map(({ method, path }) => ({ method, path: path.replace(/\{\w+\}/g, 'a') })),
    ...['/openapi.json', '/docs', '/docs/reference.js', '/readings.txt'].map((path) => ({ method: 'GET', path })),
  ];
  const store = { ...smallStore(), read: () => Promise.reject(new Error('nobody has been let in')) };
  const overloaded = {
    ...createAdmissionQueue(pino({ enabled: false })),
    enqueue: (_account: string, _hasKey: boolean, { refuse }: { refuse: () => void }) => refuse(),
  };
  const refusing: Meter = { admit: () => Promise.reject(new Problem('invalid_key')) };
  const limiting: Meter = {
    admit: () => ({ caller: { ...ANONYMOUS, plan: { ...ANONYMOUS.plan, rates: NONE } }, charge: async () => ({}) }),
    countRequest: async () => ({ consumedPoints: 1, msBeforeNext: 1000 }),
  };
  it.each([
    ['of an unknown caller', { meter: refusing }, 401],
    ['beyond a rate', { meter: limiting }, 429],
    ['beyond what can be answered', { admissionQueue: overloaded }, 503],
  ])('requests %s are refused', async (_, options, status) => {
    await using service = await startService({ store, ...options });
    const answers = PATHS.map(async ({ method, path }) => {
      const answer = await fetch(service.url + path, { method });
      await answer.arrayBuffer();
      return [path, answer.status];
    });
    expect(await Promise.all(answers)).toEqual(PATHS.map(({ path }) => [path, status]));
    expect(PATHS.length).toBeGreaterThan(20);
  });

  it('and no other route is there', () => {
    const routes = sources.flatMap(({ file, text }) =>
      file === 'src/http/app.ts' || file === 'src/http/pages.ts'
        ? [...text.matchAll(/\bapp\.(?:get|post|put|delete)\(\s*(\[[^\]]*\]|[^,]+),\s*([^\s,(]+)/g)]
        : [],
    );
    const limited = routes.filter(([, , first]) => first === 'admit');
    expect(limited).toHaveLength(3);
    expect(routes.filter((route) => !limited.includes(route)).map(([, path]) => path)).toEqual(
      OUTSIDE.map((path) => `'${path}'`),
    );
  });
});

it('docs/security.md has a row for each of the ten', () => {
  const text = readFileSync(new URL('../../docs/security.md', import.meta.url), 'utf8');
  const rows = text.split('\n').filter((line) => /^\| \*\*API\d+ /.test(line));
  expect(rows.map((row) => Number(/API(\d+)/.exec(row)![1]))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  // Each names at least one test.
  for (const row of rows) expect(row).toMatch(/`test\/[\w./-]+\.test\.ts`/);
});

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
      'src/metering/sqlite/database.ts: COLUMNS.map((name) => `@$' + '{name',
      "src/metering/sqlite/database.ts: assignments.join(', ')",
      "src/metering/sqlite/database.ts: names.join(', ')",
      'src/metering/sqlite/database.ts: table',
    ]);
    expect(having(/\.eval\((?!(ADD_SCRIPT|REVIEW_SCRIPT),|migrationScript\()/)).toEqual([]);
  });

  it('asks Elasticsearch in no language but its own objects', () => {
    expect(having(/query_string|simple_query_string|script\s*:|"?script"?\s*:|runtime_mappings/)).toEqual([]);
  });
});

const SECRET = /^(secret|secretHash|previousHash|given|current|previous|kept)$/;

interface SyntaxNode {
  readonly type?: string;
  readonly name?: string;
  readonly operator?: string;
  readonly left?: SyntaxNode;
  readonly right?: SyntaxNode;
  readonly property?: SyntaxNode;
  readonly callee?: SyntaxNode;
}

function visit(node: unknown, see: (node: SyntaxNode) => void): void {
  if (typeof node !== 'object' || node === null) return;
  if (!Array.isArray(node)) see(node as SyntaxNode);
  for (const value of Object.values(node)) visit(value, see);
}

const nameOf = (node: SyntaxNode | undefined) => node?.property?.name ?? node?.name ?? '';

it('secrets and their hashes are compared by timingSafeEqual alone', () => {
  const compared: string[] = [];
  let inConstantTime = 0;
  for (const file of globSync('src/metering/**/*.ts', { cwd: ROOT })) {
    // Only the file of keys has names as common as these for secrets.
    const isSecret = (name: string) =>
      file.endsWith('metering/key.ts') ? SECRET.test(name) : /secret|Hash$/i.test(name);
    visit(parseSync(file, readFileSync(`${ROOT}/${file}`, 'utf8')).program, (node) => {
      if (node.type === 'CallExpression' && nameOf(node.callee) === 'timingSafeEqual') inConstantTime++;
      if (node.type === 'CallExpression' && ['equals', 'compare', 'localeCompare'].includes(nameOf(node.callee)))
        compared.push(`${file}: ${nameOf(node.callee)}`);
      if (node.type !== 'BinaryExpression' || !/^[=!]==?$/.test(node.operator ?? '')) return;
      const [left, right] = [nameOf(node.left), nameOf(node.right)];
      // Whether there is one at all is no secret.
      if ([left, right].includes('undefined')) return;
      if (isSecret(left) || isSecret(right)) compared.push(`${file}: ${left} ${node.operator} ${right}`);
    });
  }
  expect(compared).toEqual([]);
  // The hash that is kept, and the one before it; both whatever the first one says.
  expect(inConstantTime).toBe(2);
});
