import { describe, expect, it } from '@jest/globals';
import { rankByLineEnd, referenceRank } from '../../../../indexer/compose/popularity/line-ends.ts';
import {
  countInExamples,
  createPopularity,
  raiseHongKongWords,
  type WordUse,
} from '../../../../indexer/compose/popularity/popularity.ts';
import type { GatheredWord, WordLabels } from '../../../../indexer/compose/types.ts';
import type { Draft } from '../../../../indexer/compose/words/drafts.ts';
import type { FrequencyTable } from '../../../../indexer/sources/generated.ts';
import type { HandWritten, WordRow } from '../../../../indexer/tables/hand-written.ts';
import type { Kind } from '../../../../src/lexicon/entry.ts';
import { REFERENCE_WORDS } from '../../../../src/lexicon/meaning.ts';
import { article, draft as bareDraft, row } from '../words/written-words.ts';

describe('popularity', () => {
  const draft = (word: string, given: Partial<Draft> = {}) => bareDraft(word, { cedict: [article('sea')], ...given });
  const classed = (word: string, freq: number, given: Partial<WordRow> = {}) =>
    draft(word, { hand: [row(word, { freq, ...given })] });

  interface Given {
    readonly counts?: Readonly<Record<string, readonly [zipf: number, essay: number]>>;
    readonly words?: readonly WordRow[];
    readonly chosen?: readonly string[];
    readonly administrative?: readonly string[];
    readonly classes?: Readonly<Record<string, number>>;
    readonly spoken?: Readonly<Record<string, number>>;
  }

  const classRows = (classes: Readonly<Record<string, number>>) =>
    Object.entries(classes).map(([word, own]) => ({ value: { word, class: own } }));

  /** Popularity of drafts that know of each other. */
  function popularityIn(drafts: readonly Draft[], given: Given) {
    const { counts = {}, words = [], chosen = [], administrative = [], classes = {}, spoken = {} } = given;
    const frequencies: FrequencyTable = new Map(
      Object.entries(counts).map(([word, [zipf, essay]]) => [word, { zipf, essay }]),
    );
    const tables = {
      words: words.map((value) => ({ value })),
      examples: [],
      administrative: administrative.map((word) => ({ value: { word } })),
      frequencyClasses: classRows(classes),
      spokenFirst: classRows(spoken),
    } as unknown as HandWritten;
    const byWord = new Map(drafts.map((one) => [one.word, one]));
    const popularityOf = createPopularity({ frequencies, drafts: byWord, tables, chosen: new Set(chosen) });
    return (word: string, use: Partial<WordUse> = {}) => {
      const found = byWord.get(word)!;
      return popularityOf(found, { register: found.hand[0]?.reg ?? '通', ...use });
    };
  }

  /** Words from the most to the least popular. */
  function orderOf(drafts: readonly Draft[], given: Given = {}): string[] {
    const popularityOf = popularityIn(drafts, given);
    return drafts.map(({ word }) => word).sort((a, b) => popularityOf(b) - popularityOf(a));
  }

  describe('popularity', () => {
    it('follows the frequency class before counts that are a few times as high', () => {
      const drafts = [classed('春天', 2), classed('夏天', 4), classed('秋天', 3)];
      const counts = { 春天: [4.3, 3000], 夏天: [3.7, 800], 秋天: [4, 1500] } as const;
      expect(orderOf(drafts, { counts })).toEqual(['夏天', '秋天', '春天']);
    });

    it('follows both counts within a class and without one', () => {
      const counts = { 春天: [3, 900], 夏天: [4, 900], 秋天: [4, 9000] } as const;
      const plain = ['春天', '夏天', '秋天'].map((word) => draft(word));
      expect(orderOf(plain, { counts })).toEqual(['秋天', '夏天', '春天']);
      const ofClass = ['春天', '夏天', '秋天'].map((word) => classed(word, 3));
      expect(orderOf(ofClass, { counts })).toEqual(['秋天', '夏天', '春天']);
    });

    it('holds length against a word, less where a person gave it a class', () => {
      const drafts = [draft('天長地久'), draft('永久'), classed('天長', 3), classed('天長地老', 3)];
      const popularityOf = popularityIn(drafts, {});
      const lossOfPlain = popularityOf('永久') - popularityOf('天長地久');
      const lossOfClassed = popularityOf('天長') - popularityOf('天長地老');
      expect(lossOfClassed).toBeGreaterThan(0);
      expect(lossOfPlain).toBeGreaterThan(lossOfClassed);
    });

    it('takes counts of Hong Kong text below five hundred for none: its list has them for words that it hardly saw', () => {
      const counts = { 春天: [3, 400], 夏天: [3, 100] } as const;
      const popularityOf = popularityIn([draft('春天'), draft('夏天')], { counts });
      expect(popularityOf('春天')).toBeCloseTo(popularityOf('夏天'));
    });

    it('gives Cantonese words what Hong Kong text counts, and what general Chinese cannot count does not hurt them', () => {
      const drafts = [classed('搵食', 3, { reg: '粵' }), draft('覓食')];
      const counts = {
        搵食: [0, 30_000],
        搵: [0, 500_000],
        食: [0, 900_000],
        覓食: [3.5, 600],
        覓: [4, 2000],
      } as const;
      expect(orderOf(drafts, { counts })).toEqual(['搵食', '覓食']);
    });

    it('tells words without counts apart by their characters and by their standard equivalent', () => {
      const counts = {
        食: [0, 800_000],
        飯: [0, 90_000],
        齋: [0, 3000],
        閒: [0, 3000],
        無聊: [4.5, 0],
        悠哉: [2, 0],
      } as const;
      const drafts = [draft('食齋'), draft('食飯')];
      expect(orderOf(drafts, { counts })).toEqual(['食飯', '食齋']);
      const spoken = [
        classed('齋閒', 2, { reg: '粵', standard: ['悠哉'] }),
        classed('閒齋', 2, { reg: '粵', standard: ['無聊'] }),
      ];
      expect(orderOf(spoken, { counts })).toEqual(['閒齋', '齋閒']);
    });

    it('draws a word up to the level of its class where counts hardly know it, and lets counts order such words', () => {
      const counts = { 嫲嫲: [0, 800], 脷舌: [0, 0], 嫲: [0, 90], 脷: [0, 40] } as const;
      const words = [classed('嫲嫲', 4), classed('脷舌', 4), classed('嫲脷', 3)];
      const popularityOf = popularityIn(words, { counts });
      expect(popularityOf('嫲嫲')).toBeLessThan(2.9);
      expect(popularityOf('嫲嫲')).toBeGreaterThan(popularityOf('脷舌'));
      expect(popularityOf('脷舌')).toBeGreaterThan(1.9);
      expect(popularityOf('嫲脷')).toBeLessThan(1.9);
    });

    it('puts a word of the commonest class before its written equivalent, where Hong Kong text has more of it', () => {
      const drafts = [classed('嘅', 5, { reg: '粵', standard: ['的'] }), classed('的', 5)];
      expect(orderOf(drafts, { counts: { 嘅: [3.3, 4_000_000], 的: [7.8, 1_000_000] } })).toEqual(['嘅', '的']);
      expect(orderOf(drafts, { counts: { 嘅: [3.3, 900_000], 的: [7.8, 1_000_000] } })).toEqual(['的', '嘅']);
      const uncounted = [classed('我哋', 5, { reg: '粵', standard: ['我們'] }), classed('我們', 5)];
      expect(orderOf(uncounted, { counts: { 我們: [6.5, 90_000] } })).toEqual(['我哋', '我們']);
    });

    it('draws a word of the packages up to the class that the table gives it, whatever its gloss is', () => {
      const drafts = [draft('曾幾何時'), draft('調景嶺', { tag: 'ns', cedict: [] }), draft('前事不忘')];
      const popularityOf = popularityIn(drafts, { classes: { 曾幾何時: 5, 調景嶺: 4 } });
      expect(popularityOf('曾幾何時')).toBeGreaterThan(popularityOf('調景嶺'));
      expect(popularityOf('調景嶺')).toBeGreaterThan(2);
      expect(popularityOf('前事不忘')).toBeLessThan(1);
    });

    it('puts what Hong Kong says all the time among the first, by its table', () => {
      const drafts = [
        classed('唔知', 5, { reg: '粵' }),
        classed('喊', 5, { reg: '粵' }),
        classed('但係', 5, { reg: '粵' }),
      ];
      const counts = { 喊: [4.5, 130_000], 唔知: [0, 1500], 但係: [0, 1500] } as const;
      expect(orderOf(drafts, { counts })[0]).toBe('喊');
      expect(orderOf(drafts, { counts, spoken: { 唔知: 5, 但係: 4 } })).toEqual(['唔知', '但係', '喊']);
    });

    it('puts a word of Hong Kong right before that of the mainland, and never back', () => {
      const words = [
        { word: '信息', popularity: 3 },
        { word: '資訊', popularity: 1 },
        { word: '的士', popularity: 4 },
        { word: '計程車', popularity: 2 },
      ];
      const pairs = [
        { word: '資訊', after: '信息' },
        { word: '的士', after: '計程車' },
        { word: '螢幕', after: '屏幕' },
      ];
      raiseHongKongWords(words, pairs.map((value) => ({ value })) as unknown as HandWritten['hongKongFirst']);
      expect(words.map(({ popularity }) => popularity)).toEqual([3, expect.closeTo(3, 2), 4, 2]);
      expect(words[1]!.popularity).toBeGreaterThan(3);
    });

    it('counts the ways of writing a word as its own', () => {
      const popularityOf = popularityIn([draft('暖')], { counts: { 暖: [4, 900], 煖: [4, 900] } });
      expect(popularityOf('暖', { variants: ['煖'] })).toBeGreaterThan(popularityOf('暖'));
    });

    it('grows with example phrases of other words and with a person’s choice', () => {
      const drafts = [draft('清晨'), draft('黃昏'), draft('黎明'), draft('光')];
      const words = [row('光', { examples: ['清晨的光'] }), row('黎明', { examples: ['黎明的光'] })];
      const popularityOf = popularityIn(drafts, { words, chosen: ['黃昏'] });
      expect(popularityOf('清晨')).toBeGreaterThan(popularityOf('黎明'));
      expect(popularityOf('黃昏')).toBeGreaterThan(popularityOf('黎明'));
    });

    it('falls for names, for what is said elsewhere and for words of administration, not where a person gave a class', () => {
      const of = (gloss: string, pinyin?: string) =>
        popularityIn([draft('海', { cedict: [article(gloss, pinyin)] })], {})('海');
      expect(of('(PRC) sea')).toBeLessThan(of('sea'));
      expect(of('cadre')).toBeLessThan(of('sea'));
      expect(of('Hai district', 'Hai3')).toBeLessThan(of('(PRC) sea'));
      expect(of('street in Hong Kong', 'Hai3')).toBeGreaterThan(of('sea'));
      const drafts = [draft('書記'), draft('日記'), classed('筆記', 2)];
      const popularityOf = popularityIn(drafts, { administrative: ['書記', '筆記'] });
      const undiscounted = popularityIn(drafts, {});
      expect(popularityOf('書記')).toBeLessThan(popularityOf('日記'));
      expect(popularityOf('筆記')).toBe(undiscounted('筆記'));
    });

    it("takes an operator's class over the hand-written one", () => {
      const popularityOf = popularityIn([classed('春天', 1), classed('夏天', 4)], {});
      expect(popularityOf('春天', { givenClass: 5 })).toBeGreaterThan(popularityOf('夏天'));
    });
  });

  describe('counting words in example phrases', () => {
    const isWord = (text: string) => ['我哋', '鍾意', '唔鍾意'].includes(text);
    it('counts the longest words of a phrase, and not the word that it illustrates', () => {
      const rows = [
        { word: '我哋', examples: ['我哋鍾意海'] },
        { word: '海', examples: ['鍾意海！'] },
      ];
      expect(countInExamples(rows, isWord)).toEqual(
        new Map([
          ['鍾意', 2],
          ['海', 1],
        ]),
      );
    });
  });
});

