import { existsSync } from 'node:fs';
import { describe, it } from '@jest/globals';
import { type Browser, chromium } from 'playwright-core';

const PATH = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';

/** Whether a Chromium can be had here. */
const isHere = existsSync(PATH);

const FLAGS = [
  ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
];

export function startChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: PATH, args: FLAGS });
}

/** Tests that need a browser. Where there is none they are reported as skipped, with what to do; in CI that is a failure. */
export function describeInBrowser(name: string, tests: () => void): void {
  if (isHere) {
    describe(name, tests);
    return;
  }
  const advice = `no Chromium at ${PATH}: install Debian's chromium and fonts-noto-cjk, or set CHROMIUM_PATH`;
  if (process.env.CI) throw new Error(`"${name}" must run in CI, but there is ${advice}`);
  process.stderr.write(`\nNOT RUN: ${name} (${advice})\n`);
  describe(name, () => it.skip(`is not run: ${advice}`, () => undefined));
}
