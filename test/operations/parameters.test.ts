import { describe, expect, it } from '@jest/globals';
import { codesFittingMoves, codesMatchingPattern } from '../../src/cantonese/contour.ts';
import { parseJyutping } from '../../src/cantonese/jyutping.ts';
import { ROW_BYTES } from '../../src/lexicon/meaning.ts';
import type { Lexicon } from '../../src/lexicon/store.ts';
import { meaningOfLike } from '../../src/operations/page-order.ts';
import { rewriteToHeadwords } from '../../src/operations/page-request.ts';
import { needsCodesInUse, resolveSound, type SoundContext } from '../../src/operations/sound-constraints.ts';
import { listOf, wordLine } from '../lyrics/lines.ts';
import fc from '../support/fast-check.ts';

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

describe('characters as headwords have them', () => {
  it('are taken where no word has them as they were given', async () => {
    expect(await rewriteToHeadwords({ contains: '爱' }, lexicon)).toEqual({
      request: { contains: '愛' },
      normalizedFrom: '爱',
    });
    expect(await rewriteToHeadwords({ contains: '蹟' }, lexicon)).toBeUndefined();
    expect(await rewriteToHeadwords({ contains: '蹟', q: '爱 x' }, lexicon)).toEqual({
      request: { contains: '蹟', q: '愛 x' },
      normalizedFrom: '爱 x',
    });
  });

  it('are not asked for where there are none', async () => {
    expect(await rewriteToHeadwords({ q: 'love', starts: 'a' }, lexicon)).toBeUndefined();
    expect(await rewriteToHeadwords({}, lexicon)).toBeUndefined();
  });
});

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

describe('a headword that is a negation of another', () => {
  it('is read as the phrase that it is where it has no synonyms', async () => {
    expect(await understood('冇自信心')).toEqual(['冇 自信心']);
    expect(await understood('冇自信心', [{ word: '自卑', source: 'curated', score: 90 }])).toEqual(['冇自信心']);
  });

  it('is a word where nothing that it negates is one', async () => {
    expect(await understood('冇X')).toEqual(['冇X']);
    expect(await understood('自信心')).toEqual(['自信心']);
  });
});

const READINGS: Record<string, string> = { 未來: 'mei6 loi4', 行: 'haang4', 唔: 'm4' };
const known: SoundContext = { readingOf: ({ text }) => parseJyutping(READINGS[text]!) };
const like = (text: string) => ({ text });

describe('sound constraints', () => {
  it('widen rhymes, nearest first', () => {
    expect(resolveSound({ rhyme_char: like('未來'), rhyme_depth: 2, loose_rhyme: true }, known).finals).toEqual([
      ['oi', 'ui'],
      ['ei', 'eoi'],
    ]);
  });

  it('add the finals that lazy speech merges with those asked for', () => {
    expect(resolveSound({ rhyme_char: like('唔'), lazy: ['ng-0'] }, known).finals).toEqual([['m', 'ng']]);
    // haang and haan; aan is merged with aang where -ng is heard as -n.
    expect(resolveSound({ rhyme_char: like('行'), lazy: ['ng-n'] }, known).finals).toEqual([['aang', 'aan']]);
    expect(resolveSound({ rhyme_char: like('行'), lazy: ['n-l'] }, known).finals).toEqual([['aang']]);
  });

  it('ask for the codes in use where too many would fit', () => {
    expect(needsCodesInUse({ code: ['????'] })).toBe(false);
    expect(needsCodesInUse({ code: ['?????'] })).toBe(true);
    expect(needsCodesInUse({ code: ['3333333'] })).toBe(false);
    expect(needsCodesInUse({ moves: '***' })).toBe(false);
    expect(needsCodesInUse({ moves: '****' })).toBe(true);
    expect(needsCodesInUse({ moves: '****', before: { digit: '0' } })).toBe(false);
    const codesInUse = ['33', '30303', '30304', '44444', '303030'];
    expect(resolveSound({ code: ['3030?', '44444'] }, { ...known, codesInUse }).code).toEqual([
      '30303',
      '30304',
      '44444',
    ]);
    expect(resolveSound({ moves: '-+-+' }, { ...known, codesInUse }).melodyCodes).toEqual(['30303', '30304']);
    const between = { before: { digit: '0' }, after: { digit: '3' } } as const;
    expect(resolveSound({ moves: '+-+-+-', ...between }, { ...known, codesInUse }).melodyCodes).toEqual([]);
    // 0 +3 -0 +3 -0 +3 =3.
    expect(resolveSound({ moves: '+-+-+=', ...between }, { ...known, codesInUse }).melodyCodes).toEqual(['30303']);
  });

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
