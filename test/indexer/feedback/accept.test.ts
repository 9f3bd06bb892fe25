import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { CheckContext } from '../../../indexer/check/context.ts';
import { overlayHasNoDuplicates, overlayIsApplicable } from '../../../indexer/check/overlay.ts';
import { collectOverrides } from '../../../indexer/compose/overrides/overrides.ts';
import { accept, OVERLAY_FILE, ReviewError, reject } from '../../../indexer/feedback/accept.ts';
import { type HandWritten, readHandWritten } from '../../../indexer/tables/hand-written.ts';
import type { FeedbackStore, NewSuggestion } from '../../../src/feedback/feedback-store.ts';
import { openSqliteFeedbackStore } from '../../../src/feedback/sqlite-store.ts';

let root: string;
let store: FeedbackStore;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'review-'));
  store = openSqliteFeedbackStore({ path: join(root, 'feedback.sqlite') });
});
afterEach(async () => {
  await store.close();
  rmSync(root, { recursive: true, force: true });
});

const row = <T>(value: T) => ({ file: 'x.tsv', line: 2, value });
const vocabulary = {
  categories: [row({ name: 'noun.feeling' })],
  emotions: [row({ emotion: '喜悅' })],
  themes: [row({ theme: '海' }), row({ theme: '夜' })],
};
const contextOf = (tables: HandWritten) =>
  ({
    tables: { ...tables, ...vocabulary },
    isWord: (word: string) => ['內', '海', '開心', '快樂'].includes(word),
  }) as never as CheckContext;
const order = () => ({ store, root, context: () => contextOf(readHandWritten(root)) });

const suggest = (word: string, field: NewSuggestion['field'], suggestion: string, note = '') =>
  store.add({ word, field, suggestion, note, generation: 'g1', day: '2026-11-21', caller: 'anonymous:a' });
const overlay = () => readFileSync(join(root, OVERLAY_FILE), 'utf8');
const HEAD = 'word\tfield\tvalue\tid\tday\tgeneration\tnote\n';

describe('an accepted suggestion', () => {
  it('stands in the overlay with where it comes from, once however often it is accepted', async () => {
    const id = await suggest('內', 'reading', 'noi6', 'only\none\treading');
    expect(await accept(id, order())).toBe(`${id}: 內 reading "noi6" is in ${OVERLAY_FILE}.`);
    const text = `${HEAD}內\treading\tnoi6\t${id}\t2026-11-21\tg1\tonly one reading\n`;
    expect(overlay()).toBe(text);
    expect((await store.find(id))?.state).toBe('accepted');
    // As after an interruption between the two: written, but not marked.
    await store.review(id, 'open');
    expect(await accept(id, order())).toBe(`${id}: is already in ${OVERLAY_FILE}.`);
    expect(overlay()).toBe(text);
    expect((await store.find(id))?.state).toBe('accepted');
    const { problems } = readHandWritten(root);
    expect(problems).toEqual([]);
  });

  it('takes the place of another that says something else of the same field', async () => {
    const first = await suggest('海', 'definition', 'the sea');
    const second = await suggest('海', 'definition', 'sea; ocean');
    await accept(first, order());
    expect(await accept(second, order())).toContain(`instead of "the sea" (${first})`);
    expect(overlay()).toBe(`${HEAD}海\tdefinition\tsea; ocean\t${second}\t2026-11-21\tg1\t\n`);
  });

  it('is refused where it cannot be applied, and nothing is written', async () => {
    const cases = [
      await suggest('海', 'category', 'noun.sea'),
      await suggest('海', 'themes', '海、山'),
      await suggest('海', 'synonym', '洋'),
      await suggest('無', 'definition', 'nothing'),
    ];
    for (const id of cases) {
      await expect(accept(id, order())).rejects.toThrow(ReviewError);
      expect((await store.find(id))?.state).toBe('open');
    }
    expect(() => overlay()).toThrow(/ENOENT/);
    await expect(accept('000000000000', order())).rejects.toThrow(/There is no suggestion 000000000000/);
  });

  it('is taken out again when it is rejected after all', async () => {
    const kept = await suggest('海', 'synonym', '內');
    const gone = await suggest('海', 'not_synonym', '快樂');
    await accept(kept, order());
    await accept(gone, order());
    expect(await reject(gone, order())).toBe(`${gone}: rejected, and taken out of ${OVERLAY_FILE}.`);
    expect(overlay()).toBe(`${HEAD}海\tsynonym\t內\t${kept}\t2026-11-21\tg1\t\n`);
    expect(await reject(gone, order())).toBe(`${gone}: rejected.`);
  });

  it('of free text changes nothing by itself', async () => {
    const id = await suggest('海', 'other', 'more words of the sea, please');
    expect(await accept(id, order())).toMatch(/cannot be applied by itself/);
    expect(() => overlay()).toThrow(/ENOENT/);
  });

  it('does not overwrite an overlay that is not in order', async () => {
    const id = await suggest('海', 'definition', 'sea');
    await accept(id, order());
    writeFileSync(join(root, OVERLAY_FILE), `${HEAD}海\tcolour\tblue\t${id}\t2026-11-21\tg1\t\n`);
    await expect(accept(await suggest('內', 'reading', 'noi6'), order())).rejects.toThrow(/mend it first/);
  });
});

describe('the overlay', () => {
  it('is merged by the build like lines of an operator', async () => {
    for (const [field, value] of [
      ['reading', 'hoi2'],
      ['themes', '海、夜'],
      ['synonym', '內'],
      ['not_antonym', '快樂'],
    ] as const)
      await accept(await suggest('海', field, value), order());
    const tables = { ...readHandWritten(root), ...vocabulary } as unknown as HandWritten;
    const wishes = collectOverrides([], tables);
    expect(wishes.problems).toEqual([]);
    expect(Object.fromEntries(wishes.patches)).toEqual({ 海: { readings: ['hoi2'], themes: ['海', '夜'] } });
    expect(wishes.relations.map(({ value }) => [value.type, value.word, value.related])).toEqual([['syn', '海', '內']]);
    expect(wishes.removedRelations).toEqual([{ type: 'ant', word: '海', related: '快樂' }]);
    expect(wishes.hasOperatorFiles).toBe(false);
  });

  it('is checked: rows that cannot be applied, and rows that say the same', () => {
    const line = (value: object) => row({ id: 'a', day: '2026-11-21', generation: '', note: '', ...value });
    const tables = {
      feedback: [
        line({ word: '海', field: 'emotion', value: '怒', id: '1' }),
        line({ word: '海', field: 'emotion', value: '喜悅', id: '2' }),
        line({ word: '開心', field: 'reading', value: 'hoi1', id: '3' }),
        line({ word: '開心', field: 'synonym', value: '快樂', id: '4' }),
        line({ word: '開心', field: 'synonym', value: '海', id: '4' }),
      ],
    };
    const context = contextOf(tables as never);
    expect(overlayIsApplicable(context).map(({ message }) => message)).toEqual([
      '"怒" is not one of: 喜悅',
      '"hoi1" is no jyutping for 開心',
    ]);
    expect(overlayHasNoDuplicates(context)).toHaveLength(2);
  });
});
