import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { localhostHostValidation } from '@modelcontextprotocol/sdk/server/middleware/hostHeaderValidation.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
} from '@modelcontextprotocol/sdk/types.js';
import express, { type Express, type Response as ExpressResponse, type RequestHandler } from 'express';
import { ENDPOINTS } from '../endpoints.ts';
import { rejectMalformed } from '../http/malformed.ts';
import { operationUrl } from '../openapi/callable-operations.ts';
import { API_VERSION } from '../openapi/openapi.ts';
import type { Hint } from '../operations/hints.ts';
import type { ParameterValue } from '../operations/operation.ts';
import { quoted } from '../operations/parameters/parameters.ts';
import type { ProblemDocument } from '../problem.ts';
import { hintForTools, type LexiconTool, problemText, sharedArguments, type ToolsByPath } from './tools.ts';

/**
 * An MCP server for one connection. Uses the SDK's low-level server, because the high-level one would derive other schemas than
 * those of the OpenAPI document, and validate arguments before the service does.
 */
export function mcpServer(tools: ReadonlyMap<string, LexiconTool>, caller: ServiceCaller): Server {
  const server = new Server(
    { name: 'cantonese-lyric-lexicon', title: 'Cantonese lyric lexicon', version: API_VERSION },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  );
  const toolList = [...tools.values()].map(({ tool }) => tool);
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: toolList }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }): Promise<CallToolResult> => {
    const tool = tools.get(params.name);
    if (tool) return await callTool(tool, params.arguments ?? {}, caller, signal);
    const names = [...tools.keys()].join(', ');
    throw new McpError(ErrorCode.InvalidParams, `There is no tool ${quoted(params.name)}. There are ${names}.`);
  });
  return server;
}

/** The instructions that are the same for all tools. */
const GUIDANCE = `A lexicon for people who write Cantonese lyrics. In Cantonese a melody that runs against a word's tones turns it into another
word, so that a lyric must fit the melody.

- A tone-pair code has one digit a character: 3 for tones 1 and 2 (the highest), 4 for tones 3 and 5, 2 for tone 6, 0 for tone 4 (the lowest).
- Moves are the steps of the melody from one character to the next: + up, - down, = level, * free. A line of n sung characters has n-1.
- To write a line: annotate_lyrics for its readings, fix_contour with the melody, find_rhymes for its end, search_words or
  find_synonyms for single words.
- Words are written in Hong Kong traditional characters. An answer with total 0 is an answer: widen the search, as hints say.
- search_words finds words for an idea: say it in like ("lonely rainy night", 孤單的夜晚) beside the tones and the rhyme. rhyme_reading
  tells by which reading a character was rhymed.
- Credits are counted by day, requests by the minute: all tools together have few dozens without a key; annotate_lyrics fewer, and
  fix_contour, check_song and find_rhymes the fewest, counted together. A key may be limited to some tools. show_account tells the
  caller's limits. An error says what to do next.

Arguments that several tools share:
`;

/** Instructions sent to an assistant when it connects: how to use the tools, and the arguments that they share. */
export const INSTRUCTIONS = GUIDANCE + sharedArguments(ENDPOINTS);

/** The service and the credentials of calls. */
interface ServiceCaller {
  /** URL of the service without a trailing slash; a promise while the service is starting. */
  readonly url: string | Promise<string>;
  /** The Authorization header of each call; without it the caller is anonymous. */
  readonly authorization: string | undefined;
}

type Arguments = Readonly<Record<string, unknown>>;

/** Timeout of a call, longer than the service's own. */
const CALL_TIMEOUT_MS = 30_000;

/**
 * Calls a tool's operation at the service, which validates, counts and charges as for any other caller. A failure becomes a tool
 * error, whose text tells the assistant what to do next.
 */
export async function callTool(
  lexiconTool: LexiconTool,
  args: Arguments,
  { url: serviceUrl, authorization }: ServiceCaller,
  signal: AbortSignal,
): Promise<CallToolResult> {
  const { operation, listProperty } = lexiconTool;
  const parameters = parametersOf(lexiconTool, args);
  const missing = pathParameterNames(operation.path).find((name) => parameters[name] === undefined);
  if (missing !== undefined) return toolError(`The argument ${missing} is missing. Give it a value and call again.`);
  const isPost = operation.method === 'POST';
  const url = await serviceUrl;
  try {
    const query = isPost ? {} : (parameters as Record<string, ParameterValue>);
    const response = await fetch(operationUrl(url, operation.path, query), {
      method: operation.method,
      headers: {
        ...(authorization === undefined ? {} : { Authorization: authorization }),
        ...(isPost ? { 'Content-Type': 'application/json' } : {}),
      },
      ...(isPost ? { body: JSON.stringify(parameters) } : {}),
      signal: AbortSignal.any([signal, AbortSignal.timeout(CALL_TIMEOUT_MS)]),
    });
    if (!response.ok) return await problemResult(response, lexiconTool.tools);
    const result = inToolTerms(await response.json(), lexiconTool);
    return {
      content: [{ type: 'text', text: JSON.stringify(result) }],
      structuredContent: (listProperty ? { [listProperty]: result } : result) as Record<string, unknown>,
      _meta: quotaOf(response.headers),
    };
  } catch {
    signal.throwIfAborted();
    return toolError(`The lexicon at ${url} did not answer. Check that it runs there, then call again.`);
  }
}

/** A result whose hints name tools. */
function inToolTerms(result: unknown, { byPath }: LexiconTool): unknown {
  const { hints } = result as { readonly hints?: readonly Hint[] };
  return hints ? { ...(result as object), hints: hints.map((hint) => hintForTools(hint, byPath)) } : result;
}

/** Arguments with the tool's defaults. Null means absent, as many assistants write it. */
function parametersOf({ defaults }: LexiconTool, args: Arguments): Record<string, unknown> {
  return { ...defaults, ...Object.fromEntries(Object.entries(args).filter(([, value]) => value !== null)) };
}

function pathParameterNames(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
}

async function problemResult(response: Response, tools: ToolsByPath): Promise<CallToolResult> {
  const type = response.headers.get('Content-Type') ?? '';
  if (!type.startsWith('application/problem+json')) {
    const text = `The answer has status ${response.status} and does not come from a lexicon. Check the address of the service.`;
    return toolError(text);
  }
  const text = problemText((await response.json()) as ProblemDocument, tools);
  const retryAfter = response.headers.get('Retry-After');
  const retryHint = retryAfter === null || text.includes(retryAfter) ? '' : ` Retry after ${retryAfter} seconds.`;
  return toolError(`${text}${retryHint}`);
}

function toolError(text: string): CallToolResult {
  return { isError: true, content: [{ type: 'text', text }] };
}

/** The remaining credits of the day, for hosts that show them. */
function quotaOf(headers: Headers): Record<string, unknown> {
  const quotaValues = ['limit', 'remaining', 'reset', 'cost'].flatMap((name) => {
    const text = headers.get(`x-quota-${name}`);
    return text === null ? [] : [[name, Number(text)]];
  });
  const generation = headers.get('x-lexicon-generation');
  return {
    ...(quotaValues.length > 0 ? { 'lexicon/quota': Object.fromEntries(quotaValues) } : {}),
    ...(generation === null ? {} : { 'lexicon/generation': generation }),
  };
}

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

function sendJsonRpcError(response: ExpressResponse, status: number, message: string): void {
  response.status(status).json({ jsonrpc: '2.0', error: { code: -32_000, message }, id: null });
}
