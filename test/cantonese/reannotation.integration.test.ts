import { beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { annotateLine } from '../../src/cantonese/annotation.ts';
import { createReannotator } from '../../src/cantonese/reannotation.ts';
import type { WordTable } from '../../src/cantonese/segmentation.ts';
import { FULL_BUILD_TIMEOUT_MS, fullStore } from '../support/full-build.ts';

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
