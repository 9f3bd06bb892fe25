import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListToolsRequestSchema,
  McpError,
} from '@modelcontextprotocol/sdk/types.js';
import { API_VERSION } from '../openapi/openapi.ts';
import { quoted } from '../operations/parameters/parameters.ts';
import { callTool, type ServiceCaller } from './call.ts';
import { getPrompt, PROMPT_LIST } from './prompts.ts';
import type { LexiconTool } from './tools.ts';

/**
 * An MCP server for one connection. Uses the SDK's low-level server, because the high-level one would derive other schemas than
 * those of the OpenAPI document, and validate arguments before the service does.
 */
export function mcpServer(tools: ReadonlyMap<string, LexiconTool>, caller: ServiceCaller): Server {
  const server = new Server(
    { name: 'cantonese-lyric-lexicon', title: 'Cantonese lyric lexicon', version: API_VERSION },
    { capabilities: { tools: {}, prompts: {} }, instructions: INSTRUCTIONS },
  );
  const toolList = [...tools.values()].map(({ tool }) => tool);
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: toolList }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }): Promise<CallToolResult> => {
    const tool = tools.get(params.name);
    if (tool) return await callTool(tool, params.arguments ?? {}, caller, signal);
    const names = [...tools.keys()].join(', ');
    throw new McpError(ErrorCode.InvalidParams, `There is no tool ${quoted(params.name)}. There are ${names}.`);
  });
  server.setRequestHandler(ListPromptsRequestSchema, () => ({ prompts: [...PROMPT_LIST] }));
  server.setRequestHandler(GetPromptRequestSchema, ({ params }) => getPrompt(params.name, params.arguments));
  return server;
}

/** Instructions sent to an assistant when it connects. */
export const INSTRUCTIONS = `A lexicon for people who write Cantonese lyrics. In Cantonese a melody that runs against a word's tones turns it into another
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
  caller's limits. An error says what to do next.`;
