import { beforeAll, describe, expect, it } from '@jest/globals';
import { CHECKS } from '../../../indexer/check/check-data.ts';
import { type CheckContext, readCheckContext } from '../../../indexer/check/context.ts';
import { DATA_ROOT, readHandWritten } from '../../../indexer/tables/hand-written.ts';
import { formatProblem } from '../../../indexer/tables/read-table.ts';

let context: CheckContext;
beforeAll(() => {
  context = readCheckContext(DATA_ROOT);
}, 120_000);

describe('the hand-written tables', () => {
  it.each(Object.entries(CHECKS))('%s', (_name, check) => {
    expect(check(context).map(formatProblem)).toEqual([]);
  });

  it('are all there', () => {
    const tables = readHandWritten();
    expect(tables.categories).toHaveLength(48);
    expect(tables.emotions.length).toBeGreaterThanOrEqual(12);
    expect(tables.themes.length).toBeGreaterThanOrEqual(24);
    expect(tables.words.filter(({ value }) => value.reg === '粵').length).toBeGreaterThanOrEqual(300);
    expect(tables.relations.length).toBeGreaterThanOrEqual(300);
    for (const kind of ['deny', 'affect', 'overrides', 'polyphones', 'deliberate', 'nga', 'jyut'] as const)
      expect([kind, tables[kind].length > 0]).toEqual([kind, true]);
  });
});
