import { describe, expect, it } from '@jest/globals';
import { MEANING_COMPONENTS, ROW_BYTES } from '../../src/lexicon/meaning.ts';
import type { Lexicon } from '../../src/lexicon/store.ts';
import { meaningOfPhrase, partsOfPhrase, tokenForms } from '../../src/workflow/phrase-meaning.ts';
import { listOf, wordLine } from './lines.ts';

/** Words with the component on which each lies, and their popularity of 0 to 127. */
const WORDS: Readonly<Record<string, readonly [component: number, popularity: number]>> = {
  夜: [0, 127],
  的: [1, 127],
  孤單: [2, 0],
  食: [3, 127],
  咗: [4, 127],
  街: [5, 64],
};
const TOKENS: Readonly<Record<string, number>> = { rain: 10, night: 11, promise: 12 };

const table = listOf(Object.keys(WORDS).map((char) => wordLine(char, 'x', 1500)));

function row(length: number, component: number, popularity = 0): Int8Array {
  const numbers = new Int8Array(length);
  numbers[component] = 40;
  if (length > MEANING_COMPONENTS) numbers[MEANING_COMPONENTS] = popularity;
  return numbers;
}

function lexicon() {
  const asked: { words: readonly string[]; tokens: readonly string[] }[] = [];
  const fake = {
    generation: { name: 'g' },
    wordTable: async () => table,
    async meanings(query: { words: readonly string[]; tokens: readonly string[] }) {
      asked.push(query);
      const known = <T>(names: readonly string[], table: Readonly<Record<string, T>>, of: (value: T) => Int8Array) =>
        new Map(names.flatMap((name) => (table[name] === undefined ? [] : [[name, of(table[name])] as const])));
      return {
        words: known(query.words, WORDS, ([component, popularity]) => row(ROW_BYTES, component, popularity)),
        tokens: known(query.tokens, TOKENS, (component) => row(MEANING_COMPONENTS, component)),
      };
    },
  };
  return { fake: fake as unknown as Lexicon, asked };
}

/** The components that are not 0. */
async function components(text: string): Promise<Record<number, number>> {
  const { features } = await meaningOfPhrase(text, lexicon().fake);
  const vector = features.vectors[0]?.subarray(0, MEANING_COMPONENTS) ?? [];
  return Object.fromEntries([...vector].map((value, i) => [i, value] as const).filter(([, value]) => value !== 0));
}

describe('the meaning of a phrase', () => {
  it('is the sum of its words: popular ones weigh half, function words a twentieth', async () => {
    // 孤單 is of rank 121,021: 0.992. 夜 is of rank 0: 0.5. 的 is 0.05. Their sum has the length 1.11.
    expect(await components('孤單的夜')).toEqual({ 2: 36, 0: 18, 1: 2 });
    // 街 is of rank 60,034: 0.984.
    expect(await components('街夜')).toEqual({ 5: 36, 0: 18 });
    // A word that is said twice counts twice.
    expect(await components('夜夜街')).toEqual({ 0: 29, 5: 28 });
  });

  it('is of function words where there are no others', async () => {
    expect(await components('的的')).toEqual({ 1: 40 });
  });

  it('counts all English as one word of full weight', async () => {
    expect(await components('rain night')).toEqual({ 10: 28, 11: 28 });
    expect(await components('rain night 孤單')).toEqual({ 10: 20, 11: 20, 2: 28 });
  });

  it('asks for everything at once, and for nothing twice', async () => {
    const { fake, asked } = lexicon();
    await meaningOfPhrase('夜夜 rain rain nights', fake);
    expect(asked).toEqual([{ words: ['夜'], tokens: ['rain', 'nights', 'night'] }]);
  });

  it('names what it does not understand once, or the whole text', async () => {
    const ignored = async (text: string) => (await meaningOfPhrase(text, lexicon().fake)).ignored;
    expect(await ignored('夜冇冇 xyz rain 7 XYZ')).toEqual(['冇', 'xyz', '7']);
    expect(await ignored('a rain')).toEqual([]);
    expect(await ignored('……')).toEqual(['……']);
    expect((await meaningOfPhrase('xyz', lexicon().fake)).isUnderstood).toBe(false);
  });
});

describe('the parts of a phrase', () => {
  it('are read as they were meant', () => {
    expect(partsOfPhrase('食左', table)).toEqual({ words: ['食', '咗'], tokens: [], isNormalized: true });
    // Letters for a character leave no letters behind.
    expect(partsOfPhrase('食zo', table)).toEqual({ words: ['食', '咗'], tokens: [], isNormalized: true });
    expect(partsOfPhrase('孤单', table)).toEqual({ words: ['孤單'], tokens: [], isNormalized: true });
    expect(partsOfPhrase('孤單', table).isNormalized).toBe(false);
  });

  it('leave out what English contracts, and letters that stand alone', () => {
    expect(partsOfPhrase("I don't know what's a Rain-Night", table).tokens).toEqual([
      ...['do', 'know', 'what', 'rain', 'night'],
    ]);
  });
});

describe('the forms of an English word', () => {
  it.each([
    ['rain', ['rain']],
    ['promises', ['promises', 'promis', 'promise']],
    ['memories', ['memories', 'memory', 'memori', 'memorie']],
    ['running', ['running', 'run', 'runn', 'runne']],
    ['loved', ['loved', 'lov', 'love']],
    ['is', ['is']],
  ])('%s', (token, forms) => {
    expect(tokenForms(token)).toEqual(forms);
  });
});
