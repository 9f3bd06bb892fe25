import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { operationUrl } from '../openapi/callable-operations.ts';
import type { Hint } from '../operations/hints.ts';
import type { ParameterValue } from '../operations/operation.ts';
import type { ProblemDocument } from '../problem.ts';
import { hintForTools, type LexiconTool, problemText, type ToolsByPath } from './tools.ts';

/** The service and the credentials of calls. */
export interface ServiceCaller {
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
