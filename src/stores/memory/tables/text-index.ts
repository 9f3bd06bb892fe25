import { type EntrySet, union } from '../columns/entry-set.ts';
import type { LexiconIndex } from '../columns/lexicon-index.ts';
import { postingsReader } from '../columns/postings.ts';

/** Sets of entries by character of the word, and by token of the definition. */
export interface TextIndex {
  withCharacter(character: string): EntrySet;
  withToken(token: string): EntrySet;
}

export function createTextIndex({ packed, size }: LexiconIndex): TextIndex {
  const withCharacter = postingsReader(
    { keys: packed.characters, starts: packed.characterStarts, bytes: packed.characterEntries },
    size,
  );
  const inDefinition = postingsReader(
    { keys: packed.tokens, starts: packed.tokenStarts, bytes: packed.tokenEntries },
    size,
  );
  return { withCharacter, withToken: (token) => union([inDefinition(token), withCharacter(token)], size) };
}
