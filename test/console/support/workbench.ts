import { afterAll, beforeAll } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { FULL_BUILD_TIMEOUT } from '../../support/full-build.ts';
import { startChromium } from './chromium.ts';
import { type DeskOptions, type DeskServer, startDesk } from './desk.ts';
import { type DeskPage, type Visit, visit } from './page.ts';

export interface Workbench {
  readonly server: () => DeskServer;
  visit(options?: Visit): Promise<DeskPage>;
}

/** A browser and the service for the tests of one `describe`, ended after them. */
export function openWorkbench(options?: DeskOptions): Workbench {
  let browser: Browser;
  let server: DeskServer;
  beforeAll(async () => {
    [browser, server] = await Promise.all([startChromium(), startDesk(options)]);
  }, FULL_BUILD_TIMEOUT);
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });
  return { server: () => server, visit: (more) => visit(browser, server.url, more) };
}
