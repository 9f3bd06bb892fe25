import type { PartOfSpeech } from '../../../lexicon/entry.ts';
import type { WordlistItem } from '../../../lexicon/store.ts';
import { type EntryReader, themesOf } from '../columns/entry-reader.ts';
import type { LexiconIndex } from '../columns/lexicon-index.ts';
import { FLAGS } from '../columns/packed-lexicon.ts';
import { lazyTable } from '../tables/lazy-table.ts';

/** Entries processed between two yields. */
const YIELD_INTERVAL = 64;

function* buildWordlist({ packed, words, size }: LexiconIndex, entries: EntryReader): Generator<void, WordlistItem[]> {
  const list: WordlistItem[] = [];
  for (let id = 0; id < size; id++) {
    if (id % YIELD_INTERVAL === 0) yield;
    const category = packed.category[id]!;
    const isCharacter = packed.lengths[packed.length[id]! - 1] === '1';
    list.push({
      char: words.at(id),
      aliases: entries.aliases(id),
      frequency: packed.frequency[id]!,
      readings: entries.jyutping(id),
      pos: packed.partsOfSpeech[packed.pos[id]! - 1] as PartOfSpeech,
      category: category === 0 ? null : packed.categories[category - 1]!,
      emotion: packed.emotions[packed.emotion[id]! - 1]!,
      themes: themesOf(packed.themes, packed.taggedStarts, packed.taggedThemes, id),
      vulgar: (packed.flags[id]! & FLAGS.vulgar) !== 0,
      definition: isCharacter ? entries.definition(id) : '',
    });
  }
  return list;
}

/** The list of words, computed once for concurrent callers and not cached: it is large and needed briefly. */
export function sharedWordlist(index: LexiconIndex, entries: EntryReader): () => Promise<readonly WordlistItem[]> {
  let pending: Promise<readonly WordlistItem[]> | undefined;
  const build = async () => {
    const words = lazyTable(() => buildWordlist(index, entries));
    await words.warm();
    pending = undefined;
    return words.get();
  };
  return () => (pending ??= build());
}
