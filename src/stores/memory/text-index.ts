import type { EntryLine } from '../../lexicon/formats.ts';
import { tokensOf } from '../../lexicon/tokens.ts';
import type { Lines } from './jsonl.ts';
import { type EntrySet, NO_ENTRIES, setOfIds, union } from './postings.ts';

/** Which entries have a character, or a token in their definition. */
export interface TextIndex {
  withCharacter(character: string): EntrySet;
  withToken(token: string): EntrySet;
}

function group(size: number, keysOf: (id: number) => Iterable<string>): (key: string) => EntrySet {
  const lists = new Map<string, number[]>();
  for (let id = 0; id < size; id++) {
    for (const key of new Set(keysOf(id))) {
      const list = lists.get(key);
      if (list) list.push(id);
      else lists.set(key, [id]);
    }
  }
  const sets = new Map<string, EntrySet>();
  for (const [key, ids] of lists) sets.set(key, setOfIds(Uint32Array.from(ids), size));
  return (key) => sets.get(key) ?? NO_ENTRIES;
}

/** Both tables are made when they are first needed: a start has no time for them. */
export function textIndex(words: readonly string[], lines: Lines): TextIndex {
  let characters: ((key: string) => EntrySet) | undefined;
  let definitions: ((key: string) => EntrySet) | undefined;
  const withCharacter = (character: string) => (characters ??= group(words.length, (id) => words[id]!))(character);
  const withDefinitionToken = (token: string) =>
    (definitions ??= group(words.length, (id) => tokensOf(lines.parse<EntryLine>(id).definition)))(token);
  return {
    withCharacter,
    withToken: (token) => union([withDefinitionToken(token), withCharacter(token)], words.length),
  };
}
