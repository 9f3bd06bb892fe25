import { request } from 'node:http';
import { afterEach, describe, expect, it } from '@jest/globals';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { ENDPOINTS } from '../../src/endpoints.ts';
import { listen } from '../../src/http/listen.ts';
import { INSTRUCTIONS, mcpHttpApp } from '../../src/mcp/server.ts';
import { lexiconTools } from '../../src/mcp/tools.ts';
import { startMetered } from '../metering/metered-service.ts';
import { forTests } from '../support/for-tests.ts';
import { describeFunctions } from '../support/function-tables.ts';

const tools = lexiconTools(ENDPOINTS);
// biome-ignore lint/suspicious/noExplicitAny: tests look into schemas freely.
const tool = (name: string): any => tools.get(name)!.tool;

describe('the tools', () => {
  it('are one for each endpoint, each with advice on when to use it', () => {
    expect([...tools.values()].map(({ operation }) => operation.id)).toEqual(ENDPOINTS.map(({ id }) => id));
    for (const { tool } of tools.values()) {
      expect(tool.name).toMatch(/^[a-z_]{3,40}$/);
      expect(tool.description).toMatch(/^Use it /);
      expect(tool.annotations).toEqual({ readOnlyHint: true, openWorldHint: false });
    }
  });

  it('take what the endpoint takes, from path, query or body', () => {
    const { inputSchema } = tool('find_synonyms');
    expect(inputSchema.required).toEqual(['word']);
    expect(inputSchema.properties.code).toEqual({ type: 'array' });
    expect(tool('search_words').inputSchema.properties.sort.enum).toContain('similarity');
    expect(tool('look_up_word').inputSchema.required).toEqual(['text']);
    expect(Object.keys(tool('fix_contour').inputSchema.properties)).toEqual([
      ...['line', 'moves', 'melody', 'melody_code', 'readings', 'max_candidates', 'tolerance'],
      ...['phrases', 'explain', 'about'],
    ]);
    expect(tool('list_categories').inputSchema).toMatchObject({ type: 'object', properties: {} });
  });

  it('ask for short answers unless told otherwise, and say so', () => {
    expect(tool('look_up_word').inputSchema.properties.relations_limit.default).toBe(10);
    expect(tool('search_words').inputSchema.properties.limit.default).toBe(20);
  });

  it('say what they cost', () => {
    expect(tool('find_rhymes').description).toMatch(/Cost: 5 credits\.$/);
    expect(tool('show_account').description).toMatch(/Cost: nothing\.$/);
  });

  it('are listed in 20,000 characters, with rates, scopes and shared arguments said once and no paths', () => {
    const list = JSON.stringify([...tools.values()].map(({ tool }) => tool));
    expect(list.length).toBeLessThan(20_000);
    expect(list.match(/.{0,20}(?:a minute|lex_read|\/api\/lexicon|endpoint|comma list)/g)).toBeNull();
    expect(INSTRUCTIONS).toContain('requests by the minute');
    expect(INSTRUCTIONS).toContain('\n- emotion (list): Emotion, a value of list_vocabulary.\n');
    expect(tool('browse_words').inputSchema.properties.emotion).toEqual({ type: 'array' });
    expect(tool('annotate_lyrics').inputSchema.properties.text.description).not.toBe('The word.');
  });

  it('have schemas of objects that can be read by themselves', () => {
    for (const { tool } of tools.values()) {
      const ajv = new Ajv2020({ strict: false, validateFormats: false });
      expect([tool.name, tool.inputSchema.type]).toEqual([tool.name, 'object']);
      expect(() => ajv.compile(tool.inputSchema)).not.toThrow();
    }
  });
});

const LOCAL = { host: '127.0.0.1', port: 0 };

