import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Move } from '../../src/cantonese/contour.ts';
import { movesOfText } from '../../src/cantonese/melody.ts';
import type { Lexicon, LexiconStore, WordlistItem } from '../../src/lexicon/store.ts';
import { characterTableOf } from '../../src/workflow/character-table.ts';
import { type ContourReport, fixContour } from '../../src/workflow/fix-contour.ts';
import { wordTableOf } from '../../src/workflow/lexicon-word-table.ts';
import { FULL_BUILD_TIMEOUT_MS, fullStore } from '../support/full-build.ts';

const WORDS_DRAWN_FROM = 8000;

describe('on the whole lexicon', () => {
  let store: LexiconStore;
  let lexicon: Lexicon;
  let words: readonly WordlistItem[];

  beforeAll(async () => {
    store = await fullStore();
    await store.read(async (open) => {
      lexicon = open;
    });
    words = (await lexicon.wordlist()).slice(0, WORDS_DRAWN_FROM);
  }, FULL_BUILD_TIMEOUT_MS);
  afterAll(() => store.close());

  const fix = async (line: string, moves: string, tolerance: 'strict' | 'singable'): Promise<ContourReport> => {
    const [table, characters] = await Promise.all([wordTableOf(lexicon), characterTableOf(lexicon)]);
    const request = { line, melody: movesOfText(moves), tolerance, readings: new Map(), maxCandidates: 5 };
    return await fixContour(request, { table, characters, replacements: lexicon.replacements.bind(lexicon) });
  };

  const line = () =>
    fc
      .array(fc.nat({ max: WORDS_DRAWN_FROM - 1 }), { minLength: 1, maxLength: 7 })
      .map((drawn) => drawn.map((i) => words[i]!.char).join(''));
  const song = () =>
    line().chain((text) => {
      const moves = fc.array(fc.constantFrom('+', '-', '=', '*'), {
        minLength: [...text].length - 1,
        maxLength: [...text].length - 1,
      });
      return fc.tuple(
        fc.constant(text),
        moves.map((signs) => signs.join('')),
        fc.constantFrom('strict' as const, 'singable' as const),
      );
    });

  it('every suggested swap clears what it says and opens nothing, when the line is sent again', async () => {
    await fc.assert(
      fc.asyncProperty(song(), async ([text, moves, tolerance]) => {
        const report = await fix(text, moves, tolerance);
        const before = report.risks.map(({ position }) => position);
        for (const { position, wordSwaps, charSwaps, fixable } of report.risks) {
          expect(fixable).toBe(charSwaps.length > 0);
          for (const swap of [...wordSwaps, ...charSwaps]) {
            expect(swap.resolves).toContain(position);
            const after = (await fix(swap.line, moves, tolerance)).risks.map((risk) => risk.position);
            expect(after).toEqual(before.filter((one) => !swap.resolves.includes(one)));
          }
        }
        for (const repair of report.repairs ?? []) {
          const { risks, chars } = await fix(repair.line, moves, tolerance);
          expect(risks).toEqual([]);
          for (const { start, word, jyutping } of repair.swaps) {
            const read = chars.slice(start, start + [...word].length).map((character) => character.jyutping);
            expect([repair.line, read.join(' ')]).toEqual([repair.line, jyutping]);
          }
        }
      }),
      { numRuns: 150 },
    );
  }, 120_000);

  it('a line set to its own contour has no risk', async () => {
    await fc.assert(
      fc.asyncProperty(line(), async (text) => {
        const { chars } = await fix(text, '*'.repeat([...text].length - 1), 'strict');
        const own = chars.slice(1).map(({ lyricMove }): Move | '*' => lyricMove ?? '*');
        expect((await fix(text, own.join(''), 'strict')).risks).toEqual([]);
      }),
      { numRuns: 150 },
    );
  }, 60_000);
});
