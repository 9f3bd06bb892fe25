import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import createFilter from '@balena/dockerignore';

/** Copies what a build of the image is sent from a clean checkout: the tracked files that .dockerignore leaves in. Answers how many. */
export function copyContext(root: string, to: string): number {
  // CI runs this as another user than the one who owns the checkout.
  const list = execFileSync('git', ['-c', 'safe.directory=*', 'ls-files', '-z'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 2 ** 20,
  });
  const ignore = createFilter.default().add(readFileSync(join(root, '.dockerignore'), 'utf8').split('\n'));
  const names = ignore.filter(list.split('\0').filter(Boolean));
  for (const name of names) {
    mkdirSync(dirname(join(to, name)), { recursive: true });
    cpSync(join(root, name), join(to, name));
  }
  return names.length;
}
