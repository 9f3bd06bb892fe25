import { expect, it } from '@jest/globals';
import { indexJsonLines } from '../../src/generation/build-files.ts';
import { packRelations, relationRows, senseIdPacker } from '../../src/generation/pack-relations.ts';
import { postingsPacker, postingsReader } from '../../src/generation/postings.ts';
import type { EntryLine, RelationLine } from '../../src/lexicon/formats.ts';
import { listOfType, PARTNER_RELATIONS } from '../../src/lexicon/partner-relations.ts';
import { describeFunctions } from '../support/function-tables.ts';

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

const WORDS = ['開', '花', '放'];

/** `word type related score sense,sense source`, in the order of its list. */
function lineOf(text: string, order: number): RelationLine {
  const [word = '', type, related = '', score = '90', senses = '-', source = 'curated'] = text.split(' ');
  const named = { type: type as RelationLine['type'], source: source as RelationLine['source'] };
  const of = { word, related, ...named, score: Number(score), order };
  return { ...of, senses: senses === '-' ? [] : senses.split(',') };
}

const told = (...ids: string[]): EntryLine['senses'] =>
  ids.map((sense) => ({
    pos: 'v',
    category: null,
    definition: sense,
    synonyms: [],
    told: { sense, definition_zh: '義', reg: '通', example: '例', antonyms: [] },
  }));

function pack(lines: readonly string[]) {
  const rows = relationRows(new Map(WORDS.map((word, id) => [word, id])));
  const places = new Map<string, number>();
  for (const text of lines) {
    const [word, type] = text.split(' ') as [string, RelationLine['type']];
    const list = `${word} ${listOfType(type)}`;
    const order = places.get(list) ?? 0;
    places.set(list, order + 1);
    rows.add(lineOf(text, order));
  }
  const senses = senseIdPacker();
  senses.add(0, told('open', 'bloom', 'start'));
  senses.add(1, []);
  senses.add(2, told('release', 'bloom'));
  return { ...packRelations(WORDS, rows.finish(), senses.senseIds), ...senses.finish() };
}

describeFunctions('packed-relations', {
  jsonLines(text: string) {
    const lines = indexJsonLines(Buffer.from(text));
    return Array.from({ length: lines.count }, (_, i) => lines.parse(i));
  },
  /** Ids of keys, of entries with some each. */
  postings: (entries: readonly string[][], ...keys: string[]) => keys.map(idsOf((id) => entries[id] ?? [])),
  postingsAt: (ids: readonly number[]) => idsOf((id) => (ids.includes(id) ? ['sea'] : []))('sea'),
  /** Of relations of 開, 花 and 放: their senses as bits, targets, scores, and where each word's synonyms, antonyms and partners begin. */
  relations(...lines: string[]) {
    const { relationSenses, relationTargets, relationScores, relationStarts } = pack(lines);
    return [relationSenses, relationTargets, relationScores, relationStarts].map((numbers) => [...numbers].join(' '));
  },
  partners(...lines: string[]) {
    const { partnerRelations, relationCurated } = pack(lines);
    return [Array.from(partnerRelations, (place) => PARTNER_RELATIONS[place]).slice(1), [...relationCurated].join(' ')];
  },
  senses() {
    const { senseEntries, senseStarts, senses, senseNames } = pack([]);
    return [[...senseEntries], [...senseStarts], Array.from(senses, (place) => senseNames[place]), senseNames];
  },
});

it.each([
  ['a relation names 樹, which is no entry', () => pack(['花 syn 樹'])],
  ['a relation of 花 is of its sense "bloom"', () => pack(['花 syn 開 90 bloom'])],
  [
    'an entry has 9 senses; 8 fit.',
    () => senseIdPacker().add(0, told(...Array.from({ length: 9 }, (_, i) => `sense-${i}`))),
  ],
  // Never touched, so that it takes no memory.
  ['a file of 4294967296 bytes is too large', () => indexJsonLines(Buffer.allocUnsafeSlow(2 ** 32))],
])('packing is refused: %s', (reason, packing) => {
  expect(packing).toThrow(reason);
});
