import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from '@jest/globals';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

it('a build of the page that fails says why, not that its output is missing', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'failed-build-'));
  try {
    // What console/ needs from outside itself is not there: tsconfig.json.
    for (const name of ['console', 'src', 'data/sound', 'package.json'])
      await cp(join(ROOT, name), join(folder, name), { recursive: true });
    await rm(join(folder, 'console/dist'), { recursive: true, force: true });
    await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    const build = promisify(execFile)(
      process.execPath,
      [join(ROOT, 'node_modules/vite/bin/vite.js'), 'build', '--config', 'console/vite.config.ts'],
      { cwd: folder, env: { ...process.env, NODE_ENV: 'production' } },
    );
    const failure = await build.then(
      () => ({ stderr: 'it did not fail' }),
      (error: { stderr: string }) => error,
    );
    expect(failure.stderr).toMatch(/Tsconfig not found/);
    expect(failure.stderr).not.toMatch(/ENOENT/);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}, 60_000);
