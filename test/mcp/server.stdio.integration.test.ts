import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from '@jest/globals';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { ENDPOINTS } from '../../src/endpoints.ts';
import { lexiconTools } from '../../src/mcp/tools.ts';
import { readExamples } from '../../src/openapi/responses.ts';
import { startMetered } from '../metering/metered-service.ts';
import { fullBuild } from '../support/full-build.ts';

const CLI = fileURLToPath(new URL('../../indexer/cli.ts', import.meta.url));

describe('tools over standard input and output', () => {
  const closing: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });

  /** Starts the command as an assistant's host does, in a folder of its own. */
  const start = async (options: string[], env: Record<string, string>): Promise<Client> => {
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [CLI, 'mcp', ...options],
      cwd: tmpdir(),
      env: { PATH: process.env.PATH ?? '', ...env },
      stderr: 'ignore',
    });
    const client = new Client({ name: 'test', version: '1' });
    closing.push(() => client.close());
    await client.connect(transport);
    return client;
  };

  it('ask a service with the key of the environment', async () => {
    const metered = await startMetered();
    closing.push(() => metered.stop());
    const { key, record } = await metered.issue({ plan: 'free' });
    const client = await start(['--url', `${metered.service.url}/`], { LEXICON_API_KEY: key });
    await client.listTools();
    const { structuredContent } = await client.callTool({ name: 'find_synonyms', arguments: { word: '開心' } });
    expect(structuredContent).toMatchObject({ word: '開心', relation_type: 'syn', limit: 20 });
    expect(await metered.store.spent(`key:${record.id}`, today())).toBe(1);
  });

  it('answer every example of the API document by themselves, metered as a local caller', async () => {
    const { directory } = await fullBuild();
    // The same lexicon, and an account book of its own.
    const dataDir = await mkdtemp(join(tmpdir(), 'mcp-'));
    closing.push(() => rm(dataDir, { recursive: true }));
    await symlink(resolve(dirname(directory)), join(dataDir, 'builds'));
    const client = await start([], { DATA_DIR: dataDir });
    // The client checks every answer by the schema that the list gives.
    await client.listTools();
    const examples = readExamples().operations;
    let credits = 0;
    for (const { tool, operation } of lexiconTools(ENDPOINTS).values()) {
      const { request, response } = examples[operation.id]!;
      const { parameters, body } = request;
      credits += Number(response.headers['x-quota-cost']);
      const given = { ...parameters, ...(body as object) };
      const result = (await client.callTool({ name: tool.name, arguments: given })) as CallToolResult;
      expect([tool.name, result.isError ? result.content : undefined]).toEqual([tool.name, undefined]);
      expect(result.structuredContent).toBeDefined();
    }
    const { structuredContent } = await client.callTool({ name: 'show_account', arguments: {} });
    expect(credits).toBeGreaterThan(30);
    expect(structuredContent).toMatchObject({ plan: 'anonymous', quota: { limit: 2000, used: credits } });
  });
});

/** The calendar day in Hong Kong. */
function today(): string {
  return new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
}
