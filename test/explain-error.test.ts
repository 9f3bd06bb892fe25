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