describe('tools over HTTP', () => {
  const metered = forTests(() => startMetered());
  const server = forTests(() => listen(mcpHttpApp(lexiconTools(ENDPOINTS), metered.service.url), LOCAL));
  const clients: Client[] = [];
  afterEach(async () => {
    for (const client of clients.splice(0)) await client.close();
  });

  const connect = async (authorization?: string, { url }: { url: string } = server): Promise<Client> => {
    const client = new Client({ name: 'test', version: '1' });
    const headers = authorization === undefined ? {} : { Authorization: authorization };
    const transport = new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit: { headers } });
    await client.connect(transport as Parameters<typeof client.connect>[0]);
    clients.push(client);
    return client;
  };
  const call = async (client: Client, name: string, given: Record<string, unknown> = {}) =>
    (await client.callTool({ name, arguments: given })) as CallToolResult;
  const textOf = ({ content }: CallToolResult) => (content[0] as { text: string }).text;

  it('are listed, with advice for the assistant', async () => {
    const client = await connect();
    const { tools } = await client.listTools();
    expect(tools).toHaveLength(ENDPOINTS.length);
    expect(client.getInstructions()).toContain('tone-pair code');
    expect(client.getServerVersion()).toMatchObject({ name: 'cantonese-lyric-lexicon', version: '1.0.0' });
  });

  it('are counted in the name of the key that the request brings', async () => {
    const { key, record } = await metered.issue({ plan: 'free' });
    const client = await connect(`Bearer ${key}`);
    const { _meta: meta } = await call(client, 'find_rhymes', { rhyme_char: '愛' });
    expect(meta).toMatchObject({ 'lexicon/quota': { cost: 5, remaining: 19_995 }, 'lexicon/generation': 'gsmall' });
    const { structuredContent: account } = await call(client, 'show_account');
    expect(account).toMatchObject({ key: { id: record.id }, quota: { used: 5 } });
    const { structuredContent: nobody } = await call(await connect(), 'show_account');
    expect(nobody).toMatchObject({ plan: 'anonymous', key: null });
  });

  describeFunctions('tools', {
    /** What a tool says; the same as its structured content, as far as that is asked for. */
    async answer(name: string, given: Record<string, unknown>, ...fields: string[]) {
      const client = await connect();
      await client.listTools();
      const result = await call(client, name, given);
      const answer = result.structuredContent as Record<string, unknown>;
      expect(JSON.parse(textOf(result))).toEqual(Array.isArray(JSON.parse(textOf(result))) ? answer.words : answer);
      return Object.fromEntries(fields.map((field) => [field, answer[field]]));
    },
    /** What a tool says of an error, of a caller with a header, or with a key of the scope for autocomplete alone. */
    async error(name: string, given: Record<string, unknown>, authorization?: string) {
      const isNarrow = authorization === 'narrow';
      const header = isNarrow ? `Bearer ${(await metered.issue({ scopes: ['lex_ac'] })).key}` : authorization;
      const result = await call(await connect(header), name, given);
      expect(result.isError).toBe(true);
      return textOf(result);
    },
  });

  it('name the tools that there are where one is unknown', async () => {
    const client = await connect();
    await expect(client.callTool({ name: 'sing' })).rejects.toThrow('There is no tool “sing”');
    const long = client.callTool({ name: 'la'.repeat(50_000) });
    await expect(long).rejects.toThrow(`There is no tool “${'la'.repeat(20)}…”. There are `);
  });

  it('say when the service is away', async () => {
    const nowhere = await listen(mcpHttpApp(lexiconTools(ENDPOINTS), 'http://127.0.0.1:9'), LOCAL);
    try {
      const result = await call(await connect(undefined, nowhere), 'list_categories');
      expect([result.isError, textOf(result)]).toEqual([
        true,
        'The lexicon at http://127.0.0.1:9 did not answer. Check that it runs there, then call again.',
      ]);
    } finally {
      await nowhere.stop();
    }
  });

  it('are not for pages of other hosts, nor for names that were made to lead here', async () => {
    const ask = (method: string, headers: Record<string, string>, path = '/mcp') =>
      new Promise<[number | undefined, string]>((resolve, reject) => {
        const message = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}';
        const type = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' };
        const sent = request(`${server.url}${path}`, { method, headers: { ...type, ...headers } }, (response) => {
          let text = '';
          response.setEncoding('utf8').on('data', (part) => (text += part));
          response.on('end', () => resolve([response.statusCode, text]));
        });
        sent.on('error', reject).end(method === 'POST' ? message : undefined);
      });
    expect((await ask('POST', {}))[0]).toBe(200);
    expect((await ask('POST', { Origin: 'http://localhost:5173' }))[0]).toBe(200);
    expect((await ask('POST', { Origin: 'https://elsewhere.example' }))[0]).toBe(403);
    expect((await ask('POST', { Host: 'elsewhere.example' }))[0]).toBe(403);
    expect(await ask('GET', {})).toEqual([405, expect.stringContaining('Send messages by POST')]);
    expect(await ask('GET', {}, '/')).toEqual([404, expect.stringContaining('The server is at /mcp')]);
  });
});
