import { isJyutpingPrefix, normalizePrefix } from '../../../lexicon/suggest-words.ts';
import type { LexiconIndex } from '../columns/lexicon-index.ts';
import { MAX_TOP_ENTRIES, type PrefixMatches, prefixIndex } from '../tables/prefix-index.ts';

/** Completes prefixes. */
export interface Suggester {
  /** Builds its tables in advance. */
  warm(): Promise<void>;
  /** At most `limit` words: the prefix itself first if it is a word, then by popularity. */
  suggest(typed: string, limit: number, vulgar: boolean): readonly string[] | Promise<readonly string[]>;
}

export interface WordFinder {
  /** The entry of a word, of an alias, or of a word in variant characters. */
  find(word: string): number | undefined;
  /** Replaces each variant character by its standard form: 说话 → 説話. */
  toHeadwordCharacters(word: string): string;
}

/** The first Han characters are above this; such prefixes are not jyutping. */
const FIRST_HAN = 0x2e80;
const mayBeLatin = (typed: string) => !(typed.charCodeAt(0) >= FIRST_HAN);

export function createSuggester(index: LexiconIndex, words: WordFinder): Suggester {
  const prefixes = prefixIndex(index);
  const vulgarColumn = index.columns.vulgar;
  const vulgarCell = vulgarColumn.dictionary.ids.get('true')! + 1;

  const collect = (ids: Uint32Array, exactId: number | undefined, limit: number, vulgar: boolean): string[] => {
    const suggestions: string[] = [];
    const isAllowed = (id: number) => vulgar || vulgarColumn.cells[id] !== vulgarCell;
    if (exactId !== undefined && limit > 0 && isAllowed(exactId)) suggestions.push(index.words.at(exactId));
    for (let i = 0; i < ids.length && suggestions.length < limit; i++) {
      const id = ids[i]!;
      if (id !== exactId && isAllowed(id)) suggestions.push(index.words.at(id));
    }
    return suggestions;
  };

  const complete = (prefix: string, { top, all }: PrefixMatches, limit: number, vulgar: boolean): string[] => {
    const exactId = words.find(prefix);
    const suggestions = collect(top, exactId, limit, vulgar);
    return suggestions.length === limit || top.length < MAX_TOP_ENTRIES
      ? suggestions
      : collect(all(), exactId, limit, vulgar);
  };

  const computeSuggestions = (typed: string, latin: string | undefined, limit: number, vulgar: boolean): string[] => {
    const prefix = typed.normalize('NFC').trim();
    const found = latin === undefined ? prefixes.byCharacters(prefix) : prefixes.byJyutping(latin);
    const matches = found.top.length > 0 ? found : prefixes.byCharacters(words.toHeadwordCharacters(prefix));
    return complete(prefix, matches, limit, vulgar);
  };

  return {
    warm: prefixes.warm,
    suggest(typed, limit, vulgar) {
      const latin = mayBeLatin(typed) ? normalizePrefix(typed) : '';
      return isJyutpingPrefix(latin)
        ? prefixes.warm().then(() => computeSuggestions(typed, latin, limit, vulgar))
        : computeSuggestions(typed, undefined, limit, vulgar);
    },
  };
}
