import { describe, expect, it } from '@jest/globals';
import { parseRequest } from '../../src/http/parse-request.ts';
import { ANONYMOUS, anonymousMeter } from '../../src/metering/meter-port.ts';
import { browse } from '../../src/operations/browse.ts';
import { jsonBytes } from '../../src/operations/operation.ts';
import { search } from '../../src/operations/search.ts';
import { smallStore } from '../http/service.ts';

describe('the bytes of an answer', () => {
  const parsed = (bytes: string): unknown => JSON.parse(Buffer.from(bytes, 'latin1').toString('utf8'));

  // Lengths around the size of the shared buffer, in characters of one, two, three and four bytes.
  it.each(['a', 'é', '愛', '𠮷'])('writes the whole of texts of any length in %s', (character) => {
    for (const length of [0, 1, 2_700, 5_459, 5_460, 5_461, 8_190, 16_380, 16_384, 40_000]) {
      const text = character.repeat(length);
      expect(parsed(jsonBytes([text]))).toEqual([text]);
    }
  });

  it('has one unit for each byte of UTF-8', () => {
    expect(jsonBytes('愛é')).toHaveLength(Buffer.byteLength('"愛é"'));
  });
});

describe('the bytes of a page', () => {
  /** Pages of every kind: none, one, all words; facets; scores; the last page and one before it; a reference that was normalised. */
  const QUERIES: readonly [typeof browse | typeof search, Record<string, string>][] = [
    [browse, {}],
    [browse, { limit: '1' }],
    [browse, { emotion: 'nothing' }],
    [browse, { facets: 'all', limit: '2' }],
    [browse, { facets: 'pos', pos: 'n', offset: '1' }],
    [browse, { facets: 'code', code: '33' }],
    [search, { near: '海', limit: '5' }],
    [search, { like: '開心', limit: '5', facets: 'emotion,length' }],
    [search, { rhyme_char: '爱', facets: 'rhyme' }],
    [search, { code: '3?', facets: 'code' }],
  ];

  it.each(QUERIES)('are those of the whole page written at once: %#', async (endpoint, query) => {
    const raw = { path: {}, query: Object.entries(query) };
    const input = parseRequest(endpoint.request, raw, { maxLimit: 100 });
    await smallStore().read(async (lexicon) => {
      for (const _ of ['written anew', 'from parts that were written before']) {
        const page = await endpoint.handle(input as never, lexicon, ANONYMOUS, anonymousMeter);
        expect(endpoint.serialize!(page)).toBe(jsonBytes(page));
      }
    });
  });
});
