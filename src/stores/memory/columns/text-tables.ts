import { FLAGS } from '../../../generation/packed-lexicon.ts';
import { type Postings, postingsReader } from '../../../generation/postings.ts';
import { isCharacter } from '../../../lexicon/code-points.ts';
import { type LazyTable, lazyTable } from '../../../time-slicing.ts';
import type { EntryReader } from './entry-reader.ts';
import { createEntrySet, type EntrySet, NO_ENTRIES, union } from './entry-set.ts';
import type { LexiconIndex } from './lexicon-index.ts';

/** Tables from texts to entries: by character and token, by reading (homophones), by usual spelling. */

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

/** Ids of the single characters with a reading, ascending, by the reading's jyutping. */
type HomophoneTable = ReadonlyMap<string, readonly number[]>;

const YIELD_INTERVAL = 64;

export const lazyHomophoneTable = (index: LexiconIndex, entries: EntryReader): LazyTable<HomophoneTable> =>
  lazyTable(() => buildHomophoneTable(index, entries));

function* buildHomophoneTable(
  { packed, size, words }: LexiconIndex,
  entries: EntryReader,
): Generator<void, HomophoneTable> {
  const table = new Map<string, number[]>();
  for (let id = 0; id < size; id++) {
    if (id % YIELD_INTERVAL === 0) yield;
    if (packed.lengthNames[packed.length[id]! - 1] !== '1' || !isCharacter(words.at(id))) continue;
    for (const jyutping of entries.jyutping(id)) {
      const ids = table.get(jyutping);
      if (!ids) table.set(jyutping, [id]);
      else if (ids.at(-1) !== id) ids.push(id);
    }
  }
  return table;
}

/** The other spellings of a word, whose usual spelling is `variantOf` if it is not that itself. */
export function variantFinder({ packed: { flags } }: LexiconIndex, entries: EntryReader) {
  let spellings: Map<string, string[]> | undefined;
  /** Few words have another spelling, so their entries are read when this is first needed. */
  const spellingsOf = (usual: string): readonly string[] => {
    if (!spellings) {
      spellings = new Map();
      for (let id = 0; id < flags.length; id++) {
        if (!(flags[id]! & FLAGS.variant)) continue;
        const { char, variantOf } = entries.entry(id);
        const others = spellings.get(variantOf!);
        if (others) others.push(char);
        else spellings.set(variantOf!, [char]);
      }
    }
    return spellings.get(usual) ?? [];
  };
  return (word: string, variantOf = word): readonly string[] =>
    [variantOf, ...spellingsOf(variantOf)].filter((spelling) => spelling !== word);
}
