import { describe, expect, it } from '@jest/globals';
import { newDocument, newLine, type SongDocument } from '../../../../console/src/write/model/document.ts';
import { readDocument, writeDocument } from '../../../../console/src/write/model/document-format.ts';
import {
  deleteDraft,
  draftsOf,
  showDraft,
  starDraft,
  starredDraftOf,
  stepDraft,
} from '../../../../console/src/write/model/drafts.ts';
import { chooseReading, editText, joinWithPrevious, splitLine } from '../../../../console/src/write/model/edit.ts';

/** A line with these drafts, the last one shown. */
const withTrials = (first: string, ...more: string[]): SongDocument =>
  more.reduce(
    (document, text) => {
      const last = draftsOf(document.lines[0]!).length - 1;
      return editText(stepDraft(showDraft(document, 0, last), 0, 1), 0, text);
    },
    newDocument('歌', [newLine(first)]),
  );
const textsOf = ({ lines }: SongDocument) => draftsOf(lines[0]!).map(({ text }) => text);
const shownText = ({ lines }: SongDocument) => lines[0]!.text;

describe('drafts of a line', () => {
  it('go when one leaves them empty or as another one is', () => {
    const copied = stepDraft(withTrials('甲', '乙'), 0, 1);
    expect(textsOf(stepDraft(copied, 0, -1))).toEqual(['甲', '乙']);
    expect(textsOf(stepDraft(copied, 0, 1))).toEqual(['甲', '乙', '乙']);
    const emptied = editText(withTrials('甲', '乙', '丙'), 0, '');
    const left = showDraft(emptied, 0, 1);
    expect([textsOf(left), shownText(left)]).toEqual([['甲', '乙'], '乙']);
    const first = showDraft(editText(showDraft(withTrials('甲', '乙', '丙'), 0, 0), 0, ''), 0, 2);
    expect([textsOf(first), shownText(first)]).toEqual([['乙', '丙'], '丙']);
  });

  it('do not begin with nothing', () => {
    const empty = newDocument('歌');
    expect(stepDraft(empty, 0, 1)).toBe(empty);
  });

  it('have chosen readings each', () => {
    const trials = stepDraft(chooseReading(withTrials('甲', '行街'), 0, 0, 'hang4'), 0, -1);
    expect(trials.lines[0]!.readings).toEqual({});
    expect(stepDraft(trials, 0, 1).lines[0]!.readings).toEqual({ 0: 'hang4' });
  });

  it('keep the star with its draft when others go', () => {
    const starred = starDraft(withTrials('甲', '乙', '丙'), 0, 1);
    expect(starredDraftOf(deleteDraft(starred, 0, 0).lines[0]!)).toBe(0);
    expect(starredDraftOf(deleteDraft(starred, 0, 2).lines[0]!)).toBe(1);
    expect(starredDraftOf(deleteDraft(starred, 0, 1).lines[0]!)).toBeNull();
    expect(starredDraftOf(starDraft(starred, 0, 1).lines[0]!)).toBeNull();
  });

  it('show the next one when the shown one is deleted', () => {
    const trials = withTrials('甲', '乙', '丙');
    expect(shownText(deleteDraft(showDraft(trials, 0, 1), 0, 1))).toBe('丙');
    expect(shownText(deleteDraft(trials, 0, 2))).toBe('乙');
    const single = deleteDraft(deleteDraft(trials, 0, 0), 0, 0);
    expect(single.lines[0]).not.toHaveProperty('drafts');
    expect(deleteDraft(single, 0, 0)).toBe(single);
  });

  it('survive being kept, and what is broken in a file does not', () => {
    const trials = starDraft(showDraft(chooseReading(withTrials('甲', '行街', '丙'), 0, 0, 'bing2'), 0, 0), 0, 2);
    const read = readDocument(writeDocument(trials));
    expect(read.kind === 'document' && read.document.lines[0]).toEqual({
      ...trials.lines[0],
      id: expect.any(String),
    });
    const odd = { text: '甲', drafts: { others: [{ text: '乙' }, 3], shown: 9, starred: -1 } };
    const mended = readDocument(JSON.stringify({ format: 'cantonese-lyric', version: 3, lines: [odd] }));
    expect(mended.kind === 'document' && draftsOf(mended.document.lines[0]!).map(({ text }) => text)).toEqual([
      ...['甲', '乙', ''],
    ]);
  });

  it('are not lost when lines are cut and joined', () => {
    const trials = withTrials('甲乙', '丙丁');
    const joined = joinWithPrevious(splitLine(trials, 0, 1), 1);
    expect(textsOf(joined)).toEqual(['甲乙', '丙丁']);
    const two: SongDocument = { ...trials, lines: [newLine('風'), trials.lines[0]!] };
    expect(textsOf(joinWithPrevious(two, 1))).toEqual(['風丙丁', '甲乙']);
  });
});
