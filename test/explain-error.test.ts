import { expect, it } from '@jest/globals';
import { explainError, withPath } from '../src/explain-error.ts';

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
