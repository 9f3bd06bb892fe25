import { describe, expect, it } from '@jest/globals';
import { multipliedLexicon } from '../../../bench/lexicon/multiplied.ts';
import { parseJyutping } from '../../../src/cantonese/jyutping.ts';
import { codeOfReading } from '../../../src/cantonese/tone.ts';
import { compareCodePoints } from '../../../src/lexicon/code-points.ts';
import type { EntryLine } from '../../../src/lexicon/formats.ts';
import { listOfType } from '../../../src/lexicon/partner-relations.ts';
import { linesToBytes } from '../../../src/stores/memory/memory-store.ts';
import { entryLines, relationLines, smallManifest } from '../../contract/small-lexicon.ts';
import { smallRows } from '../../contract/small-lexicon-meanings.ts';

const COPIES = 60;
const words = entryLines();
const long = words.filter(({ length }) => length > 1);
const lexicon = multipliedLexicon(
  {
    manifest: smallManifest(),
    entries: linesToBytes(words),
    relations: linesToBytes(relationLines()),
    meanings: Buffer.from(smallRows(words.map(({ char }) => char))),
    meaningTokens: Buffer.alloc(0),
    wordTable: Buffer.alloc(0),
  },
  { copies: COPIES, relatedCopies: 2 },
);
const lines: EntryLine[] = [...lexicon.entryLines()].map(({ line }) => line);

describe('a lexicon with copies of its words', () => {
  it('has each word, followed by its copies if it is longer than a character, and no two alike', () => {
    expect(lines.length).toBe(words.length + COPIES * long.length);
    expect(lexicon.entries).toBe(lines.length);
    expect(new Set(lines.map(({ char }) => char)).size).toBe(lines.length);
    const own = new Set(words.map(({ char }) => char));
    expect(lines.filter(({ char }) => own.has(char)).map(({ char }) => char)).toEqual(words.map(({ char }) => char));
    expect(lines.map(({ rank }) => rank)).toEqual([...lines.keys()]);
  });

  it('numbers them in order of code points', () => {
    const sorted = lines.toSorted((a, b) => a.char_rank - b.char_rank).map(({ char }) => char);
    expect(sorted).toEqual(lines.map(({ char }) => char).sort(compareCodePoints));
  });

  it('changes one character and its sound', () => {
    const sounds = new Set(words.filter(({ length }) => length === 1).map(({ readings }) => readings[0]!.jyutping));
    let original = lines[0]!;
    for (const line of lines) {
      if (words.some(({ char }) => char === line.char)) {
        original = line;
        continue;
      }
      const characters = [...line.char];
      const changed = characters.flatMap((character, place) =>
        [...original.char][place] === character ? [] : [place],
      );
      expect(changed.length).toBe(1);
      for (const [index, { jyutping, code, rhyme }] of line.readings.entries()) {
        const syllables = jyutping.split(' ');
        const expected = original.readings[index]!.jyutping.split(' ').with(changed[0]!, syllables[changed[0]!]!);
        expect(syllables).toEqual(expected);
        expect(sounds).toContain(syllables[changed[0]!]);
        const parsed = parseJyutping(jyutping)!;
        expect([code, rhyme]).toEqual([codeOfReading(parsed), parsed.at(-1)!.final]);
      }
    }
  });

  it('relates copies with the same number as their words are, each word’s relations in their order', () => {
    const relations = [...lexicon.relationLines()];
    expect(relations.length).toBe(lexicon.relations);
    const rankOf = new Map(lines.map(({ char, rank }) => [char, rank]));
    const orders = new Map<string, number[]>();
    for (const { line, wordRank, target } of relations) {
      expect(wordRank).toBe(rankOf.get(line.word));
      expect(target.rank).toBe(rankOf.get(line.related));
      expect(target.char).toBe(line.related);
      const key = `${listOfType(line.type)} ${line.word}`;
      orders.set(key, [...(orders.get(key) ?? []), line.order]);
    }
    for (const list of orders.values()) expect(list).toEqual([...list.keys()]);
    const isLong = (char: string) => [...char].length > 1;
    const among = relationLines().filter(({ word, related }) => isLong(word) && isLong(related));
    expect(relations.length).toBe(relationLines().length + 2 * among.length);
  });
});
