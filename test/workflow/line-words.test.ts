import { describe, expect, it } from '@jest/globals';
import type { Entry } from '../../src/lexicon/entry.ts';
import type { Lexicon } from '../../src/lexicon/store.ts';
import type { WordLine } from '../../src/lexicon/word-packer.ts';
import { lineWords, wordTableFor } from '../../src/workflow/line-words.ts';
import { listOf, wordLine } from './lines.ts';

const WORDS = [
  wordLine('海', 'hoi2', 1400),
  wordLine('行', 'hang4', 1300),
  wordLine('銀行', 'ngan4 hong4', 1200),
  {
    ...wordLine('海行', 'hoi2 hong4', 1100, { category: 'noun.act', pos: 'v', themes: ['海'] }),
    aliases: ['海跡', '海哦哦'],
  },
  wordLine('銀行海', 'ngan4 hong4 hoi2', 1000),
];

/** A lexicon that lists its two most popular words, and the texts that were looked up. */
function boundedLexicon(words = 2) {
  const asked: string[][] = [];
  const entryOf = ({ char, aliases, frequency, readings, pos, category, affect }: WordLine) =>
    ({ char, aliases, frequency, readings, pos, category, affect }) as unknown as Entry;
  const lexicon = {
    generation: { name: 'g' },
    wordTable: async () => listOf(WORDS, { words, characters: 0 }),
    async lookup(texts: readonly string[]) {
      asked.push([...texts]);
      return new Map(
        texts.flatMap((text) => {
          const line = WORDS.find(({ char, aliases }) => char === text || aliases.includes(text));
          return line ? [[text, { entry: entryOf(line) }] as const] : [];
        }),
      );
    },
  };
  return { lexicon: lexicon as unknown as Lexicon, asked };
}

describe('the words of lines', () => {
  it('are those of the list where it is the whole lexicon, and nothing is asked', async () => {
    const { lexicon, asked } = boundedLexicon(WORDS.length);
    expect(await wordTableFor(lexicon, ['海行海行'])).toBe((await lineWords(lexicon, ['海行'])).table);
    expect(asked).toEqual([]);
  });

  it('are asked for once each where it is not: what stands together, in as many characters as a word may have', async () => {
    const { lexicon, asked } = boundedLexicon();
    const table = await wordTableFor(lexicon, ['海行', '海行，海A海', '海行海行']);
    expect(asked).toEqual([['海行', '海行海', '行海', '行海行']]);
    expect(table.find('海行')).toEqual({ word: '海行', cost: 972, readings: ['hoi2 hong4'] });
    expect([table.find('海')?.word, table.find('行海'), table.hasPrefix('行海')]).toEqual(['海', undefined, false]);
  });

  it('make their beginnings known, so that longer ones are found', async () => {
    const { lexicon } = boundedLexicon();
    const table = await wordTableFor(lexicon, ['銀行海']);
    expect([table.find('銀行海')?.word, table.hasPrefix('銀行')]).toEqual(['銀行海', true]);
  });

  it('are found by another form of as many characters', async () => {
    const { lexicon } = boundedLexicon();
    const table = await wordTableFor(lexicon, ['海跡', '海哦哦']);
    expect(table.find('海跡')).toEqual({ word: '海行', cost: 1372, readings: ['hoi2 hong4'] });
    expect(table.find('海哦哦')).toBeUndefined();
  });

  it('are not asked for where a line has none', async () => {
    const { lexicon, asked } = boundedLexicon();
    await wordTableFor(lexicon, ['海', '', 'la la 海']);
    expect(asked).toEqual([]);
  });

  it('come with what they mean', async () => {
    const { lexicon } = boundedLexicon();
    const { characters } = await lineWords(lexicon, ['海行']);
    expect(characters.detail('海行')).toEqual({ pos: 'v', category: 'noun.act', emotion: '平', themes: ['海'] });
    expect(characters.detail('海')).toMatchObject({ pos: 'n' });
    expect(characters.detail('銀行')).toBeUndefined();
  });
});
