import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * Runs Stryker, which is a package of bench/package.json and not of the root's install. Arguments are Stryker's:
 *
 *   npm run mutate -- --mutate src/cantonese/tone.ts
 */
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const STRYKER = `${ROOT}bench/node_modules/@stryker-mutator/core/bin/stryker.js`;
const CONFIG = 'scripts/mutation/stryker.config.json';

if (!existsSync(STRYKER)) {
  console.error('Stryker is not installed. Run "npm ci --prefix bench", and then this again.');
  process.exit(1);
}
const { status } = spawnSync(process.execPath, [STRYKER, 'run', CONFIG, ...process.argv.slice(2)], {
  cwd: ROOT,
  stdio: 'inherit',
});
process.exit(status ?? 1);
