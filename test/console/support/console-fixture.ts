import { afterAll, beforeAll } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { FULL_BUILD_TIMEOUT_MS } from '../../support/full-build.ts';
import { startChromium } from './chromium.ts';
import { type ConsoleServer, type ConsoleServerOptions, startConsoleServer } from './console-server.ts';
import { type ConsolePage, type VisitOptions, visit } from './page.ts';

export interface ConsoleFixture {
  readonly server: () => ConsoleServer;
  visit(options?: VisitOptions): Promise<ConsolePage>;
}

/** A browser and the service for the tests of one `describe`, ended after them. */
export function useConsole(options?: ConsoleServerOptions): ConsoleFixture {
  let browser: Browser;
  let server: ConsoleServer;
  beforeAll(async () => {
    [browser, server] = await Promise.all([startChromium(), startConsoleServer(options)]);
  }, FULL_BUILD_TIMEOUT_MS);
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });
  return { server: () => server, visit: (visitOptions) => visit(browser, server.url, visitOptions) };
}
