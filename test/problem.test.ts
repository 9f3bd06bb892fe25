import { describe, expect, it } from '@jest/globals';
import { explainError, withPath } from '../src/explain-error.ts';
import { invalidRequest, nearestName, PROBLEMS, Problem, type ProblemCode, problemDocument } from '../src/problem.ts';

describe('the table of problems', () => {
  const codes = Object.keys(PROBLEMS) as ProblemCode[];

  it.each(codes)('%s says what to do, in a sentence', (code) => {
    expect(PROBLEMS[code].advice).toMatch(/^[A-Z].*\.$/);
    expect(problemDocument(new Problem(code), '/x', 'id').detail).toBe(PROBLEMS[code].advice);
  });

  it('keeps one detail as it is and counts several', () => {
    const part = (name: string) => ({ in: 'query', name, message: 'is bad' }) as const;
    expect(invalidRequest([part('a')]).message).toBe('a: is bad');
    expect(invalidRequest([part('a'), part('b')]).message).toBe('2 things are wrong. a: is bad · b: is bad');
  });
});

it('no name is near to one of thousands of characters', () => {
  expect(nearestName('x'.repeat(5000), ['rhyme_char', 'limit'])).toBeUndefined();
});

describe('explained errors', () => {
  /** As Node throws it. */
  const systemError = (properties: { code: string; syscall: string; path?: string }) =>
    Object.assign(new Error(`${properties.code}: ${properties.syscall}`), properties);

  it('names the folder of a write that failed on a full disk', () => {
    const error = withPath(systemError({ code: 'ENOSPC', syscall: 'write' }), '/data/builds');
    expect(explainError(error)).toMatch(/^\/data\/builds cannot be written: the disk is full/);
  });

  it('keeps the path that an error has, and adds none to other errors', () => {
    const error = withPath(systemError({ code: 'ENOSPC', syscall: 'open', path: '/data/file' }), '/data/builds');
    expect(explainError(error)).toMatch(/^\/data\/file cannot be written/);
    expect(withPath(new Error('other'), '/data/builds')).not.toHaveProperty('path');
  });

  it('names the data folder for a full disk where the error has no path', () => {
    const folder = process.env.DATA_DIR;
    process.env.DATA_DIR = '/srv/lexicon';
    expect(explainError(systemError({ code: 'SQLITE_FULL', syscall: '' }))).toMatch(
      /^A file in \/srv\/lexicon cannot be written: the disk is full/,
    );
    if (folder === undefined) delete process.env.DATA_DIR;
    else process.env.DATA_DIR = folder;
  });
});