describe('ends of lines', () => {
  const rowOf = (file: string, value: object) => ({ file, line: 2, value });

  it('puts words by popularity times weight: by hand, by lyric use, by feeling and theme, by length and by phrases that they end', () => {
    const names = ['的', '海報', '天空', '淚', '五月天空', '放手', '雨'];
    // One rank apart from each other.
    const words = names.map((word, rank) => ({ word, popularity: 6.67 - 0.05905 * rank }) as GatheredWord);
    const decisions = names.map((word) => {
      const themes = word === '淚' ? ['淚'] : [];
      return { emotion: word === '淚' ? '悲傷' : null, themes } as unknown as WordLabels;
    });
    const tables = {
      lineEnds: [rowOf('line-ends/linking-words.tsv', { word: '的', weight: 2 })],
      words: [rowOf('words/lyric/parting.tsv', { word: '放手', examples: ['不肯放手', '漸漸放手', '你先放手'] })],
      examples: [],
    } as unknown as HandWritten;
    const order = (kinds: readonly Kind[]) => {
      const places = [...rankByLineEnd(words, decisions, kinds, tables)];
      return names.toSorted((a, b) => places[names.indexOf(a)]! - places[names.indexOf(b)]!);
    };
    // 放手: 65 / (1.5 × 3 doublings); 淚: 63 / 1.5³; 雨: 66 / 1.5; 海報: 61; 天空: 62; 五月天空: 64 / 0.4; 的: 60 / (0.02 × 1.5).
    expect(order(names.map(() => 'word'))).toEqual(['放手', '淚', '雨', '海報', '天空', '五月天空', '的']);
    // Specialist entries come last.
    const kinds = names.map((word): Kind => (word === '放手' || word === '天空' ? 'specialist' : 'phrase'));
    expect(order(kinds)).toEqual(['淚', '雨', '海報', '五月天空', '的', '放手', '天空']);
  });
});

it('the rank of a popularity grows as it falls, up to that of the last word', () => {
  const ranks = Array.from({ length: 900 }, (_, step) => referenceRank(7 - step / 100));
  expect(ranks).toEqual([...ranks].sort((a, b) => a - b));
  expect(referenceRank(-9)).toBe(REFERENCE_WORDS);
});
