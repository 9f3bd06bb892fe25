import { fileURLToPath } from 'node:url';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { pino } from 'pino';
import { readConfig } from '../../src/config.ts';
import { ENDPOINTS } from '../../src/endpoints.ts';
import { createApp } from '../../src/http/app.ts';
import { listen } from '../../src/http/listen.ts';
import { MCP_PATH, mcpHttpApp, mcpServer } from '../../src/mcp/server.ts';
import { lexiconTools } from '../../src/mcp/tools.ts';
import { openMetering } from '../../src/metering/open.ts';
import { openPlans } from '../../src/metering/plans.ts';
import { type EnsureBuild, openStore } from '../../src/stores/open.ts';
import { ensureBuild } from '../build.ts';

interface McpOptions {
  /** URL of the service; without it the service runs in this process. */
  readonly url?: string | undefined;
  /** Port on loopback; without it the server uses standard input and output. */
  readonly http?: number | undefined;
  /** Key of all calls over standard input and output. */
  readonly key: string | undefined;
}

/** Runs until the host closes the connection, or a signal arrives. */
export async function serveMcp({ url, http, key }: McpOptions): Promise<void> {
  const service =
    url === undefined ? startEmbeddedService(ensureBuild) : Promise.resolve({ url, stop: async () => undefined });
  service.catch((error: unknown) => {
    process.stderr.write(`The lexicon cannot be opened: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  });
  const tools = lexiconTools(ENDPOINTS);
  const stopServing = http === undefined ? await serveStdio() : await serveHttp(http);
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    await stopServing();
    await (await service).stop();
    process.exit();
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop());
  if (http === undefined) process.stdin.once('end', () => void stop());

  /** Lists the tools at once, because hosts do not wait long; the first call waits for the lexicon. */
  async function serveStdio(): Promise<() => Promise<void>> {
    const authorization = key ? `Bearer ${key}` : undefined;
    const server = mcpServer(tools, { url: service.then(({ url }) => url), authorization });
    await server.connect(new StdioServerTransport());
    return () => server.close();
  }

  async function serveHttp(port: number): Promise<() => Promise<void>> {
    const app = mcpHttpApp(tools, (await service).url);
    const listening = await listen(app, { host: '127.0.0.1', port });
    process.stderr.write(`Tools for writing assistants are at ${listening.url}${MCP_PATH}\n`);
    return () => listening.stop();
  }
}

const DATA_DIR = fileURLToPath(new URL('../../.data', import.meta.url));
const STDERR_FD = 2;

/**
 * Runs the service in this process on a free loopback port, configured by the environment and metered as usual. Logs warnings to
 * standard error, because standard output belongs to the protocol. Hosts start programs in arbitrary folders, so DATA_DIR defaults
 * to this project's.
 */
async function startEmbeddedService(
  ensureBuild: EnsureBuild,
  variables: Readonly<Record<string, string | undefined>> = process.env,
) {
  const config = readConfig({ LOG_LEVEL: 'warn', DATA_DIR, ...variables });
  const logger = pino({ level: config.logLevel, base: null }, pino.destination({ dest: STDERR_FD, sync: true }));
  const store = await openStore(config, logger, ensureBuild);
  const plans = openPlans(config.plansFile);
  const metering = await openMetering({ config, plans, logger });
  const app = createApp({ store, logger, config, plans, meter: metering.meter });
  const server = await listen(app, { host: '127.0.0.1', port: 0 });
  return {
    url: server.url,
    async stop() {
      await server.stop();
      await metering.close();
      await store.close();
    },
  };
}
