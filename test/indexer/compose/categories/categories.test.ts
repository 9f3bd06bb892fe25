import { describe, expect, it } from '@jest/globals';
import { type Classified, contradicts, createSettlement } from '../../../../indexer/compose/categories/agreement.ts';
import { createCategorizer } from '../../../../indexer/compose/categories/categories.ts';
import { decideMeanings, type WordDecision } from '../../../../indexer/compose/categories/decisions.ts';
import { decideAffect, emotionOfSynonyms } from '../../../../indexer/compose/feelings/feelings.ts';
import { createThemeByCharacter, createThemeFilter } from '../../../../indexer/compose/feelings/themes.ts';
import type { Meaning } from '../../../../indexer/compose/meaning/meaning.ts';
import type { GatheredWord } from '../../../../indexer/compose/words/gather.ts';
import type { AffectRow, HandWritten, WordRow } from '../../../../indexer/tables/hand-written.ts';

describe('categories', () => {
  const categorize = (rows: readonly [word: string, own: Partial<WordDecision>, byGloss?: (string | null)[]][]) => {
    const meanings = new Map(
      rows.map(([word, , glossCategories = []]) => [word, { word, glossCategories } as unknown as Meaning]),
    );
    const of = createCategorizer(
      rows.map(([word]) => ({ word }) as GatheredWord),
      rows.map(([, own]) => ({ pos: 'n', category: null, verified: false, ...own })),
      meanings,
    );
    return rows.map((_, i) => of(i));
  };

  it('agree with the part of speech where a gloss offers one that does', () => {
    expect(
      categorize([
        ['教學', { pos: 'v', category: 'noun.act' }, ['noun.act', 'verb.social']],
        ['一絲不苟', { pos: 'a', category: 'noun.act' }],
        ['就要', { pos: 'r', category: 'noun.cognition' }],
        ['人手寫', { pos: 'v', category: 'noun.act', verified: true }, ['verb.social']],
      ]),
    ).toEqual(['verb.social', 'adj.all', 'adv.all', 'noun.act']);
  });

  it('are those of the kin, words that end alike, where a word has none or an odd one', () => {
    const matches = Array.from({ length: 19 }, (_, i): [string, Partial<WordDecision>] => [
      `${'春夏秋冬東南西北中日月山川風雨雷電金木'[i]}賽`,
      { category: 'noun.event' },
    ]);
    const found = categorize([...matches, ['錦標賽', { category: 'noun.state' }], ['街賽', {}], ['街波', {}]]);
    expect(found.slice(19)).toEqual(['noun.event', 'noun.event', null]);
  });

  it('are the whole part of speech for descriptions and adverbs that have none', () => {
    expect(
      categorize([
        ['口水多過茶', { pos: 'a' }],
        ['一次過', { pos: 'r' }],
        ['笑爆', { pos: 'v' }],
      ]),
    ).toEqual(['adj.all', 'adv.all', null]);
  });
});

describe('agreement', () => {
  const agreed: readonly (readonly [string, Classified['pos'], string])[] = [
    ['學生', 'n', 'noun.person'],
    ['先生', 'n', 'noun.person'],
    ['考試', 'v', 'verb.social'],
    ['估計', 'v', 'verb.cognition'],
    ['預計', 'v', 'verb.cognition'],
  ];

  function settle(
    word: string,
    pos: Classified['pos'],
    category: string,
    given: { verified?: boolean; hand?: boolean; glosses?: string[] } = {},
  ) {
    const all = [...agreed, [word, pos, category] as const];
    const words = all.map(([text], at) => {
      const isLast = at === agreed.length;
      const hand = isLast && given.hand ? [{} as WordRow] : [];
      return { word: text, hand, patch: undefined, glosses: isLast ? (given.glosses ?? []) : [] };
    });
    const classified = all.map(([, own, name], at) => {
      return { pos: own, category: name, verified: at === agreed.length && given.verified === true };
    });
    const { pos: settledPos, category: settledCategory } = createSettlement(words, classified, { a: 'adj.all' })(
      agreed.length,
    );
    return [settledPos, settledCategory];
  }

  describe('a part of speech and a category of another one', () => {
    it('contradict each other', () => {
      expect(contradicts({ pos: 'v', category: 'noun.act' })).toBe(true);
      expect([
        contradicts({ pos: 'n', category: 'noun.act' }),
        contradicts({ pos: 'r', category: 'adv.all' }),
        contradicts({ pos: 'v', category: null }),
      ]).toEqual([false, false, false]);
    });

    it('are settled by the words that are built alike', () => {
      expect(settle('考生', 'v', 'noun.person')).toEqual(['n', 'noun.person']);
      expect(settle('估算', 'v', 'noun.cognition')).toEqual(['v', null]);
    });

    it('are settled by the part of speech where a person or the gloss says it', () => {
      expect(settle('考生', 'v', 'noun.person', { hand: true })).toEqual(['v', null]);
      expect(settle('考生', 'v', 'noun.person', { glosses: ['to sit an exam'] })).toEqual(['v', null]);
      expect(settle('學名', 'a', 'noun.person', { hand: true })).toEqual(['a', 'adj.all']);
    });

    it('are left as a person wrote them', () => {
      expect(settle('考生', 'v', 'noun.person', { verified: true })).toEqual(['v', 'noun.person']);
    });

    it('give way to an adjective of the gloss, which English seldom uses otherwise', () => {
      expect(settle('估值', 'v', 'adj.all')).toEqual(['a', 'adj.all']);
    });
  });
});

describe('decisions', () => {
  const NO_TABLES = {
    words: [],
    jyut: [],
    affect: [],
    wordCategories: [],
    unfeltFunctionWords: [],
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

  const handRow = (given: Partial<WordRow>) =>
    ({ category: '', standard: [], pos: 'a', ...given }) as unknown as WordRow;
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
});
