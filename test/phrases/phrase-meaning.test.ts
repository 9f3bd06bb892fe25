import { MEANING_COMPONENTS, ROW_BYTES } from '../../src/lexicon/meaning.ts';
import type { Lexicon } from '../../src/lexicon/store.ts';
import { candidateQuery, meaningOfPhrase } from '../../src/phrases/meaning.ts';
import { listOf, wordLine } from '../lyrics/lines.ts';
import { describeFunctions } from '../support/function-tables.ts';

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

describeFunctions('phrase-meanings', {
  components,
  /** The words that it names with their weights, what it excludes, what is understood and what is not. */
  async said(text: string) {
    const { features, named, understood, ignored } = await meaningOf(text);
    const weighed = (words: Iterable<readonly [string, number]>) => [...words].map((one) => one.join(' ')).join(', ');
    const texts = understood.map(({ text, weight }) => [text, weight] as const);
    return [weighed(named), features.excluded.join(' '), weighed(texts), ignored];
  },
  isUnderstood: async (text: string) => (await meaningOf(text)).isUnderstood,
  /** What is asked of the lexicon, one round trip after the other: words and tokens. */
  async asked(...texts: string[]) {
    const { fake, asked } = lexicon();
    for (const text of texts) await candidateQuery(text, fake);
    return asked.map(({ words, tokens }) => [words, tokens]);
  },
});
