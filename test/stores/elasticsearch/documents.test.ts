import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { encodeWords } from '../../../src/lexicon/packed-words.ts';
import { createWordPacker } from '../../../src/lexicon/word-packer.ts';
import { termsClause } from '../../../src/stores/elasticsearch/clauses.ts';
import { entryDocument, hasValidReadings } from '../../../src/stores/elasticsearch/documents.ts';
import type { GenerationMeta } from '../../../src/stores/elasticsearch/generations.ts';
import { type PinnedGeneration, pinnedGeneration } from '../../../src/stores/elasticsearch/generations.ts';
import type { SearchBody } from '../../../src/stores/elasticsearch/queries.ts';
import type { Searcher, SearchRequest } from '../../../src/stores/elasticsearch/searcher.ts';
import { listedEntry, listSizeCounter } from '../../../src/stores/elasticsearch/stored-fields.ts';
import { packTable, sharedWords } from '../../../src/stores/elasticsearch/stored-word-table.ts';
import { entryLines } from '../../contract/small-lexicon.ts';
import { wordLine } from '../../lyrics/lines.ts';

/** What the fields say shows in the answers, which the contract compares with those of the embedded store. */
const lines = entryLines();
const [line] = lines as [(typeof lines)[number]];
const row = new Int8Array(96);

describe('the document of a word', () => {
  it('has a weight of its own for completion as long as there are not too many words', () => {
    expect(() => entryDocument({ ...line, rank: 2 ** 23 }, row)).toThrow('8388608 words are the most');
  });

  it('has a checksum that differs by id and by content: 28 bits of the SHA-256 of both', () => {
    const all = [...lines, { ...line, definition: 'another' }].map((each) => entryDocument(each, row));
    expect(new Set(all.map(({ checksum }) => checksum)).size).toBe(all.length);
    const [{ id, checksum, body }] = all as [(typeof all)[number]];
    const { checksum: ofBody, ...said } = body;
    const digest = createHash('sha256')
      .update(`${id}${JSON.stringify(said)}`)
      .digest('hex');
    expect([checksum, ofBody]).toEqual([Number.parseInt(digest.slice(0, 7), 16), checksum]);
  });

  it('needs jyutping in every reading', () => {
    const [reading] = line.readings;
    expect(hasValidReadings(line)).toBe(true);
    expect(hasValidReadings({ ...line, readings: [reading!, { ...reading!, jyutping: 'hoi7' }] })).toBe(false);
    expect(() => listedEntry(['海', 'n', '通', ['hoi7'], 'sea'], 0)).toThrow('"hoi7" is not valid jyutping');
  });
});

describe('sizes of lists', () => {
  it('are those of the longest of each kind', () => {
    const single = (readings: number) => ({ ...line, length: 1, readings: Array(readings).fill(line.readings[0]!) });
    const counter = listSizeCounter();
    for (const each of [single(2), single(1), { ...line, variant_of: '吉開吉' }])
      counter.addEntry(entryDocument(each, row).body);
    for (const order of [4, 0]) counter.addRelation({ type: 'syn', order });
    for (const order of [0, 6]) counter.addRelation({ type: 'does', order });
    expect(counter.result()).toMatchObject({ relations: 5, partners: 7, spellings: 1 });
    expect(listSizeCounter().result()).toEqual({ relations: 0, partners: 0, homophones: 0, spellings: 0 });
  });
});

describe('the stored word table', () => {
  const packer = createWordPacker();
  for (const char of ['海', '大海', '海邊', '邊'])
    packer.add(wordLine(char, Array.from(char, () => 'hoi2').join(' '), 1000));
  const TABLE = packTable(encodeWords(packer.finish()), 100);

  /** A generation whose index holds these chunks, and what it was asked. */
  function generationOf(chunks: readonly Buffer[], description: GenerationMeta['word_table']) {
    const asked: SearchBody[] = [];
    const generation = {
      meta: { generation: 'g1', word_table: description },
      async searchUncached(_: string, body: SearchBody) {
        asked.push(body);
        const hits = chunks.map((chunk, i) => ({ _id: `${i}`, fields: { bytes: [chunk.toString('base64')] } }));
        return { hits: { hits: hits.slice(0, body.size) } };
      },
    } as unknown as PinnedGeneration;
    return { words: sharedWords(generation), asked };
  }

  describe('the parts of a word table', () => {
    it('are read in one search, once for all who ask', async () => {
      expect(TABLE.chunks.length).toBeGreaterThan(3);
      const { words, asked } = generationOf(TABLE.chunks, TABLE.description);
      const [table, again] = await Promise.all([words(), words()]);
      expect(table.numberOf('海邊')).toBe(2);
      expect(again).toBe(table);
      expect(asked).toHaveLength(1);
    });

    it.each([
      ['are fewer', TABLE.chunks.slice(1), {}, `has ${TABLE.chunks.length - 1} parts of ${TABLE.chunks.length}`],
      ['are more', [...TABLE.chunks, TABLE.chunks[0]!], {}, `has more parts of ${TABLE.chunks.length}`],
      ['are in another order', TABLE.chunks.toReversed(), {}, 'is damaged'],
      ['are of another table', TABLE.chunks, { sha256: '0'.repeat(64) }, 'is damaged'],
      ['have never been loaded', [], { chunks: 0 }, 'is missing'],
    ] as const)('that %s are not read, and are asked for again', async (_, chunks, difference, reason) => {
      const { words, asked } = generationOf(chunks, { ...TABLE.description, ...difference });
      const message = `The word table of generation g1 ${reason}. Run "npm run lexicon -- load --force" to load it again.`;
      await expect(words()).rejects.toMatchObject({ name: 'BackendError', kind: 'unavailable', message });
      const before = asked.length;
      await expect(words()).rejects.toThrow(reason);
      expect(asked).toHaveLength(before * 2);
    });

    it('that would be larger than a table can be are not asked for', async () => {
      for (const difference of [{ bytes: 2 ** 30 }, { compressed_bytes: 2 ** 30 }, { chunks: 10_000 }]) {
        const { words, asked } = generationOf(TABLE.chunks, { ...TABLE.description, ...difference });
        await expect(words()).rejects.toThrow('more than can be');
        expect(asked).toEqual([]);
      }
    });

    it('that hold something else say so', async () => {
      const { chunks, description } = packTable(Buffer.from('another file'));
      await expect(generationOf(chunks, description).words()).rejects.toThrow(/g1 cannot be read\. Run/);
    });
  });
});

describe('a pinned generation', () => {
  it('answers searches that match nothing without sending them, each in its place', async () => {
    const sent: (readonly SearchRequest[])[] = [];
    const searcher = {
      async search(requests: readonly SearchRequest[]) {
        sent.push(requests);
        return requests.map(({ body }) => ({ hits: { total: { value: body.size }, hits: [] } }));
      },
    } as unknown as Searcher;
    const generation = pinnedGeneration(searcher, {} as GenerationMeta, { entries: 'e', relations: 'r', tables: 't' });
    const search = (size: number, ...words: string[]) => ({ query: termsClause('char', words), size });
    const totals = async (...bodies: ReturnType<typeof search>[]) =>
      (await generation.searchEntries(bodies)).map(({ hits }) => hits.total!.value);

    expect(await totals(search(7), search(8, '海'), search(9), search(10, '夜'))).toEqual([0, 8, 0, 10]);
    expect(sent.map((requests) => requests.map(({ body }) => body.size))).toEqual([[8, 10]]);
    expect(await totals(search(7))).toEqual([0]);
    expect(sent).toHaveLength(1);
  });
});
