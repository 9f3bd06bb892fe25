import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { expect } from '@jest/globals';
import axe from 'axe-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

/** Longest wait in milliseconds for what ought to be there at once. */
const WAIT_MS = 8000;
/** Longest time in milliseconds for one test of a page. */
export const PAGE_TIMEOUT_MS = 60_000;

/** A page of the workbench that notes whatever a careful visitor would object to. */
export interface ConsolePage {
  readonly page: Page;
  /** Fails when something was written to the console as an error, thrown, or asked of another host. */
  expectNoErrors(): void;
  close(): Promise<void>;
}

export const WIDE = { width: 1440, height: 900 };
export const TABLET = { width: 820, height: 1180 };
export const PHONE = { width: 390, height: 844 };

export interface VisitOptions extends BrowserContextOptions {
  /** What stands after `#` in the address. */
  readonly view?: string;
  /** Problems that the test brings about itself, and that the browser tells of in the console. */
  readonly expected?: RegExp;
}

export async function visit(
  browser: Browser,
  url: string,
  { view = '', expected, ...options }: VisitOptions = {},
): Promise<ConsolePage> {
  // Each context would install the service worker anew, which fetches all there is: the stories about the network allow it.
  const context = await browser.newContext({ viewport: WIDE, locale: 'zh-HK', serviceWorkers: 'block', ...options });
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: url });
  const page = await context.newPage();
  page.setDefaultTimeout(WAIT_MS);
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' && !expected?.test(message.text())) errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(String(error.stack ?? error)));
  context.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (origin !== url && protocol !== 'data:' && protocol !== 'blob:') errors.push(`asked ${request.url()}`);
  });
  await page.goto(`${url}/${view}`);
  await page.locator('.top-bar').waitFor();
  return { page, expectNoErrors: () => expect(errors).toEqual([]), close: () => context.close() };
}

/** Texts of all elements that a selector finds, in sight or not, white space made one space. */
export async function textsOf(page: Page, selector: string): Promise<string[]> {
  const texts = await page.locator(selector).allTextContents();
  return texts.map((text) => text.replace(/\s+/gu, ' ').trim());
}

/** Waits until something is as it should be; fails with what it was instead. */
export async function eventually<T>(read: () => Promise<T>, expected: T): Promise<void> {
  const deadline = Date.now() + WAIT_MS;
  let actual = await read();
  while (!isDeepStrictEqual(actual, expected) && Date.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    actual = await read();
  }
  expect(actual).toEqual(expected);
}

export function expectCount(page: Page, selector: string, count: number): Promise<void> {
  return eventually(() => page.locator(selector).count(), count);
}

const WCAG_TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Rules of WCAG 2.2 A and AA that the page breaks, and of the tags given besides, with where. */
export async function axeViolations(page: Page, tags: readonly string[] = ['best-practice']): Promise<string[]> {
  // Evaluated rather than added as a script, which the content policy forbids; it stays until the page is loaded anew.
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe.source);
  // On a phone one column is shown at a time, and only one of them is the main one.
  const rules = { 'landmark-one-main': { enabled: false } };
  const options = { rules, runOnly: [...WCAG_TAGS, ...tags] };
  // Reduced in the page: the whole result is near a megabyte, which takes longer to hand over than to find.
  const found = `axe.run(${JSON.stringify(options)}).then(({ violations }) =>
    violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ target }) => target.join(' ')).join(', ')))`;
  return await page.evaluate(found);
}

const SCREENSHOTS = join(import.meta.dirname, '../screenshots');

/** Keeps a picture for people to look at, where `SCREENSHOTS` is set: each takes as long as axe does. */
export async function saveScreenshot(page: Page, name: string): Promise<void> {
  if (!process.env.SCREENSHOTS) return;
  await mkdir(SCREENSHOTS, { recursive: true });
  await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`) });
}
