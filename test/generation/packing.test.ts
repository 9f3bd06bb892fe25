import { describe, expect, it } from '@jest/globals';
import { indexJsonLines } from '../../src/generation/build-files.ts';
import { packRelations, relationRows, senseIdPacker } from '../../src/generation/pack-relations.ts';
import { postingsPacker, postingsReader } from '../../src/generation/postings.ts';
import type { EntryLine, RelationLine } from '../../src/lexicon/formats.ts';
import { PARTNER_RELATIONS } from '../../src/lexicon/partner-relations.ts';

describe('lines of a JSON Lines file', () => {
  it('are counted and parsed one by one, empty ones left out', () => {
    const read = indexJsonLines(Buffer.from('{"a":1}\n\n{"a":2}'));
    expect([read.count, read.parse(0), read.parse(1)]).toEqual([2, { a: 1 }, { a: 2 }]);
  });

  it('are refused where their offsets do not fit, before any is read', () => {
    // Never touched, so that it takes no memory.
    const tooLarge = Buffer.allocUnsafeSlow(2 ** 32);
    expect(() => indexJsonLines(tooLarge)).toThrow('a file of 4294967296 bytes is too large');
  });
});

const SIZE = 70_000;

function idsOf(keysOf: (id: number) => readonly string[]): (key: string) => number[] {
  const packer = postingsPacker();
  for (let id = 0; id < SIZE; id++) packer.add(keysOf(id));
  const { placeOf, idsAt } = postingsReader(packer.finish());
  return (key) => {
    const place = placeOf(key);
    return place === undefined ? [] : [...idsAt(place)];
  };
}

describe('postings', () => {
  it('give back ids whose differences take one, two and three bytes', () => {
    const ids = [0, 127, 128, 256, 16_639, 16_640, 33_025, 69_999];
    expect(idsOf((id) => (ids.includes(id) ? ['sea'] : []))('sea')).toEqual(ids);
  });

  it('have an entry once that repeats a key', () => {
    const read = idsOf((id) => (id < 3 ? [['sea', 'sun', 'sea'], ['sun'], ['sea', 'sea']][id]! : []));
    expect(['sea', 'sun'].map(read)).toEqual([
      [0, 2],
      [0, 1],
    ]);
  });

  it('know the first and the last key, one beyond Unicode’s basic plane, and none that is not there', () => {
    const read = idsOf((id) => (id < 3 ? [['a'], ['\u{20bb7}', '、'], ['～', 'a']][id]! : []));
    expect(['a', '、', '～', '\u{20bb7}', 'b', ''].map(read)).toEqual([[0, 2], [1], [2], [1], [], []]);
  });
});

const WORDS = ['開', '花', '放'];

const line = (word: string, related: string, rest: Partial<RelationLine>): RelationLine => ({
  word,
  related,
  type: 'syn',
  source: 'curated',
  score: 90,
  order: 0,
  senses: [],
  ...rest,
});

const told = (...ids: string[]): EntryLine['senses'] =>
  ids.map((sense) => ({
    pos: 'v',
    category: null,
    definition: sense,
    synonyms: [],
    told: { sense, definition_zh: '義', reg: '通', example: '例', antonyms: [] },
  }));

function pack(lines: readonly RelationLine[]) {
  const rows = relationRows(new Map(WORDS.map((word, id) => [word, id])));
  for (const each of lines) rows.add(each);
  const senses = senseIdPacker();
  senses.add(0, told('open', 'bloom', 'start'));
  senses.add(1, []);
  senses.add(2, told('release', 'bloom'));
  return { ...packRelations(WORDS, rows.finish(), senses.senseIds), ...senses.finish() };
}

describe('packed relations', () => {
  it('have a bit for each sense in which they hold, the lowest for the first in order of use', () => {
    const packed = pack([
      line('放', '開', { senses: ['bloom'], score: 70 }),
      line('開', '放', { senses: ['start', 'open'] }),
      line('開', '花', { order: 1, senses: ['bloom'] }),
      line('開', '放', { type: 'ant', score: 50 }),
    ]);
    expect([...packed.relationSenses]).toEqual([0b101, 0b010, 0, 0b10]);
    expect([...packed.relationTargets]).toEqual([2, 1, 2, 0]);
    expect([...packed.relationScores]).toEqual([90, 90, 50, 70]);
    // Synonyms, antonyms and partners of 開, 花 and 放.
    expect([...packed.relationStarts]).toEqual([0, 2, 3, 3, 3, 3, 3, 4, 4, 4]);
  });

  it('have what partners are to their word, in one list for all', () => {
    const packed = pack([
      line('花', '開', { type: 'does', order: 0, score: 98 }),
      line('花', '放', { type: 'with', order: 1, score: 34, source: 'attested' }),
      line('花', '放', { type: 'syn' }),
    ]);
    expect([...packed.relationStarts]).toEqual([0, 0, 0, 0, 1, 1, 3, 3, 3, 3]);
    expect(Array.from(packed.partnerRelations, (place) => PARTNER_RELATIONS[place]).slice(1)).toEqual(['does', 'with']);
    expect([...packed.relationCurated]).toEqual([1, 1, 0]);
  });

  it('have the ids of the senses of the entries that have any', () => {
    const { senseEntries, senseStarts, senses, senseNames } = pack([]);
    expect([...senseEntries]).toEqual([0, 2]);
    expect([...senseStarts]).toEqual([0, 3, 5]);
    expect(Array.from(senses, (place) => senseNames[place])).toEqual(['open', 'bloom', 'start', 'release', 'bloom']);
    expect(senseNames).toEqual(['open', 'bloom', 'start', 'release']);
  });

  it('are refused where they name a word that is no entry', () => {
    expect(() => pack([line('花', '樹', {})])).toThrow('a relation names 樹, which is no entry');
  });

  it('are refused where they are of a sense that is not told, or of more senses than there are bits', () => {
    expect(() => pack([line('花', '開', { senses: ['bloom'] })])).toThrow('a relation of 花 is of its sense "bloom"');
    const nine = Array.from({ length: 9 }, (_, i) => `sense-${i}`);
    expect(() => senseIdPacker().add(0, told(...nine))).toThrow('an entry has 9 senses; 8 fit.');
  });
});
