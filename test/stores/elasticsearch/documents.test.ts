import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { entryDocument, hasValidReadings } from '../../../src/stores/elasticsearch/documents.ts';
import { listedEntry, listSizeCounter } from '../../../src/stores/elasticsearch/stored-fields.ts';
import { entryLines } from '../../contract/small-lexicon.ts';

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
