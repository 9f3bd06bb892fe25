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
import { INSTRUCTIONS } from './guidance.ts';
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
