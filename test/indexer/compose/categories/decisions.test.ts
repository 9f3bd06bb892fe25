import { describe, expect, it } from '@jest/globals';
import { decideMeanings } from '../../../../indexer/compose/categories/decisions.ts';
import { decideAffect, emotionOfSynonyms } from '../../../../indexer/compose/feelings/feelings.ts';
import { createThemeByCharacter, createThemeFilter } from '../../../../indexer/compose/feelings/themes.ts';
import type { Meaning } from '../../../../indexer/compose/meaning/meaning.ts';
import type { GatheredWord } from '../../../../indexer/compose/words/gather.ts';
import type { AffectRow, HandWritten, WordRow } from '../../../../indexer/tables/hand-written.ts';

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
