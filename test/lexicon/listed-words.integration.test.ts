import { expect, it } from '@jest/globals';
import { readBuild } from '../../src/generation/build-files.ts';
import { findWord, listedWords } from '../../src/lexicon/listed-words.ts';
import { decodeWords } from '../../src/lexicon/packed-words.ts';
import { fullBuild } from '../support/full-build.ts';

it('every word of the whole lexicon is found by itself, and not by the word that it may be another form of', async () => {
  const build = await readBuild((await fullBuild()).directory);
  const words = listedWords(decodeWords(build.wordTable));
  const texts = Array.from({ length: words.count }, (_, word) => words.text(word));
  expect(texts.length).toBeGreaterThan(100_000);
  expect(texts.filter((text, word) => findWord(words, text) !== word)).toEqual([]);
});
