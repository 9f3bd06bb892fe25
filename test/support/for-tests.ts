import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach } from '@jest/globals';

/** What the blocks that now run have open, each in the order of opening. */
const stops: (() => unknown)[] = [];

/** Opens something before the tests of a block and stops it after them: what was opened last first. It can be used in tests and hooks alone. */
export function forTests<T extends { stop(): unknown }>(open: () => Promise<T>): T {
  let opened: T | undefined;
  beforeAll(async () => {
    opened = await open();
    stops.push(() => opened!.stop());
  });
  afterAll(async () => {
    await stops.pop()?.();
  });
  return new Proxy({} as T, { get: (_, name) => Reflect.get(opened!, name) });
}

/** A new folder, which is removed after the tests of a block. */
export function folderForTests(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lexicon-test-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A new folder for each test of a block; it is made in front of what the block does before its tests. */
export function folderForEachTest(): () => string {
  const parent = folderForTests();
  let folder = parent;
  beforeEach(() => {
    folder = mkdtempSync(join(parent, 'test-'));
  });
  return () => folder;
}
