import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { apiDocument } from '../../src/api/document/openapi.ts';
import { listen } from '../../src/api/http/listen.ts';
import { ENDPOINTS } from '../../src/app.ts';
import { startEmbeddedService } from '../../src/mcp/embedded-service.ts';
import { MCP_PATH, mcpHttpApp } from '../../src/mcp/http.ts';
import { mcpServer } from '../../src/mcp/server.ts';
import { lexiconTools } from '../../src/mcp/tools.ts';

interface McpOptions {
  /** Of the service; without one it runs within this process. */
  readonly url?: string | undefined;
  /** Port on loopback; without one the server speaks over standard input and output. */
  readonly http?: number | undefined;
  /** Key of every call over standard input and output. */
  readonly key: string | undefined;
}

/** Runs until the host hangs up, or a signal comes. */
export async function serveMcp({ url, http, key }: McpOptions): Promise<void> {
  const service = url === undefined ? await startEmbeddedService() : { url, stop: async () => undefined };
  const tools = lexiconTools(apiDocument(ENDPOINTS));
  const stopServing = http === undefined ? await serveStdio() : await serveHttp(http);
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    await stopServing();
    await service.stop();
    process.exit();
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop());
  if (http === undefined) process.stdin.once('end', () => void stop());

  async function serveStdio(): Promise<() => Promise<void>> {
    const authorization = key ? `Bearer ${key}` : undefined;
    const server = mcpServer(tools, { url: service.url, authorization });
    await server.connect(new StdioServerTransport());
    return () => server.close();
  }

  async function serveHttp(port: number): Promise<() => Promise<void>> {
    const listening = await listen(mcpHttpApp(tools, service.url), { host: '127.0.0.1', port });
    process.stderr.write(`Tools for writing assistants are at ${listening.url}${MCP_PATH}\n`);
    return () => listening.stop();
  }
}
