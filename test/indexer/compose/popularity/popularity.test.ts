import { describe, expect, it } from '@jest/globals';
import { rankByLineEnd, referenceRank } from '../../../../indexer/compose/popularity/line-ends.ts';
import {
  createPopularity,
  raiseHongKongWords,
  type WordUse,
} from '../../../../indexer/compose/popularity/popularity.ts';
import { countInExamples } from '../../../../indexer/compose/popularity/usage-model.ts';
import type { GatheredWord, WordLabels } from '../../../../indexer/compose/types.ts';
import type { Draft } from '../../../../indexer/compose/words/drafts.ts';
import type { FrequencyTable } from '../../../../indexer/sources/generated.ts';
import type { HandWritten, WordRow } from '../../../../indexer/tables/hand-written.ts';
import type { Kind } from '../../../../src/lexicon/entry.ts';
import { REFERENCE_WORDS } from '../../../../src/lexicon/meaning.ts';
import { readCases } from '../../../support/function-tables.ts';
import { article, draft, row } from '../written-words.ts';

/** A song word, and what of it is not as of any other: its class, its gloss and pinyin, its use. */
interface WrittenWord extends Partial<WordUse> {
  readonly class?: number;
  readonly reg?: WordRow['reg'];
  readonly standard?: readonly string[];
  readonly tag?: string;
  readonly glosses?: [gloss: string, pinyin?: string] | [];
}
type Classes = Readonly<Record<string, number>>;

/** Words that know of each other, what is counted of words, and what is said of their popularity. */
interface Case {
  readonly words: Readonly<Record<string, WrittenWord>>;
  readonly counts?: Readonly<Record<string, readonly [zipf: number, essay: number]>>;
  readonly examples?: Readonly<Record<string, readonly string[]>>;
  readonly chosen?: readonly string[];
  readonly administrative?: readonly string[];
  readonly classes?: Classes;
  readonly spoken?: Classes;
  /** `a > b-c > 1.9`, `a = b`: popularities, differences of two, and numbers. */
  readonly says: readonly string[];
}

const rowsOf = <T>(values: readonly T[]) => values.map((value) => ({ value }));
const classRows = (classes: Classes = {}) =>
  rowsOf(Object.entries(classes).map(([word, own]) => ({ word, class: own })));

function draftOf(word: string, { class: freq, reg, standard, tag, glosses = ['sea'] }: WrittenWord): Draft {
  const own = { ...(reg && { reg }), ...(standard && { standard: [...standard] }) };
  const cedict = glosses.length === 0 ? [] : [article(...glosses)];
  return draft(word, { cedict, ...(freq && { hand: [row(word, { freq, ...own })] }), ...(tag && { tag }) });
}

function popularitiesOf({ words, counts = {}, examples = {}, chosen, administrative = [], ...rest }: Case) {
  const drafts = new Map(Object.entries(words).map(([word, written]) => [word, draftOf(word, written)]));
  const frequencies: FrequencyTable = new Map(
    Object.entries(counts).map(([word, [zipf, essay]]) => [word, { zipf, essay }]),
  );
  const tables = {
    words: rowsOf(Object.entries(examples).map(([word, phrases]) => row(word, { examples: [...phrases] }))),
    examples: [],
    administrative: rowsOf(administrative.map((word) => ({ word }))),
    frequencyClasses: classRows(rest.classes),
    spokenFirst: classRows(rest.spoken),
  } as unknown as HandWritten;
  const popularityOf = createPopularity({ frequencies, drafts, tables, chosen: new Set(chosen) });
  return (word: string) => {
    const { variants, givenClass } = words[word]!;
    const register = drafts.get(word)!.hand[0]?.reg ?? '通';
    return popularityOf(drafts.get(word)!, {
      register,
      ...(variants && { variants }),
      ...(givenClass && { givenClass }),
    });
  };
}

const TABLE = readCases<{ name: string; cases: Case[] }[]>('popularity');

describe('popularity', () => {
  it.each(TABLE)('$name', ({ cases }) => {
    for (const given of cases) {
      const popularityOf = popularitiesOf(given);
      const amountOf = (text: string) => {
        const [first, second] = text.split('-').map((part) => (/\d/.test(part) ? Number(part) : popularityOf(part)));
        return first! - (second ?? 0);
      };
      for (const said of given.says) {
        const values = said.split(/ [>=] /).map(amountOf);
        if (said.includes('=')) expect(values).toEqual([values[1], expect.closeTo(values[1]!)]);
        // Each is more than the next one.
        else expect([said, values.filter((value, i) => i > 0 && !(values[i - 1]! > value))]).toEqual([said, []]);
      }
    }
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
