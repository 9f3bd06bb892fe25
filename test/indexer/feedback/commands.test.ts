import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openSqliteFeedbackStore } from '../../../src/feedback/sqlite-store.ts';

const PROGRAM = fileURLToPath(new URL('../../feedback/feedback-program.ts', import.meta.url));

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'feedback-commands-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function run(...args: string[]): Promise<string> {
  const { REDIS_URL: _, ...inherited } = process.env;
  const env = { ...inherited, DATA_DIR: folder };
  return (await promisify(execFile)(process.execPath, [PROGRAM, 'feedback', ...args], { env })).stdout;
}

describe('lexicon feedback', () => {
  it('lists who sent a suggestion, and rejects by that name', async () => {
    const store = openSqliteFeedbackStore({ path: join(folder, 'feedback.sqlite') });
    const common = { field: 'other', note: '', generation: 'g', day: '2026-11-21' } as const;
    for (const [word, caller] of [
      ['海', 'anonymous:junk'],
      ['愛', 'key:good'],
      ['夜', 'anonymous:junk'],
    ] as const)
      await store.add({ ...common, word, suggestion: 'x', caller });
    const listed = await run('list');
    expect(listed.match(/\[open, 2026-11-21, [^\]]+\]/g)).toEqual([
      '[open, 2026-11-21, anonymous:junk]',
      '[open, 2026-11-21, key:good]',
      '[open, 2026-11-21, anonymous:junk]',
    ]);
    expect(await run('review', '--reject-caller', 'anonymous:junk', 'key:none')).toMatch(
      /^anonymous:junk: 2 rejected\.\nkey:none: 0 rejected\.\n/,
    );
    expect((await store.list('open')).map(({ word }) => word)).toEqual(['愛']);
    await store.close();
  }, 60_000);
});
