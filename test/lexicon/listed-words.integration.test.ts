import { beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { annotateLine } from '../../src/cantonese/annotation.ts';
import { createReannotator } from '../../src/cantonese/reannotation.ts';
import type { WordTable } from '../../src/cantonese/segmentation.ts';
import { buildWordTable } from '../../src/cantonese/word-table.ts';
import { readBuild } from '../../src/generation/build-files.ts';
import { indexJsonLines } from '../../src/generation/json-lines.ts';
import type { EntryLine } from '../../src/lexicon/formats.ts';
import { findWord, type ListedWords, listedWords } from '../../src/lexicon/listed-words.ts';
import { decodeWords } from '../../src/lexicon/packed-words.ts';
import { FULL_BUILD_TIMEOUT_MS, fullBuild, fullStore } from '../support/full-build.ts';

describe('listed words of the whole lexicon', () => {
  let [words, table]: [ListedWords?, WordTable?] = [];
  const texts = new Set<string>();

  beforeAll(async () => {
    const build = await readBuild((await fullBuild()).directory);
    words = listedWords(decodeWords(build.wordTable));
    const lines = indexJsonLines(build.entries);
    const entries = Array.from({ length: lines.count }, (_, line) => lines.parse<EntryLine>(line));
    table = buildWordTable(
      entries.map((line) => ({ ...line, readings: line.readings.map(({ jyutping }) => jyutping) })),
    );
    for (const text of entries.flatMap(({ char, aliases }) => [char, ...aliases])) {
      const characters = Array.from(text);
      for (const [i, character] of characters.entries())
        for (const ending of ['', '一']) texts.add(characters.slice(0, i).join('') + character + ending);
      for (const character of characters) texts.add(character);
    }
  }, FULL_BUILD_TIMEOUT_MS);

  it('finds in text, of the whole lexicon, what a table of objects finds', () => {
    const answers = (one: WordTable, text: string) => JSON.stringify([one.find(text) ?? null, one.formOf!(text)]);
    const different = [...texts].filter((text) => answers(words!, text) !== answers(table!, text));
    expect(texts.size).toBeGreaterThan(300_000);
    expect(different).toEqual([]);
    // Beginnings of forms by which words are only searched are beginnings too.
    expect([...texts].filter((text) => table!.hasPrefix(text) && !words!.hasPrefix(text))).toEqual([]);
  }, 60_000);

  it('finds every word of the whole lexicon by itself, and not by the word that it may be another form of', () => {
    const texts = Array.from({ length: words!.count }, (_, word) => words!.text(word));
    expect(texts.length).toBeGreaterThan(100_000);
    expect(texts.filter((text, word) => findWord(words!, text) !== word)).toEqual([]);
  }, 60_000);
});

const WORDS_DRAWN_FROM = 6000;

describe('reading a line again after a replacement', () => {
  let table: WordTable;
  let words: string[];

  beforeAll(async () => {
    const store = await fullStore();
    await store.read(async (lexicon) => {
      const listed = await lexicon.wordTable();
      table = listed;
      // A run of letters has other places beside letters than alone, so that what is replaced is not known by its place.
      const all = Array.from({ length: 2 * WORDS_DRAWN_FROM }, (_, word) => listed.text(word));
      words = all.filter((word) => /^\p{Script=Han}+$/u.test(word)).slice(0, WORDS_DRAWN_FROM);
    });
    await store.close();
  }, FULL_BUILD_TIMEOUT_MS);

  it('answers what annotating the whole line anew answers, and leaves nothing out', () => {
    const drawn = fc.nat({ max: WORDS_DRAWN_FROM - 1 });
    const scene = fc.tuple(
      fc.array(fc.tuple(drawn, fc.constantFrom('', '', '', '，', ' A')), { minLength: 2, maxLength: 12 }),
      fc.nat(),
      drawn,
    );
    fc.assert(
      fc.property(scene, ([parts, at, other]) => {
        const line = parts.map(([word, gap]) => words[word]! + gap).join('');
        const place = at % parts.length;
        const start = [
          ...parts
            .slice(0, place)
            .map(([word, gap]) => words[word]! + gap)
            .join(''),
        ].length;
        const before = [...words[parts[place]![0]]!];
        const replacement = [...words[other]!].slice(0, before.length);
        const whole = [...line];
        whole.splice(start, replacement.length, ...replacement);

        const reread = createReannotator(line, table, new Map())(start, replacement);
        const was = annotateLine(line, table).characters;
        const is = annotateLine(whole.join(''), table).characters;
        for (const [i, { jyutping, tone }] of is.entries()) {
          const said = reread.get(i) ?? { jyutping: was[i]!.jyutping, tone: was[i]!.tone };
          expect([i, said.jyutping, said.tone]).toEqual([i, jyutping, tone]);
        }
      }),
      { numRuns: 3000 },
    );
  }, 60_000);
});
