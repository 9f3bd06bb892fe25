import { localhostHostValidation } from '@modelcontextprotocol/sdk/server/middleware/hostHeaderValidation.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import express, { type Express, type RequestHandler, type Response } from 'express';
import { rejectMalformed } from '../http/malformed.ts';
import { mcpServer } from './server.ts';
import type { LexiconTool } from './tools.ts';

export const MCP_PATH = '/mcp';

/** Largest message in bytes: a melody file and its lyrics. */
const MAX_MESSAGE_BYTES = 512 * 1024;

/**
 * The tools over streamable HTTP, for programs on this computer. Stateless: each request is passed to the service at `url` (without
 * a trailing slash) with its own Authorization header.
 */
export function mcpHttpApp(tools: ReadonlyMap<string, LexiconTool>, url: string): Express {
  const app = express();
  app.disable('x-powered-by');
  // Protects against DNS rebinding: a page that was made to resolve to this host has another name in Host or Origin.
  app.use(rejectMalformed, localhostHostValidation(), localOriginsOnly);
  app.post(MCP_PATH, async (request, response) => {
    const transport = new StreamableHTTPServerTransport({ maxRequestBodySize: MAX_MESSAGE_BYTES });
    const server = mcpServer(tools, { url, authorization: request.headers.authorization });
    response.once('close', () => {
      void transport.close();
      void server.close();
    });
    // The SDK's own types disagree under exactOptionalPropertyTypes.
    await server.connect(transport as Parameters<typeof server.connect>[0]);
    await transport.handleRequest(request, response);
  });
  app.all(MCP_PATH, (_request, response) => {
    response.setHeader('Allow', 'POST');
    sendJsonRpcError(
      response,
      405,
      'Send messages by POST: this server has no sessions, and begins no messages by itself.',
    );
  });
  app.use((_request, response) =>
    sendJsonRpcError(response, 404, `There is nothing here. The server is at ${MCP_PATH}.`),
  );
  return app;
}

const LOCAL_HOSTNAMES = new Set(['localhost', '127.0.0.1', '[::1]']);

const localOriginsOnly: RequestHandler = ({ headers: { origin } }, response, next) => {
  if (origin === undefined || (URL.canParse(origin) && LOCAL_HOSTNAMES.has(new URL(origin).hostname))) next();
  else
    sendJsonRpcError(
      response,
      403,
      'Pages of other hosts may not call this server. Call it from a program on this computer.',
    );
};

function sendJsonRpcError(response: Response, status: number, message: string): void {
  response.status(status).json({ jsonrpc: '2.0', error: { code: -32_000, message }, id: null });
}
