import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';
import { describeIfAvailable } from '../../support/describe-if-available.ts';
import { forTests } from '../../support/for-tests.ts';

const PATH = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';

/** Whether a Chromium can be had here. */
const isAvailable = existsSync(PATH);

const FLAGS = [
  ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
];

export function startChromium(flags: readonly string[] = []): Promise<Browser> {
  return chromium.launch({ executablePath: PATH, args: [...FLAGS, ...flags] });
}

/** A browser for the tests of a block. */
export function chromiumForTests(): { readonly browser: Browser } {
  return forTests(async () => {
    const browser = await startChromium();
    return { browser, stop: () => browser.close() };
  });
}

const advice = `no Chromium at ${PATH}: install Debian's chromium and fonts-noto-cjk, or set CHROMIUM_PATH`;

/** Tests that need a browser; see {@link describeIfAvailable}. */
export function describeInBrowser(name: string, tests: () => void): void {
  describeIfAvailable({ isAvailable, advice }, name, tests);
}
