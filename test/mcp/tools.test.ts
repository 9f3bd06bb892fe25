import { describe, expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { ENDPOINTS } from '../../src/endpoints.ts';
import { INSTRUCTIONS } from '../../src/mcp/server.ts';
import { lexiconTools } from '../../src/mcp/tools.ts';

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
