import { describe, expect, it } from '@jest/globals';
import { decideAffect, decideMeanings, emotionOfSynonyms } from '../../../indexer/compose/decisions.ts';
import type { GatheredWord } from '../../../indexer/compose/gathered-word.ts';
import { themesOfSynonyms } from '../../../indexer/compose/inferred-themes.ts';
import type { Meaning } from '../../../indexer/compose/meaning.ts';
import { collectRelations, type RelationInput, scoreOfWeight } from '../../../indexer/compose/relations.ts';
import { createThemeByCharacter, createThemeFilter } from '../../../indexer/compose/themes.ts';
import type { HandWritten } from '../../../indexer/tables/hand-written.ts';
import type { AffectRow, WordRow } from '../../../indexer/tables/schemas.ts';

const WORDS = ['海', '開心', '快樂', '愉快', '喜悦', '悲傷', '哀傷', '屌', '鍾意'];

function collect(given: Partial<RelationInput>) {
  const relations = collectRelations({
    words: WORDS,
    curated: [],
    judged: [],
    synonyms: [],
    antonyms: [],
    denied: [],
    standards: [],
    glossesOf: () => [],
    isVulgar: (word) => word === '屌',
    isSameSense: () => true,
    ...given,
  });
  const of = (word: string) =>
    relations
      .of(WORDS.indexOf(word))
      .map(({ related, type, source, score }) => `${type} ${WORDS[related]} ${source} ${score}`);
  return { of, relations };
}

const syn = (word: string, related: string, sense = '') => ({
  type: 'syn' as const,
  word,
  related,
  sense,
  score: 92,
});
const ant = (word: string, related: string) => ({ ...syn(word, related), type: 'ant' as const });
const candidate = (word: string, related: string, weight: number, reverseWeight = weight) => ({
  word,
  related,
  weight,
  reverseWeight,
});

describe('relations', () => {
  it('hold both ways, each way with its own score', () => {
    const { of } = collect({ synonyms: [candidate('開心', '愉快', 1, 0.5)] });
    expect(of('開心')).toEqual(['syn 愉快 generated 40']);
    expect(of('愉快')).toEqual(['syn 開心 generated 20']);
  });

  it('lead to no other spelling of what they lead to already, but away from it', () => {
    const { of } = collect({
      curated: [syn('開心', '快樂'), syn('開心', '愉快'), syn('快樂', '愉快'), syn('海', '愉快')],
      variants: new Map([['愉快', '快樂']]),
      isSameSense: () => false,
    });
    expect(of('開心')).toEqual(['syn 快樂 curated 92']);
    expect(of('快樂')).toEqual(['syn 開心 curated 92']);
    expect(of('愉快')).toEqual(['syn 海 curated 92', 'syn 開心 curated 92', 'syn 快樂 curated 92']);
    // The usual spelling is not there.
    expect(of('海')).toEqual(['syn 愉快 curated 92']);
  });

  it('come curated first, then by score, then by popularity, and opposites after synonyms', () => {
    const { of } = collect({
      curated: [syn('快樂', '喜悦'), ant('快樂', '悲傷')],
      synonyms: [candidate('快樂', '愉快', 1), candidate('快樂', '開心', 1), candidate('快樂', '海', 2)],
    });
    expect(of('快樂')).toEqual([
      'syn 喜悦 curated 92',
      'syn 海 generated 80',
      'syn 開心 generated 40',
      'syn 愉快 generated 40',
      'ant 悲傷 curated 92',
    ]);
  });

  it('are curated where both sources have them, and keep the higher of two generated scores', () => {
    const { of } = collect({
      curated: [syn('開心', '快樂')],
      synonyms: [candidate('開心', '快樂', 2), candidate('愉快', '海', 0.7), candidate('海', '愉快', 1)],
    });
    expect(of('開心')).toEqual(['syn 快樂 curated 92']);
    expect(of('愉快')).toEqual(['syn 海 generated 40']);
  });

  it('are never of a word to itself, to an unknown word, denied, or both synonyms and opposites', () => {
    const { of, relations } = collect({
      curated: [ant('快樂', '悲傷'), syn('快樂', '未知'), syn('海', '海')],
      synonyms: [candidate('快樂', '悲傷', 2), candidate('快樂', '哀傷', 2), candidate('海', '海', 2)],
      denied: [{ type: 'syn', word: '哀傷', related: '快樂' }],
    });
    expect(of('快樂')).toEqual(['ant 悲傷 curated 92']);
    expect(of('海')).toEqual([]);
    expect(relations.missing.map(({ related }) => related)).toEqual(['未知']);
  });

  it('take WordNet’s opposites before its synonyms', () => {
    const pair = candidate('開心', '哀傷', 1);
    expect(collect({ synonyms: [pair], antonyms: [pair] }).of('開心')).toEqual(['ant 哀傷 generated 40']);
  });

  it('offer no coarse word for a decent one unless a person did', () => {
    expect(collect({ synonyms: [candidate('海', '屌', 2)] }).of('海')).toEqual([]);
    expect(collect({ curated: [syn('海', '屌')] }).of('海')).toEqual(['syn 屌 curated 92']);
  });

  it('pass from a standard equivalent to the word that means the same, as generated and a step further away', () => {
    const { of } = collect({
      curated: [syn('鍾意', '喜悦'), ant('喜悦', '悲傷')],
      synonyms: [candidate('喜悦', '愉快', 2), candidate('喜悦', '海', 1)],
      standards: [['鍾意', '喜悦']],
      isSameSense: () => false,
    });
    expect(of('鍾意')).toEqual(['syn 喜悦 curated 92', 'syn 愉快 generated 64', 'ant 悲傷 generated 74']);
    expect(of('愉快')).toContain('syn 鍾意 generated 64');
  });

  it('follow from curated ones of one sense, but not across senses', () => {
    const one = collect({
      curated: [syn('快樂', '愉快', 'joyful'), syn('快樂', '喜悦', 'joyful')],
    });
    expect(one.of('愉快')).toEqual(['syn 快樂 curated 92', 'syn 喜悦 generated 58']);
    const two = collect({ curated: [syn('快樂', '愉快', 'joyful'), syn('快樂', '海', 'sea')] });
    expect(two.of('愉快')).toEqual(['syn 快樂 curated 92']);
    const apart = collect({ curated: [syn('快樂', '愉快'), syn('快樂', '喜悦')], isSameSense: () => false });
    expect(apart.of('愉快')).toEqual(['syn 快樂 curated 92']);
  });

  it('make opposites of the opposites of two synonyms, not of one', () => {
    const one = collect({ curated: [syn('快樂', '愉快'), ant('快樂', '悲傷')] });
    expect(one.of('愉快')).toEqual(['syn 快樂 curated 92']);
    const two = collect({
      curated: [syn('快樂', '愉快'), syn('開心', '愉快'), ant('快樂', '悲傷'), ant('開心', '悲傷')],
    });
    expect(two.of('愉快')).toContain('ant 悲傷 generated 56');
  });

  it('come from the model, strict before near whatever the likelihood and popularity, and below curated ones', () => {
    const judged = (related: string, tier: 'strict' | 'near', percent: number) =>
      ({ type: 'syn', word: '愉快', related, tier, percent }) as const;
    const { of } = collect({
      curated: [syn('愉快', '悲傷')],
      judged: [
        judged('海', 'near', 89),
        judged('鍾意', 'strict', 90),
        judged('開心', 'strict', 90),
        judged('未知', 'strict', 99),
      ],
    });
    expect(of('愉快').map((text) => text.split(' ')[1])).toEqual(['悲傷', '開心', '鍾意', '海']);
    expect(of('海')).toHaveLength(1);
  });

  it('have whole scores from 1 to 89 when generated', () => {
    expect([scoreOfWeight(0.6), scoreOfWeight(9), scoreOfWeight(0)]).toEqual([24, 89, 1]);
  });
});

