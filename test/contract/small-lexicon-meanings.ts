import { randomNumbers } from '../../indexer/random-numbers.ts';
import type { MeaningFiles } from '../../src/generation/pack.ts';
import { MEANING_COMPONENTS, MEANING_LENGTH, ROW_BYTES, ROW_CONSTANT } from '../../src/lexicon/meaning.ts';
import { linesToBytes, type MemoryLexicon, memoryLexicon } from '../../src/stores/memory/memory-store.ts';
import { entryLines, relationLines, smallManifest } from './small-lexicon.ts';
import { FIRST_WORDS } from './small-lexicon-rows.ts';

/** Components of words whose products are worked out by hand; those of all others are drawn beyond the first four. */
const COMPONENTS: Readonly<Record<string, readonly number[]>> = {
  開心: [40],
  快樂: [32, 24],
  愛: [24, 32],
  悲傷: [-40],
  傷心: [-32, 24],
  大海: [0, 0, 40],
  海洋: [0, 0, 32, 24],
  海: [0, 0, 24, 32],
};

/** Tokens of the definitions. */
const TOKENS: Readonly<Record<string, readonly number[]>> = {
  happy: [36, 4],
  love: [20, 30],
  ocean: [0, 0, 30, 20],
  sea: [0, 0, 38, 6],
};

const HAND_MADE = 4;

/** As a build makes them for words in order of popularity: components, popularity, constant. */
export function smallRows(words: readonly string[]): Int8Array {
  const rows = new Int8Array(words.length * ROW_BYTES);
  for (const [rank, word] of words.entries()) {
    const row = rows.subarray(rank * ROW_BYTES, (rank + 1) * ROW_BYTES);
    row.set(COMPONENTS[word] ?? drawnComponents(word));
    row[MEANING_COMPONENTS] = Math.round(127 * Math.max(0, 1 - rank / FIRST_WORDS));
    row[MEANING_COMPONENTS + 1] = ROW_CONSTANT;
  }
  return rows;
}

function drawnComponents(word: string): Int8Array {
  const random = randomNumbers(Array.from(word).reduce((sum, character) => sum * 31 + character.codePointAt(0)!, 7));
  const drawn = Float64Array.from({ length: MEANING_COMPONENTS }, (_, component) =>
    component < HAND_MADE ? 0 : random() - 0.5,
  );
  const length = Math.hypot(...drawn);
  return Int8Array.from(drawn, (value) => Math.round((value * MEANING_LENGTH) / length));
}

/** The content of both files of meaning. */
export function smallMeanings(words: readonly string[]): MeaningFiles {
  const tokens = Object.keys(TOKENS);
  const columns = Array.from({ length: MEANING_COMPONENTS }, (_, component) =>
    tokens.map((token) => TOKENS[token]![component] ?? 0),
  );
  const header = JSON.stringify({ tokens: tokens.length, components: MEANING_COMPONENTS });
  return {
    meanings: Buffer.from(smallRows(words).buffer),
    meaningTokens: Buffer.concat([
      Buffer.from([header, ...tokens, ''].join('\n')),
      Buffer.from(Int8Array.from(columns.flat()).buffer),
    ]),
  };
}

/** The small lexicon with its meanings in the embedded store. */
export function smallLexicon(lines = entryLines(), manifest = smallManifest()): MemoryLexicon {
  const meanings = smallMeanings(lines.map(({ char }) => char));
  return memoryLexicon(manifest, linesToBytes(lines), linesToBytes(relationLines()), meanings);
}
