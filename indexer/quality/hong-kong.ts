import { contradicts } from '../compose/categories/agreement.ts';
import { toHongKong } from '../sources/opencc.ts';
import type { HandWritten } from '../tables/hand-written.ts';
import type { BuiltWord } from './built-lexicon.ts';

/** Whether the lexicon is one that Hong Kong reads: explained in Chinese, in its own order. */

export interface Share {
  readonly words: number;
  readonly found: number;
}

export interface HongKongMeasures {
  /** Of the first {@link EXPLAINED_RANKS} words, those with a definition in Chinese. */
  readonly explained: Share;
  /** Of the words of register 粵 among the first {@link EXPLAINED_CANTONESE_RANKS}, likewise. */
  readonly explainedCantonese: Share;
  /** Words of register 粵 with neither a definition in Chinese nor a standard word nor an example. */
  readonly unexplained: readonly string[];
  /** Words whose part of speech and category contradict each other. */
  readonly contradictions: number;
  /** Words of Hong Kong that come before those of the mainland, by the table of pairs. */
  readonly pairs: Share & { readonly others: readonly string[] };
}

export const EXPLAINED_RANKS = 10_000;
export const EXPLAINED_CANTONESE_RANKS = 40_000;

export function measureHongKong(
  words: readonly BuiltWord[],
  { hongKongFirst }: Pick<HandWritten, 'hongKongFirst'>,
): HongKongMeasures {
  const cantonese = words.filter(({ register }) => register === '粵');
  const ranks = new Map(words.map(({ word, rank }) => [word, rank]));
  const pairs = hongKongFirst.map(({ value }) => [toHongKong(value.word), toHongKong(value.after)] as const);
  const others = pairs.filter(
    ([first, after]) => (ranks.get(first) ?? Number.POSITIVE_INFINITY) >= (ranks.get(after) ?? 0),
  );
  return {
    explained: explainedOf(words.filter(({ rank }) => rank < EXPLAINED_RANKS)),
    explainedCantonese: explainedOf(cantonese.filter(({ rank }) => rank < EXPLAINED_CANTONESE_RANKS)),
    unexplained: cantonese.filter(({ isExplained }) => !isExplained).map(({ word }) => word),
    contradictions: words.filter(contradicts).length,
    pairs: {
      words: pairs.length,
      found: pairs.length - others.length,
      others: others.map((pair) => pair.join('/')),
    },
  };
}

function explainedOf(words: readonly BuiltWord[]): Share {
  return { words: words.length, found: words.filter(({ chineseDefinition }) => chineseDefinition !== '').length };
}
