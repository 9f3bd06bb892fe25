import { LRUCache } from 'lru-cache';
import { isJyutpingPrefix, normalizePrefix } from '../../lexicon/jyutping-prefix.ts';
import type { LexiconIndex } from './lexicon-index.ts';
import { type Prefixed, prefixIndex, TOP } from './prefixes.ts';

/** Completes what is typed. */
export interface Suggester {
  /** Makes its tables beforehand. */
  warm(): Promise<void>;
  /** At most `limit` words: the prefix itself first when it is a word, then the most popular. */
  suggest(typed: string, limit: number, vulgar: boolean): readonly string[] | Promise<readonly string[]>;
}

export interface WordFinder {
  /** The entry that a word, an alias, or a word in variant characters leads to. */
  find(word: string): number | undefined;
  /** Replaces each character by the one that it is a variant of: 说话 → 説話. */
  inHeadwordCharacters(word: string): string;
}

/** Below the first Han characters: most prefixes need not be looked at as jyutping. */
const FIRST_HAN = 0x2e80;
const mayBeLatin = (typed: string) => !(typed.charCodeAt(0) >= FIRST_HAN);

/** Answers kept at hand: what is typed is mostly the same. */
const KEPT_ANSWERS = 20_000;

export function suggester(index: LexiconIndex, words: WordFinder, kept = KEPT_ANSWERS): Suggester {
  const prefixes = prefixIndex(index);
  const answers = new LRUCache<string, readonly string[]>({ max: Math.max(1, kept) });
  const coarse = index.columns.vulgar;
  const coarseCell = coarse.names.ids.get('true')! + 1;

  const take = (ids: Uint32Array, whole: number | undefined, limit: number, vulgar: boolean): string[] => {
    const taken: string[] = [];
    const isAllowed = (id: number) => vulgar || coarse.cells[id] !== coarseCell;
    if (whole !== undefined && limit > 0 && isAllowed(whole)) taken.push(index.words.at(whole));
    for (let i = 0; i < ids.length && taken.length < limit; i++) {
      const id = ids[i]!;
      if (id !== whole && isAllowed(id)) taken.push(index.words.at(id));
    }
    return taken;
  };

  const complete = (prefix: string, { top, all }: Prefixed, limit: number, vulgar: boolean): string[] => {
    const whole = words.find(prefix);
    const taken = take(top, whole, limit, vulgar);
    return taken.length === limit || top.length < TOP ? taken : take(all(), whole, limit, vulgar);
  };

  const answer = (typed: string, limit: number, vulgar: boolean): string[] => {
    const latin = mayBeLatin(typed) ? normalizePrefix(typed) : '';
    const prefix = typed.normalize('NFC').trim();
    const found = isJyutpingPrefix(latin) ? prefixes.byJyutping(latin) : prefixes.byCharacters(prefix);
    const given = found.top.length > 0 ? found : prefixes.byCharacters(words.inHeadwordCharacters(prefix));
    return complete(prefix, given, limit, vulgar);
  };

  return {
    warm: prefixes.warm,
    suggest(typed, limit, vulgar) {
      const key = `${limit}${vulgar ? '+' : '-'}${typed}`;
      const known = answers.get(key);
      if (known) return known;
      const remember = () => {
        const words = answer(typed, limit, vulgar);
        if (kept > 0) answers.set(key, words);
        return words;
      };
      return mayBeLatin(typed) && isJyutpingPrefix(normalizePrefix(typed))
        ? prefixes.warm().then(remember)
        : remember();
    },
  };
}
