import { beforeAll, expect, it } from '@jest/globals';
import type { WordTable } from '../../src/cantonese/segmentation.ts';
import { buildWordTable } from '../../src/cantonese/word-table.ts';
import { readBuild } from '../../src/generation/build-files.ts';
import { indexJsonLines } from '../../src/generation/json-lines.ts';
import type { EntryLine } from '../../src/lexicon/formats.ts';
import { findWord, type ListedWords, listedWords } from '../../src/lexicon/listed-words.ts';
import { decodeWords } from '../../src/lexicon/packed-words.ts';
import { FULL_BUILD_TIMEOUT_MS, fullBuild } from '../support/full-build.ts';

let [words, table]: [ListedWords?, WordTable?] = [];
const texts = new Set<string>();

beforeAll(async () => {
  const build = await readBuild((await fullBuild()).directory);
  words = listedWords(decodeWords(build.wordTable));
  const lines = indexJsonLines(build.entries);
  const entries = Array.from({ length: lines.count }, (_, line) => lines.parse<EntryLine>(line));
  table = buildWordTable(entries.map((line) => ({ ...line, readings: line.readings.map(({ jyutping }) => jyutping) })));
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
