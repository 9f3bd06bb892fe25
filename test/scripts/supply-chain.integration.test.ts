import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';

const MAIN = fileURLToPath(new URL('../../scripts/supply-chain/main.ts', import.meta.url));

it('says by its exit code that the registry could not be asked', () => {
  const environment = { ...process.env, npm_config_registry: 'http://127.0.0.1:9/', npm_config_fetch_retries: '0' };
  const { status, stdout } = spawnSync(process.execPath, [MAIN], { encoding: 'utf8', env: environment });
  expect([status, stdout]).toEqual([2, expect.stringContaining('advisories: NOT ASKED')]);
}, 60_000);
