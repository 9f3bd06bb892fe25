import { describe, expect, it, jest } from '@jest/globals';
import { parseRequest } from '../../src/http/parse-request.ts';
import { shortDefinition } from '../../src/lexicon/entry.ts';
import { ANONYMOUS, anonymousMeter } from '../../src/metering/meter-port.ts';
import { jsonBytes } from '../../src/operations/operation.ts';
import { repairSong } from '../../src/operations/repair.ts';
import { browse, search } from '../../src/operations/search.ts';
import { dealtOut } from '../../src/operations/word.ts';
import { memoryStore } from '../../src/stores/memory/memory-store.ts';
import { describeCases } from '../contract/cases.ts';
import { entryLines, smallManifest } from '../contract/small-lexicon.ts';
import { smallLexicon } from '../contract/small-lexicon-meanings.ts';
import { smallStore, startService } from '../http/service.ts';
import { startMetered } from '../metering/metered-service.ts';
import { forTests } from '../support/for-tests.ts';
import { describeFunctions } from '../support/function-tables.ts';

describeFunctions('cards', { dealtOut, shortDefinition });

it('every headword is answered by itself', async () => {
  await using service = await startService();
  for (const { char } of entryLines()) {
    const { body } = await service.get(`/api/lexicon/word/${encodeURIComponent(char)}?relations_limit=0`);
    expect(body.char).toBe(char);
  }
});

describe('words by the names of Datamuse', () => {
  it('costs what a search costs, and is lowered to the page of the plan', async () => {
    await using metered = await startMetered({ plans: (plans) => Object.assign(plans.anonymous!, { max_limit: 2 }) });
    const { body, headers } = await metered.request('/api/lexicon/words?max=10');
    expect([body.length, headers.get('x-quota-cost')]).toEqual([2, '1']);
    expect(headers.get('ratelimit-policy')).toContain('q=60');
  });
});

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

describe('POST /workflow/repair', () => {
  const service = forTests(() => startService());
  const post = (body: unknown) => service.post('/api/lexicon/workflow/repair', body);

  it('answers as many lines as have room in a document, and where to go on', async () => {
    const line = '大害'.repeat(99);
    const lines = Array.from({ length: 25 }, () => ({ line, moves: '+-'.repeat(99).slice(0, 197) }));
    const { body } = await post({ lines, max_candidates: 20 });
    expect(body.next_line).toBe(body.lines.length);
    expect(body.lines.length).toBeGreaterThan(0);
    expect(JSON.stringify(body).length).toBeLessThan(2_100_000);
    expect(body.credits).toBe(Math.max(5, body.lines.length));
    const rest = await post({ lines, max_candidates: 20, start_line: body.next_line });
    expect(rest.body.lines[0].index).toBe(body.next_line);
  });

  it('lets other work go on between lines, of which each alone takes no time', async () => {
    // Each look at the clock takes 6 ms, a slice 5.
    let clock = 0;
    const now = jest.spyOn(performance, 'now').mockImplementation(() => (clock += 6));
    const body = repairSong.request.body.parse({
      lines: Array.from({ length: 10 }, () => ({ line: '我愛', moves: '=' })),
    });
    let turns = 0;
    let isDone = false;
    const count = () => {
      turns++;
      if (!isDone) setImmediate(count);
    };
    await smallStore().read(async (lexicon) => {
      setImmediate(count);
      await repairSong.handle({ path: {}, query: {}, body }, lexicon, ANONYMOUS, anonymousMeter);
    });
    isDone = true;
    now.mockRestore();
    expect(turns).toBeGreaterThanOrEqual(9);
  });
});

describeCases('free readings follow the melody', async () => {
  // With 嗎, which is free to be maa3 or maa1, in the place of 害.
  const lines = entryLines().map((line) =>
    line.char === '害'
      ? { ...line, char: '嗎', readings: [{ ...line.readings[0]!, jyutping: 'maa3', code: '4', rhyme: 'aa' }] }
      : line,
  );
  return memoryStore(smallLexicon(lines, smallManifest('gfree')));
}, ['free-readings']);
