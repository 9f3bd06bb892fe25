import { startMetered } from '../../metering/metered-service.ts';
import { fullStore } from '../../support/full-build.ts';
import { shared } from '../../support/shared.ts';

/** The whole service on a free port: the full lexicon, a meter of its own, the workbench built from the present sources. */
export interface ConsoleServer {
  readonly url: string;
  /** A key of the free plan with few credits left for today, few searches a minute, and all scopes. */
  issueKey(): Promise<string>;
  /** As when the network is gone. */
  stop(): Promise<void>;
}

/** Searches a minute with a key. */
export const MAX_SEARCHES = 6;

export async function startConsoleServer(): Promise<ConsoleServer> {
  const [store, consoleDirectory] = await Promise.all([fullStore(), shared('console')]);
  const config = { corsOrigins: ['*'], trustProxy: 0 };
  const metered = await startMetered({
    app: { store, consoleDirectory, config },
    plans({ anonymous, free }: Record<string, { daily_credits: number; rates?: Record<string, number> }>) {
      // A story sends many requests from one address.
      for (const group of Object.keys(anonymous!.rates!)) anonymous!.rates![group] = 5000;
      anonymous!.daily_credits = 100_000;
      Object.assign(free!, { daily_credits: 50, rates: { ...free!.rates, search: MAX_SEARCHES } });
    },
  });
  return {
    url: metered.service.url,
    issueKey: async () => (await metered.issue({ name: 'lyrics' })).key,
    async stop() {
      await metered.stop();
      await store.close();
    },
  };
}
