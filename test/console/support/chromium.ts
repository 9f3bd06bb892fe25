import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';
import { describeWhere } from '../../support/describe-where.ts';

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

const advice = `no Chromium at ${PATH}: install Debian's chromium and fonts-noto-cjk, or set CHROMIUM_PATH`;

/** Tests that need a browser; see {@link describeWhere}. */
export function describeInBrowser(name: string, tests: () => void): void {
  describeWhere({ isHere, advice }, name, tests);
}
