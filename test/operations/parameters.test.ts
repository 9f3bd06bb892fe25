import { describe, expect, it } from '@jest/globals';
import { codesFittingMoves, codesMatchingPattern } from '../../src/cantonese/contour.ts';
import { parseJyutping } from '../../src/cantonese/jyutping.ts';
import { ROW_BYTES } from '../../src/lexicon/meaning.ts';
import type { Lexicon } from '../../src/lexicon/store.ts';
import { rewriteToHeadwords } from '../../src/lexicon/typed-words.ts';
import { meaningOfLike } from '../../src/operations/like.ts';
import { needsCodesInUse, resolveSound, type SoundContext } from '../../src/operations/sound-constraints.ts';
import { listOf, wordLine } from '../lyrics/lines.ts';
import fc from '../support/fast-check.ts';
import { describeFunctions } from '../support/function-tables.ts';

/** 跡 is the usual form of 蹟, which stands in 奇蹟 all the same; 愛 that of 爱, which stands in no word. */
const lexicon = {
  async lookup(words: readonly string[]) {
    const headwords = new Map([
      ['蹟', '跡'],
      ['爱', '愛'],
    ]);
    return new Map(
      words.flatMap((word) => {
        const char = headwords.get(word);
        return char === undefined ? [] : [[word, { entry: { char }, normalizedFrom: word }]];
      }),
    );
  },
  async page({ words: { contains = '', tokens = [] } }: Parameters<Lexicon['page']>[0]) {
    return { total: [contains, ...tokens].some((text) => text !== '' && '奇蹟'.includes(text)) ? 1 : 0, words: [] };
  },
} as unknown as Lexicon;

const table = listOf(['冇', '自信心', '冇自信心', '冇心機', '心機', '冇X'].map((char) => wordLine(char, 'x', 1500)));
const row = new Int8Array(ROW_BYTES);
row[0] = 40;

async function understood(char: string, synonyms: readonly unknown[] = []) {
  const entry = { char, tone: 'plain', category: null, affect: { emotion: '平', themes: [] }, senses: [] };
  const lexicon = {
    lookup: async () => new Map([[char, { entry }]]),
    wordTable: async () => table,
    similarityBasis: async () => ({ row, synonyms, antonyms: [], variants: [], senses: [] }),
    page: async () => ({ words: [] }),
    meanings: async () => ({ words: new Map([['自信心', row]]), tokens: new Map() }),
  } as unknown as Lexicon;
  return (await meaningOfLike(char, lexicon))!.understood.map(({ text }) => text);
}

const READINGS: Record<string, string> = { 未來: 'mei6 loi4', 行: 'haang4', 唔: 'm4' };
const known: SoundContext = { readingOf: ({ text }) => parseJyutping(READINGS[text]!) };
/** Parameters with their words and digits as texts. */
const sound = ({ rhyme_char, before, after, ...rest }: Record<string, string>) =>
  ({
    ...rest,
    ...(rhyme_char && { rhyme_char: { text: rhyme_char } }),
    ...(before && { before: { digit: before } }),
    ...(after && { after: { digit: after } }),
  }) as Parameters<typeof resolveSound>[0];

describeFunctions('request-parameters', {
  rewritten: (request: object) => rewriteToHeadwords(request, lexicon),
  /** How a phrase is understood; `synonym` is one that its headword has. */
  understood: (text: string, synonym?: string) =>
    understood(text, synonym === undefined ? [] : [{ word: synonym, source: 'curated', score: 90 }]),
  finals: (request: Record<string, string>) => resolveSound(sound(request), known).finals,
  needsCodes: (request: Record<string, string>) => needsCodesInUse(sound(request)),
  codes(codesInUse: readonly string[], request: Record<string, string>) {
    const { code, melodyCodes } = resolveSound(sound(request), { ...known, codesInUse });
    return code ?? melodyCodes;
  },
});

describe('sound constraints', () => {
  it('give the same codes whether they are written out or looked for among all', () => {
    const every = codesMatchingPattern('?????');
    const move = fc.constantFrom('+', '-', '=', '*');
    const digit = fc.option(fc.constantFrom('0', '2', '3', '4'), { nil: undefined });
    fc.assert(
      fc.property(fc.array(move, { minLength: 6, maxLength: 6 }), digit, digit, (signs, before, after) => {
        const moves = signs.slice(0, 4 + (before ? 1 : 0) + (after ? 1 : 0)).join('');
        const seams = { ...(before ? { before } : {}), ...(after ? { after } : {}) };
        const request = {
          moves,
          ...(before ? { before: { digit: before } } : {}),
          ...(after ? { after: { digit: after } } : {}),
        };
        expect(resolveSound(request, { ...known, codesInUse: every }).melodyCodes).toEqual(
          codesFittingMoves(moves, seams),
        );
      }),
    );
  });
});
