import { describe, expect, it } from '@jest/globals';
import { MERGE_WINDOW_MS, record, redo, startHistory, undo } from '../../../../console/src/write/model/history.ts';

describe('undo history', () => {
  it('goes step by step, and forth again', () => {
    const history = record(record(startHistory('a'), 'ab', '', 0), 'abc', '', 1);
    expect(undo(history).present).toBe('ab');
    expect(undo(undo(history)).present).toBe('a');
    expect(redo(undo(history)).present).toBe('abc');
    expect(undo(startHistory('a')).present).toBe('a');
  });

  it('takes quick typing in one line as one step, and typing in another as its own', () => {
    let history = record(startHistory(''), 'h', 'type 1', 1000);
    history = record(history, 'ho', 'type 1', 1000 + MERGE_WINDOW_MS - 1);
    history = record(history, 'hoi', 'type 2', 1000 + MERGE_WINDOW_MS);
    expect(undo(history).present).toBe('ho');
    expect(undo(undo(history)).present).toBe('');
  });

  it('begins a new step after a pause', () => {
    const history = record(record(startHistory(''), 'h', 'type 1', 0), 'ho', 'type 1', MERGE_WINDOW_MS);
    expect(undo(history).present).toBe('h');
  });

  it('forgets what was undone once something else is done', () => {
    const history = record(undo(record(startHistory('a'), 'b', '', 0)), 'c', '', 0);
    expect(redo(history).present).toBe('c');
  });
});
