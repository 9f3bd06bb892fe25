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

  it('answer with structured content, and the same as text', async () => {
    const client = await connect();
    await client.listTools();
    const result = await call(client, 'look_up_word', { text: '開心' });
    expect(result.isError).toBeUndefined();
    expect(result.structuredContent).toMatchObject({ char: '開心', readings: [{ jyutping: 'hoi1 sam1' }] });
    expect(JSON.parse(textOf(result))).toEqual(result.structuredContent);
    const list = await call(client, 'complete_word', { prefix: '海' });
    expect(list.structuredContent).toEqual({ words: ['海', '海洋'] });
    const lines = await call(client, 'annotate_lyrics', { text: '開心' });
    expect(lines.structuredContent).toMatchObject({ lines: [{ code: '33' }] });
    const none = await call(client, 'browse_words', { rhyme: ['愛'], length: [2] });
    expect(none.structuredContent).toMatchObject({
      total: 0,
      hints: [{ param: 'rhyme', try: { tool: 'search_words', arguments: { rhyme_char: '愛', length: [2] } } }],
    });
    const codes = await call(client, 'search_words', { code: ['33'], loose_rhyme: null, limit: 1 });
    expect(codes.structuredContent).toMatchObject({ limit: 1, words: [{ code: '33' }] });
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

  it('say in their errors what to do next', async () => {
    const client = await connect();
    const wrong = await call(client, 'search_words', { rhyme_chr: '愛' });
    expect(wrong.isError).toBe(true);
    expect(textOf(wrong)).toBe(
      'The request is not as it should be (invalid_parameter, 400). rhyme_chr: did you mean rhyme_char?',
    );
    const unknown = await call(client, 'look_up_word', { text: '開天窗花' });
    expect(textOf(unknown)).toContain(
      'Look for its beginning with complete_word (prefix), or for its characters with search_words (contains).',
    );
    const surplus = await call(client, 'list_sources', { word: '愛' });
    expect(textOf(surplus)).toContain('word: this tool takes no arguments; leave it out');
    const category = await call(client, 'list_category_words', { name: 'noun.feelings' });
    expect(textOf(category)).toContain('Take a `name` from list_categories');
    expect(textOf(await call(client, 'look_up_word'))).toBe(
      'The argument text is missing. Give it a value and call again.',
    );
    const key = await call(await connect('Bearer lex_wrong'), 'search_words', {});
    expect(textOf(key)).toContain('This key is not valid (invalid_key, 401). Tell the user');
    const { key: narrow } = await metered.issue({ scopes: ['lex_ac'] });
    const scope = await call(await connect(`Bearer ${narrow}`), 'search_words', {});
    expect(textOf(scope)).toContain('This key may not call this tool (insufficient_scope, 403). Tell the user');
    await expect(client.callTool({ name: 'sing' })).rejects.toThrow('There is no tool “sing”');
    const long = client.callTool({ name: 'la'.repeat(50_000) });
    await expect(long).rejects.toThrow(`There is no tool “${'la'.repeat(20)}…”. There are `);
  });

  it.each(['.', '..', '../vocabulary', '%2E%2E', 'a/b?c#d'])('look up %s as a word', async (text) => {
    const answer = await call(await connect(), 'look_up_word', { text });
    expect(textOf(answer)).toContain(`(word_not_found, 404). “${text}” is not in the lexicon.`);
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
