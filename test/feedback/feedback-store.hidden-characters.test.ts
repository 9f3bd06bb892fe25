import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { formatProblem } from '../../indexer/tables/read-table.ts';
import type { FeedbackStore } from '../../src/feedback/feedback-store.ts';
import { openSqliteFeedbackStore } from '../../src/feedback/sqlite-store.ts';
import {
  escapeHiddenCharacters,
  escapeHiddenCharactersInJson,
  findHiddenCharacter,
} from '../../src/lexicon/hidden-characters.ts';
import { newKeyId } from '../../src/metering/key.ts';
import { anonymousMeter } from '../../src/metering/meter-port.ts';
import { openSqliteStore } from '../../src/metering/sqlite/sqlite-store.ts';
import { errorsOf, startService, type TestService } from '../http/service.ts';

const FEEDBACK = fileURLToPath(new URL('./feedback-program.ts', import.meta.url));
const KEYS = fileURLToPath(new URL('../metering/keys-program.ts', import.meta.url));

const BIDIRECTIONAL = [0x61c, 0x200e, 0x200f, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069];
const OTHERS = [0, 7, 8, 0xd, 0x1b, 0x7f, 0x85, 0x9b, 0xad, 0x200b, 0x200d, 0x2028, 0x2060, 0xfeff, 0x3164, 0xe0041];
const HIDDEN = [...BIDIRECTIONAL, ...OTHERS].map((code) => String.fromCodePoint(code));
/** What a terminal would obey, but for the line breaks of the table itself. */
const OBEYED = /[^\P{C}\n]|[\u2028\u2029\u3164]/u;
const FORGED = 'x\u001b[2J\u202e\u009b31m\r\n0123456789ab  愛  other: forged  [accepted, 2026-11-21]';

let folder: string;
let box: FeedbackStore;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hidden-'));
  box = openSqliteFeedbackStore({ path: join(folder, 'feedback.sqlite') });
});
afterAll(async () => {
  await box.close();
  rmSync(folder, { recursive: true, force: true });
});

const run = (program: string, ...args: string[]): Promise<{ code: number; out: string; told: string }> =>
  new Promise((resolve) => {
    const { REDIS_URL: _, ...inherited } = process.env;
    const environment = { ...inherited, DATA_DIR: folder };
    execFile(process.execPath, [program, ...args], { env: environment }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, out: stdout, told: stderr });
    });
  });

describe('hidden characters in suggestions', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService({ meter: { ...anonymousMeter, feedback: box } });
  });
  afterAll(() => service.stop());
  const say = (body: object) =>
    service.get('/api/lexicon/feedback', {
      method: 'POST',
      body: JSON.stringify({ word: '愛', field: 'other', ...body }),
      headers: { 'Content-Type': 'application/json' },
    });

  it('are refused when they come in, in every field', async () => {
    for (const hidden of HIDDEN) {
      const text = `a${hidden}b`;
      for (const body of [
        { suggestion: text },
        { suggestion: 'fine', note: text },
        { word: `愛${hidden}心`, suggestion: 'fine' },
      ]) {
        const answer = await say(body);
        expect([hidden.codePointAt(0), Object.keys(body), answer.status]).toEqual([
          hidden.codePointAt(0),
          Object.keys(body),
          400,
        ]);
      }
    }
    expect(await box.list()).toEqual([]);
    expect(errorsOf(await say({ suggestion: 'a\u202eb', note: 'c\u001bd' }))).toEqual([
      'body suggestion: holds the control or invisible formatting character U+202E; take it out',
      'body note: holds the control or invisible formatting character U+001B; take it out',
    ]);
    expect(errorsOf(await say({ suggestion: 'one\nother' }))).toEqual([
      'body suggestion: holds the control or invisible formatting character U+000A; take it out',
    ]);
  });

  it('are not what people write: lines and tabs of a note, variation selectors, any script', async () => {
    const bodies = [
      { suggestion: '葛\u{e0100} ❤\ufe0f', note: 'two\r\nlines,\nand a\ttab' },
      { suggestion: 'שלום, café, ｗｉｄｅ　space, 𠮷' },
    ];
    for (const body of bodies) expect((await say(body)).status).toBe(202);
  });
});

