import { afterAll, afterEach, beforeAll } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { shared } from '../../support/shared.ts';
import { startChromium } from './chromium.ts';
import { type ConsolePage, type VisitOptions, visit } from './page.ts';

interface Served {
  readonly url: string;
  stop?(): Promise<void>;
}

export interface ConsoleFixture<Server extends Served> {
  readonly server: () => Server;
  /** Opens the page for the present test, after which it is closed; an error that it had by then fails the test. */
  open(options?: VisitOptions): Promise<Page>;
}

const sharedService = async (): Promise<Served> => ({ url: await shared('desk') });

/**
 * A browser for the stories of one `describe`, ended after them.
 * @param startService of their own where they limit it or issue keys; else it is the one that all stories share
 */
export function useConsole(): ConsoleFixture<Served>;
export function useConsole<Server extends Served>(startService: () => Promise<Server>): ConsoleFixture<Server>;
export function useConsole(startService: () => Promise<Served> = sharedService): ConsoleFixture<Served> {
  let browser: Browser;
  let server: Served;
  let opened: ConsolePage[] = [];
  beforeAll(async () => {
    [browser, server] = await Promise.all([startChromium(), startService()]);
  });
  afterEach(async () => {
    const pages = opened;
    opened = [];
    await Promise.all(pages.map((one) => one.close()));
    for (const one of pages) one.expectNoErrors();
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop?.();
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
