import { afterAll, afterEach, beforeAll, jest } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { FULL_BUILD_TIMEOUT_MS } from '../../support/full-build.ts';
import { startChromium } from './chromium.ts';
import { type ConsoleServer, startConsoleServer } from './console-server.ts';
import { type ConsolePage, PAGE_TIMEOUT_MS, type VisitOptions, visit } from './page.ts';

export interface ConsoleFixture {
  readonly server: () => ConsoleServer;
  /** Opens the page for the present test, after which it is closed; an error that it had by then fails the test. */
  open(options?: VisitOptions): Promise<Page>;
}

/** A browser and the service for the stories of one `describe`, ended after them. */
export function useConsole(): ConsoleFixture {
  jest.setTimeout(2 * PAGE_TIMEOUT_MS);
  let browser: Browser;
  let server: ConsoleServer;
  let opened: ConsolePage[] = [];
  beforeAll(async () => {
    [browser, server] = await Promise.all([startChromium(), startConsoleServer()]);
  }, FULL_BUILD_TIMEOUT_MS);
  afterEach(async () => {
    const pages = opened;
    opened = [];
    await Promise.all(pages.map((one) => one.close()));
    for (const one of pages) one.expectNoErrors();
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });
  return {
    server: () => server,
    async open(options) {
      const consolePage = await visit(browser, server.url, options);
      opened.push(consolePage);
      return consolePage.page;
    },
  };
}