const NO_TABLES = {
  words: [],
  jyut: [],
  affect: [],
  wordCategories: [],
  themes: [],
  emotions: [],
} as unknown as HandWritten;

function gathered(word: string, given: Partial<GatheredWord> = {}): GatheredWord {
  return {
    word,
    hand: [],
    patch: undefined,
    glosses: [],
    popularity: 1,
    tag: 'a',
    register: '通',
    vulgar: false,
    name: false,
    mandarinReadings: 1,
    inCedict: true,
    count: 1,
    frequency: undefined,
    readings: [{ jyutping: 'hoi1 sam1', code: '33', rhyme: 'am', rank: 0, confidence: 'word' }],
    ...given,
  };
}

const meaning = (word: string, given: Partial<Meaning>): Meaning => ({
  word,
  pos: 'a',
  category: 'adj.all',
  glossCategories: [],
  emotion: null,
  themes: [],
  valence: null,
  ...given,
});

const handRow = (given: Partial<WordRow>) => ({ category: '', standard: [], pos: 'a', ...given }) as unknown as WordRow;
const inTable = <T>(value: T) => ({ file: 'x.tsv', line: 2, value });

describe('deciding on meaning and feeling', () => {
  const none = { of: () => [] };
  const decide = (
    words: GatheredWord[],
    meanings: Meaning[],
    tables: Partial<HandWritten>,
    relations: unknown = none,
  ) => {
    const input = {
      words,
      relations: relations as never,
      tables: { ...NO_TABLES, ...tables },
      meanings: new Map(meanings.map((one) => [one.word, one])),
    };
    return decideAffect(input, decideMeanings(input));
  };

  it('lets a person’s row win over the senses, also where it says that there is no feeling', () => {
    const row = { word: '開心', emotion: '', valence: '正', themes: ['家'] } as AffectRow;
    const senses = meaning('開心', { emotion: '喜悅', valence: '中', themes: ['海'] });
    const [own] = decide([gathered('開心')], [senses], { affect: [inTable(row)] });
    expect(own).toMatchObject({ emotion: null, valence: '正', themes: ['家'], category: 'adj.all', verified: false });
  });

  it('lets an operator win over a person, and a given category count as verified', () => {
    const row = { word: '開心', emotion: '悲傷', valence: '負', themes: ['家'] } as AffectRow;
    const patched = gathered('開心', {
      patch: { emotion: '喜悅', valence: '正', themes: ['海'], category: 'noun.state' },
    });
    const [own] = decide([patched], [], { affect: [inTable(row)] });
    expect(own).toMatchObject({
      emotion: '喜悅',
      valence: '正',
      themes: ['海'],
      category: 'noun.state',
      verified: true,
    });
  });

  it('takes the category that was written for a word of the packages, with its part of speech', () => {
    const tables = { wordCategories: [inTable({ word: '上面', category: 'noun.location' })] };
    const senses = meaning('上面', { pos: 'v', category: 'noun.communication' });
    const [own] = decide([gathered('上面')], [senses], tables);
    expect(own).toMatchObject({ pos: 'n', category: 'noun.location', verified: true });
  });

  it('passes feeling from the standard equivalent, within one sense only', () => {
    const tables = { words: [inTable(handRow({ word: '冧', standard: ['甜蜜'] }))] };
    const sweet = meaning('甜蜜', { emotion: '喜悅', valence: '正', themes: ['愛情'] });
    const words = [gathered('冧'), gathered('甜蜜')];
    expect(decide(words, [sweet], tables)[0]).toMatchObject({
      category: 'adj.all',
      emotion: '喜悅',
      valence: '正',
      themes: ['愛情'],
    });
    const verb = [gathered('冧', { hand: [handRow({ pos: 'v' })] }), gathered('甜蜜')];
    expect(decide(verb, [sweet], tables)[0]).toMatchObject({ emotion: null, themes: [] });
  });

  it('takes at last the feeling that people gave to the curated synonyms', () => {
    const edge = (related: number, given = {}) => ({
      word: 0,
      related,
      type: 'syn',
      source: 'curated',
      score: 92,
      ...given,
    });
    const felt = (feelings: (string | null | undefined)[]) =>
      emotionOfSynonyms({ of: () => feelings.map((_, i) => edge(i)) as never }, 9, (number) => feelings[number]);
    expect(felt(['喜悅', '喜悅', undefined])).toBe('喜悅');
    expect(felt(['喜悅', '喜悅', '喜悅', '悲傷'])).toBe('喜悅');
    expect(felt(['喜悅', '喜悅', null])).toBeNull();
    expect(felt(['喜悅'])).toBeNull();
  });

  it('infers a theme that half of the synonyms have, and two of them at least', () => {
    const edges = [30, 30, 60].map((score, i) => ({
      word: 0,
      related: i + 1,
      type: 'syn',
      source: 'generated',
      score,
    }));
    const infer = (themes: Record<number, string[]>) =>
      themesOfSynonyms({ of: () => edges as never }, (number) => themes[number] ?? [], 0);
    expect(infer({ 1: ['海'], 2: ['海'] })).toEqual(['海']);
    expect(infer({ 3: ['海'] })).toEqual([]);
    expect(infer({ 0: ['海'], 1: ['海'], 2: ['海'] })).toEqual([]);
    expect(infer({ 1: ['海'], 3: ['夜'] })).toEqual([]);
  });

  it('marks themes by characters, save in the words that a person excluded and in long ones', () => {
    const row = {
      theme: '愛情',
      english: '',
      seeds: [],
      characters: ['戀', '吻'],
      exclude: ['吻合'],
      categories: [],
      emotions: [],
    };
    const byCharacter = createThemeByCharacter([row]);
    const withoutExcluded = createThemeFilter([row]);
    const themesOf = (word: string) => withoutExcluded(word, byCharacter(word));
    expect(['初戀', '吻合', '海', '戀戀不捨離'].map(themesOf)).toEqual([['愛情'], [], [], []]);
  });

  it('excludes words from themes of their senses and equivalents too, but not from those of a person’s row', () => {
    const themes = [{ theme: '音樂', exclude: ['上面', '上便'] }].map((row) =>
      inTable({ english: '', seeds: [], characters: [], categories: [], emotions: [], ...row }),
    );
    const words = [inTable(handRow({ word: '上便', standard: ['歌'] }))];
    const both = [gathered('上面'), gathered('歌'), gathered('上便')];
    const senses = [meaning('上面', { themes: ['音樂'] }), meaning('歌', { themes: ['音樂'] })];
    const themesOf = (tables: Partial<HandWritten>) => decide(both, senses, tables).map((own) => own.themes);
    expect(themesOf({ themes, words })).toEqual([[], ['音樂'], []]);
    const row = inTable({ word: '上面', emotion: '', valence: undefined, themes: ['音樂'] });
    expect(themesOf({ themes, words, affect: [row] })).toEqual([['音樂'], ['音樂'], []]);
  });
});
