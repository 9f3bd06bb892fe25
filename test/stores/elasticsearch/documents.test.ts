import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { parseJyutping } from '../../../src/cantonese/jyutping.ts';
import { codeOfReading } from '../../../src/cantonese/tone.ts';
import type { EntryLine } from '../../../src/lexicon/formats.ts';
import { cardinalityCounter, entryDocument, hasValidReadings } from '../../../src/stores/elasticsearch/documents.ts';
import {
  FACET_FIELDS,
  listedEntry,
  listSizeCounter,
  storedListing,
} from '../../../src/stores/elasticsearch/stored-fields.ts';
import { entryLines } from '../../contract/small-lexicon.ts';

const reading = (jyutping: string, rank: number) => {
  const syllables = parseJyutping(jyutping)!;
  return {
    jyutping,
    rank,
    code: codeOfReading(syllables),
    rhyme: syllables.at(-1)!.final,
    confidence: 'hand' as const,
  };
};

/** A word with more readings than are searched, made up. */
const line: EntryLine = {
  ...entryLines()[0]!,
  char: '𠮷開𠮷',
  rank: 7,
  char_rank: 3,
  end_rank: 5,
  length: 3,
  pos: 'v',
  reg: '粵',
  definition: 'To open 𠮷, twice; open.',
  readings: ['hoi1 sam1', 'hoi2 sam2', 'hoi1 sam4', 'oi3', 'hoi6 sam6', 'hoi1 sam1'].map(reading),
  category: 'verb.contact',
  quality: 'verified',
  affect: { valence: '正', emotion: '喜悅', themes: ['海', '夜'], themes_inferred: ['夜', '時間'] },
  aliases: ['吉', '吉开吉', '𡃁'],
  vulgar: false,
};

const row = Int8Array.from({ length: 96 }, (_, place) => (place % 2 === 0 ? place : -place));

describe('the document of a word', () => {
  it('has its row of meaning as signed bytes in hexadecimal, and its usual spelling where it has another', () => {
    const { body } = entryDocument({ ...line, variant_of: '吉開吉' }, Int8Array.of(1, -1, -128, 127));
    expect(body).toMatchObject({ meaning: '01ff807f', variant_of: '吉開吉' });
    expect(entryDocument(line, row).body).not.toHaveProperty('variant_of');
  });

  it('has the whole entry, and what lists show of it', () => {
    const { body } = entryDocument(line, row);
    expect(JSON.parse(body.entry as string)).toEqual(line);
    expect(body.listed).toEqual(storedListing(line));
  });

  it('has a weight of its own for completion as long as there are not too many words', () => {
    expect(() => entryDocument({ ...line, rank: 2 ** 23 }, row)).toThrow('8388608 words are the most');
  });

  it('has a checksum that differs by id and by content: 28 bits of the SHA-256 of both', () => {
    const one = entryDocument(line, row);
    const all = [...entryLines().map((each) => entryDocument(each, row)), one];
    expect(new Set(all.map(({ checksum }) => checksum)).size).toBe(all.length);
    const { checksum, ...said } = one.body;
    const digest = createHash('sha256')
      .update(`${one.id}${JSON.stringify(said)}`)
      .digest('hex');
    expect([one.checksum, checksum]).toEqual([Number.parseInt(digest.slice(0, 7), 16), one.checksum]);
  });
});

describe('a stored listing', () => {
  const jyutping = line.readings.map((one) => one.jyutping);

  it('has a short definition, and what may be missing only where it is there', () => {
    const short = ['𠮷開𠮷', 'v', '粵', jyutping, 'To open 𠮷, twice; open.'];
    expect(storedListing(line)).toEqual(short);
    expect(storedListing({ ...line, definition_zh: '打開' })).toEqual([...short, '打開']);
    expect(storedListing({ ...line, standard: ['打開', '開'] })).toEqual([...short, '', ['打開', '開']]);
    const also = [{ pos: 'n' as const }];
    expect(storedListing({ ...line, also })).toEqual([...short, '', [], also]);
    expect(storedListing({ ...line, definition: 'open; '.repeat(40) })[4]).toHaveLength(100);
  });

  it('is read as what lists show, whatever is missing', () => {
    const shown = {
      char: '𠮷開𠮷',
      rank: 12,
      // As many as its reading has syllables.
      length: 2,
      pos: 'v',
      reg: '粵',
      definition: line.definition,
      standard: [],
      readings: line.readings.map(({ confidence, ...reading }) => reading),
    };
    expect(listedEntry(storedListing(line), 12)).toEqual(shown);
    const more = { definition_zh: '打開', standard: ['打開', '開'] };
    const { definition_zh: definitionZh, standard } = more;
    expect(listedEntry(storedListing({ ...line, ...more }), 12)).toEqual({ ...shown, definitionZh, standard });
    expect(listedEntry(storedListing({ ...line, standard }), 12)).toEqual({ ...shown, standard });
    const also = [{ sense: 'open', valence: '正' as const }];
    expect(listedEntry(storedListing({ ...line, also }), 12)).toEqual({ ...shown, also });
    expect(() => listedEntry(['海', 'n', '通', ['hoi7'], 'sea'], 0)).toThrow('"hoi7" is not valid jyutping');
  });
});

describe('cardinalities', () => {
  it('are the distinct values of each facet over all documents', () => {
    const counter = cardinalityCounter();
    for (const each of [line, { ...line, category: null, pos: 'n' as const }, line])
      counter.add(entryDocument(each, row).body);
    expect(counter.result()).toMatchObject({
      emotion: 1,
      theme: 2,
      theme_inferred: 2,
      theme_all: 3,
      valence: 1,
      category: 1,
      reg: 1,
      pos: 2,
      length: 1,
      rhyme: 2,
      code: 3,
    });
    const none = Object.fromEntries(FACET_FIELDS.map((field) => [field, 0]));
    expect(cardinalityCounter().result()).toEqual(none);
  });
});

describe('sizes of lists', () => {
  it('are those of the longest of each kind', () => {
    const counter = listSizeCounter();
    const single = { ...line, length: 1, readings: ['hoi1', 'oi3'].map(reading) };
    const others = [{ ...single, readings: [reading('oi3', 0)] }, { ...line, variant_of: '吉開吉' }, line, line];
    for (const each of [single, ...others]) counter.addEntry(entryDocument(each, row).body);
    for (const order of [4, 0]) counter.addRelation({ type: 'syn', order });
    for (const order of [0, 6]) counter.addRelation({ type: 'does', order });
    expect(counter.result()).toEqual({ relations: 5, partners: 7, homophones: 2, spellings: 1 });
    expect(listSizeCounter().result()).toEqual({ relations: 0, partners: 0, homophones: 0, spellings: 0 });
  });
});

describe('a word that can be searched by sound', () => {
  it('has jyutping in every reading', () => {
    expect(hasValidReadings(line)).toBe(true);
    const [first] = line.readings;
    expect(hasValidReadings({ ...line, readings: [first!, { ...first!, jyutping: 'hoi7' }] })).toBe(false);
  });
});
