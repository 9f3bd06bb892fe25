import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

interface Report {
  readonly success: boolean;
  readonly numPassedTests: number;
  readonly numPendingTests: number;
  readonly testResults: readonly { readonly message: string }[];
}

/** Runs a suite in a Jest of its own, with an environment of its own. */
function run(file: string, environment: Readonly<Record<string, string>>): Report {
  const { CI: _, ...inherited } = process.env;
  const jest = join(ROOT, 'node_modules/jest/bin/jest.js');
  const match = `--testMatch=**/${file}`;
  const { stdout } = spawnSync(
    process.execPath,
    ['--experimental-vm-modules', jest, '--json', '--config=test/jest.all.config.js', '--reporters=default', match],
    { cwd: ROOT, encoding: 'utf8', env: { ...inherited, ...environment } },
  );
  return JSON.parse(stdout) as Report;
}

describe('a suite whose server cannot be had', () => {
  const file = 'test/support/fixtures/needs-a-server.fixture.ts';

  it('is skipped, and not passed', () => {
    expect(run(file, {})).toMatchObject({ success: true, numPassedTests: 0, numPendingTests: 1 });
  });

  it('fails in CI, and says what is missing', () => {
    const { success, numPassedTests, testResults } = run(file, { CI: 'true' });
    expect([success, numPassedTests]).toEqual([false, 0]);
    expect(testResults[0]!.message).toContain('no JDK of version 21 or later');
  });
});

describe('a suite whose browser cannot be had', () => {
  const file = 'test/http/api-document.reference.integration.test.ts';
  const nowhere = { CHROMIUM_PATH: '/nowhere/chromium' };

  it('is skipped, and fails in CI', () => {
    const here = run(file, nowhere);
    expect([here.success, here.numPassedTests]).toEqual([true, 0]);
    expect(here.numPendingTests).toBeGreaterThan(0);
    const { success, testResults } = run(file, { ...nowhere, CI: 'true' });
    expect(success).toBe(false);
    expect(testResults[0]!.message).toContain('no Chromium at /nowhere/chromium');
  });
});
