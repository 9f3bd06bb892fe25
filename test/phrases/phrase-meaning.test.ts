import { describe, expect, it } from '@jest/globals';
import { MEANING_COMPONENTS, ROW_BYTES } from '../../src/lexicon/meaning.ts';
import type { Lexicon } from '../../src/lexicon/store.ts';
import { candidateQuery, meaningOfPhrase } from '../../src/phrases/meaning.ts';
import { listOf, wordLine } from '../lyrics/lines.ts';

/** Words with the component on which each lies, and what they mean. */
const WORDS: Readonly<Record<string, readonly [component: number, definition: string]>> = {
  夜: [0, 'midnight'],
  的: [1, 'of'],
  孤單: [2, 'lonely'],
  熱鬧: [3, 'lively'],
  唔: [4, 'not'],
  海: [5, 'ocean'],
  雨: [6, '!'],
};
const TOKENS: Readonly<Record<string, number>> = { rain: 10, night: 11 };
const ANTONYMS: Readonly<Record<string, readonly string[]>> = { 孤單: ['熱鬧'] };

const table = listOf(
  Object.entries(WORDS).map(([char, [, definition]]) => ({ ...wordLine(char, 'x', 1500), definition })),
);

function row(length: number, component: number): Int8Array {
  const numbers = new Int8Array(length);
  numbers[component] = 40;
  return numbers;
}

function lexicon() {
  const asked: { words: readonly string[]; tokens: readonly string[] }[] = [];
  const fake = {
    wordTable: async () => table,
    similarityBasis: async ({ char }: { char: string }) => ({
      synonyms: char === '海' ? [{ word: '海洋', source: 'curated', score: 90 }] : [],
      antonyms: ANTONYMS[char] ?? [],
      variants: [],
    }),
    page: async ({ words }: { words: { tokens?: readonly string[] } }) => ({
      words: words.tokens?.[0] === 'harbour' ? [{ entry: { char: '海' } }] : [],
    }),
    async meanings(query: { words: readonly string[]; tokens: readonly string[] }) {
      asked.push(query);
      const known = (names: readonly string[], of: (name: string) => Int8Array | undefined) =>
        new Map(names.flatMap((name) => (of(name) ? [[name, of(name)!] as const] : [])));
      return {
        words: known(query.words, (word) => (WORDS[word] ? row(ROW_BYTES, WORDS[word][0]) : undefined)),
        tokens: known(query.tokens, (token) =>
          TOKENS[token] === undefined ? undefined : row(MEANING_COMPONENTS, TOKENS[token]),
        ),
      };
    },
  };
  return { fake: fake as unknown as Lexicon, asked };
}

/** What its candidates are found by, and what is said of it. */
async function meaningOf(text: string) {
  const { fake } = lexicon();
  const { features, named } = (await candidateQuery(text, fake)).query;
  return { ...(await meaningOfPhrase(text, fake)), features, named };
}

/** The components that are not 0. */
async function components(text: string): Promise<Record<number, number>> {
  const { features } = await meaningOf(text);
  const vector = features.vectors[0]?.subarray(0, MEANING_COMPONENTS) ?? [];
  return Object.fromEntries([...vector].map((value, i) => [i, value] as const).filter(([, value]) => value !== 0));
}

describe('the meaning of a phrase', () => {
  it('is the sum of its words by their weights', async () => {
    // Each weighs 0.7, as they are popular: 40 / √2. The function word has a hundredth, which is less than a half here.
    expect(await components('孤單的夜')).toEqual({ 0: 28, 2: 28 });
    // A word that is said twice counts twice.
    expect(await components('夜夜孤單')).toEqual({ 0: 36, 2: 18 });
    expect(await components('的的')).toEqual({ 1: 40 });
  });

  it('is of English what words have as a gloss, with their synonyms, and the vector of the English word', async () => {
    expect(await components('ocean')).toEqual({ 5: 40 });
    const { named, understood } = await meaningOf('ocean');
    expect([...named]).toEqual([
      ['海', 500],
      ['海洋', 250],
    ]);
    expect(understood).toEqual([{ text: 'ocean', weight: 1 }]);
    expect(await components('rain')).toEqual({ 10: 40 });
  });

  it('is of the words whose definitions have an English word that nothing else knows', async () => {
    expect(await components('harbour')).toEqual({ 5: 40 });
  });

  it('is turned round by a negation: opposites pull, the word itself is pushed away and left out', async () => {
    // 1 against 0.4: 40 / √1.16.
    expect(await components('唔孤單')).toEqual({ 3: 37, 2: -15 });
    const { features, named, understood } = await meaningOf('唔孤單');
    expect([...named]).toEqual([['熱鬧', 1350]]);
    expect(features.excluded).toEqual(['孤單']);
    expect(understood).toEqual([{ text: '唔 孤單', weight: 1 }]);
  });

  it('is what it is about where a negation has no opposite', async () => {
    expect(await components('唔夜')).toEqual({ 0: 40 });
    expect((await meaningOf('唔夜')).features.excluded).toEqual(['夜']);
    // What says the contrary of a word is as near to it in meaning.
    expect((await meaningOf('孤單的夜')).features.excluded).toEqual(['熱鬧']);
  });

  it('asks for words without a gloss first, for everything else at once, and for nothing twice', async () => {
    const { fake, asked } = lexicon();
    await candidateQuery('夜夜孤單', fake);
    await candidateQuery('rain rain ocean', fake);
    expect(asked).toEqual([
      { words: ['夜', '孤單'], tokens: [] },
      { words: [], tokens: ['rain'] },
      { words: ['海'], tokens: ['rain', 'ocean'] },
    ]);
  });

  it('names what it does not understand once, or the whole text', async () => {
    const ignored = async (text: string) => (await meaningOf(text)).ignored;
    expect(await ignored('夜龘龘 xyz rain 7 XYZ')).toEqual(['龘', 'xyz', '7']);
    expect(await ignored('a rain')).toEqual([]);
    expect(await ignored('……')).toEqual(['……']);
    expect(await meaningOf('xyz')).toMatchObject({ isUnderstood: false, understood: [] });
  });
});
