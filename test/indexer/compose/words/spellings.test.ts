import { describe, expect, it } from '@jest/globals';
import type { Draft } from '../../../../indexer/compose/words/drafts.ts';
import { assignAliases, createTypedForms } from '../../../../indexer/compose/words/spellings.ts';
import type { HandWritten, WordRow } from '../../../../indexer/tables/hand-written.ts';

/** A draft that a person wrote down in a register, or one that only a list of readings knows. */
function draft(word: string, reg?: WordRow['reg'], cedict: Draft['cedict'] = []): Draft {
  const hand = reg ? [{ reg } as WordRow] : [];
  return { word, count: 0, tag: '', tagCount: 0, cedict, hand, trie: [] };
}

const DRAFTS = [
  draft('鍾意', '粵'),
  draft('食嘢', '粵'),
  draft('返嚟', '粵'),
  draft('嘢', '粵'),
  draft('畀面', '粵'),
  draft('返回', '通'),
  draft('俾面'),
  draft('番回'),
  draft('食野', undefined, [{ pinyin: 'shi2 ye3', glosses: ['to eat in the wild'] }]),
  draft('終意'),
];
const drafts = new Map(DRAFTS.map((one) => [one.word, one]));
const row = (typed: string, written: string) => ({ file: 'typed.tsv', line: 1, value: { typed, written } });
const tables = { typed: [row('鐘意', '鍾意'), row('終意', '鍾意')] } as unknown as HandWritten;
const { formsOf, targetOf } = createTypedForms(tables, drafts);

describe('typed forms of a word', () => {
  it('are those of the table, and those with characters that are typed for others', () => {
    expect(formsOf('鍾意')).toEqual(['鐘意', '終意']);
    expect(formsOf('食嘢')).toEqual(expect.arrayContaining(['食野', '食o野']));
    expect(formsOf('返嚟')).toEqual(expect.arrayContaining(['番嚟', '返黎', '番黎']));
    expect(formsOf('返嚟')).not.toContain('返嚟');
  });

  it('are none of one character, nor of words of written Chinese', () => {
    expect([formsOf('嘢'), formsOf('返回'), formsOf('海')]).toEqual([[], [], []]);
  });
});

describe('a word that is only a typed form', () => {
  it('is one that nothing but a list of readings knows', () => {
    expect(['俾面', '終意'].map((word) => targetOf(drafts.get(word)!))).toEqual(['畀面', '鍾意']);
  });

  it('is none that a dictionary explains, that a person wrote, or that stands for a word of written Chinese', () => {
    expect(['食野', '鍾意', '番回'].map((word) => targetOf(drafts.get(word)!))).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe('aliases', () => {
  it('never lead to two words, nor away from a word that bears the form itself', () => {
    const aliasesOf = assignAliases(['發', '髮', '后', '後'], (word) => (word === '後' ? ['後面兒'] : []));
    expect(aliasesOf('發')).toEqual(['发']);
    expect(aliasesOf('髮')).toEqual([]);
    expect(aliasesOf('後')).toEqual(['後面兒']);
    expect(aliasesOf('海')).toEqual([]);
  });
});
