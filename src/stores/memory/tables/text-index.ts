import { type Postings, postingsReader } from '../../../generation/postings.ts';
import { createEntrySet, type EntrySet, NO_ENTRIES, union } from '../columns/entry-set.ts';
import type { LexiconIndex } from '../columns/lexicon-index.ts';

/** Sets of entries by character of the word, and by token of the definition. */
export interface TextIndex {
  withCharacter(character: string): EntrySet;
  withToken(token: string): EntrySet;
}

export function createTextIndex({ packed, size }: LexiconIndex): TextIndex {
  const withCharacter = entrySets(
    { keys: packed.characters, starts: packed.characterStarts, bytes: packed.characterEntries },
    size,
  );
  const inDefinition = entrySets({ keys: packed.tokens, starts: packed.tokenStarts, bytes: packed.tokenEntries }, size);
  return { withCharacter, withToken: (token) => union([inDefinition(token), withCharacter(token)], size) };
}

/** The set of entries with a key. Bit sets are kept, as there are few and they take time to make. */
function entrySets(postings: Postings, size: number): (key: string) => EntrySet {
  const { placeOf, idsAt } = postingsReader(postings);
  const bitSets = new Map<number, EntrySet>();
  return (key) => {
    const place = placeOf(key);
    if (place === undefined) return NO_ENTRIES;
    const kept = bitSets.get(place);
    if (kept) return kept;
    const set = createEntrySet(idsAt(place), size);
    if (set.kind === 'bits') bitSets.set(place, set);
    return set;
  };
}