describe('what callers wrote before that was refused', () => {
  it('forges no row and moves no cursor when it is listed or reviewed', async () => {
    const kept = { word: '愛', generation: 'g', day: '2026-11-21', caller: '' } as const;
    const other = await box.add({ ...kept, field: 'other', suggestion: FORGED, note: FORGED });
    const reading = await box.add({ ...kept, field: 'reading', suggestion: FORGED, note: '' });
    const all = await box.list();

    const listed = await run(FEEDBACK, 'feedback', 'list');
    expect(listed.out).not.toMatch(OBEYED);
    expect(listed.out.trimEnd().split('\n')).toHaveLength(all.length);
    expect(listed.out).toContain('x\\u{1b}[2J\\u{202e}\\u{9b}31m\\u{d}\\u{a}0123456789ab');
    const json = await run(FEEDBACK, 'feedback', 'list', '--json');
    expect(json.out).not.toMatch(OBEYED);
    expect(JSON.parse(json.out)).toEqual(all);

    const accepted = await run(FEEDBACK, 'feedback', 'review', '--data', folder, '--accept', other);
    expect(accepted.out.split('\n')[0]).toMatch(/accepted/);
    const refused = await run(FEEDBACK, 'feedback', 'review', '--data', folder, '--accept', reading);
    expect([refused.code, refused.told]).toEqual([1, expect.stringContaining('cannot be applied: holds the control')]);
    expect(refused.out + refused.told + accepted.out).not.toMatch(OBEYED);
  }, 60_000);
});

describe('hidden characters in names of keys', () => {
  it('are refused when a key is made', async () => {
    for (const name of ['a\u001b[2Jb', 'a\nb', 'a\u202eb']) {
      const made = await run(KEYS, 'keys', 'create', '--name', name);
      expect([made.code, made.out]).toEqual([1, '']);
      expect(made.told).toMatch(
        /The name holds the control or invisible formatting character U\+[0-9A-F]{4}; take it out\./,
      );
    }
  }, 60_000);

  it('are shown as escapes where such a name is kept already', async () => {
    const store = openSqliteStore({ path: join(folder, 'metering.sqlite') });
    const id = newKeyId();
    const scopes = ['lex_read'] as const;
    await store.addKey({ id, name: FORGED, plan: 'free', scopes, origins: [], secretHash: '', createdAt: 0 });
    await store.close();
    const list = await run(KEYS, 'keys', 'list');
    const json = await run(KEYS, 'keys', 'list', '--json');
    const rotated = await run(KEYS, 'keys', 'rotate', id);
    const revoked = await run(KEYS, 'keys', 'revoke', id);
    for (const { code, out, told } of [list, json, rotated, revoked]) {
      expect(code).toBe(0);
      expect(out + told).not.toMatch(OBEYED);
    }
    expect(list.out.trimEnd().split('\n')).toHaveLength(2);
    expect(list.out).toContain('\\u{202e}');
    expect(JSON.parse(json.out)[0].name).toBe(FORGED);
    expect(rotated.told.trimEnd().split('\n')).toHaveLength(1);
    expect(revoked.out.trimEnd().split('\n')).toHaveLength(1);
  }, 60_000);
});

describe('a text that others wrote', () => {
  it('is shown with its hidden characters as escapes, and else as it is', () => {
    for (const hidden of HIDDEN) {
      const code = hidden.codePointAt(0)!;
      expect(escapeHiddenCharacters(`愛${hidden}b`)).toBe(`愛\\u{${code.toString(16)}}b`);
      expect(findHiddenCharacter(hidden)).toContain(`U+${code.toString(16).toUpperCase().padStart(4, '0')}`);
      const json = escapeHiddenCharactersInJson(JSON.stringify({ hidden }, null, 1));
      expect([JSON.parse(json), OBEYED.test(json)]).toEqual([{ hidden }, false]);
    }
    expect(escapeHiddenCharacters('\ud800')).toBe('\\u{d800}');
    const plain = '葛\u{e0100} ❤\ufe0f שלום　𠮷 café';
    expect([escapeHiddenCharacters(plain), findHiddenCharacter(plain)]).toEqual([plain, undefined]);
    expect(findHiddenCharacter('a\r\nb\tc', { allowLineBreaks: true })).toBeUndefined();
    expect(findHiddenCharacter('a\rb', { allowLineBreaks: true })).toContain('U+000D');
  });

  it('cannot break a line of the faults of a file', () => {
    const line = formatProblem({ file: 'x.tsv', line: 2, field: 'word', message: `"${FORGED}" is not a word` });
    expect(line).not.toMatch(OBEYED);
    expect(line).not.toContain('\n');
  });
});
