import { compareCodePoints } from '../../src/lexicon/code-points.ts';
import { readCedict } from '../sources/cc-cedict.ts';
import { readJieba } from '../sources/jieba.ts';
import { toHongKong } from '../sources/opencc.ts';
import { readJyutpingTrie } from '../sources/to-jyutping.ts';
import type { HandWritten } from '../tables/hand-written.ts';
import { chosenWords } from './curated.ts';
import { type Draft, gatherDrafts } from './drafts.ts';
import { meaningfulGlosses } from './glosses.ts';
import type { OperatorWishes, Patch } from './operator.ts';
import { distinctPinyins, learnPinyin } from './pinyin.ts';
import { popularityOf } from './popularity.ts';
import { createReadingBook, type ReadingBook } from './readings.ts';
import { aliasTarget, isWanted } from './selection.ts';

/** A word that is to be in the lexicon if it can be read. */
export interface GatheredWord {
  readonly draft: Draft;
  readonly patch: Patch | undefined;
  readonly glosses: readonly string[];
  readonly popularity: number;
}

export interface Gathered {
  /** Most popular first; ties in code point order. */
  readonly words: readonly GatheredWord[];
  readonly book: ReadingBook;
  /** Rarer ways of writing a word, which lead to it. */
  readonly variants: ReadonlyMap<string, readonly string[]>;
}

/** Reads the packages and decides which words the lexicon is to hold and how popular they are. */
export function gather(tables: HandWritten, wishes: OperatorWishes): Gathered {
  const trie = canonicalTrie(readJyutpingTrie());
  const drafts = gatherDrafts({
    cedict: readCedict(),
    jieba: readJieba(),
    trie,
    hand: tables.words.map((row) => row.value),
    added: wishes.patches.keys(),
  });
  const chosen = chosenWords(tables);
  const variants = new Map<string, string[]>();
  const words: GatheredWord[] = [];
  for (const draft of drafts.values()) {
    const patch = wishes.patches.get(draft.word);
    if (wishes.removedWords.has(draft.word)) continue;
    if (!patch && !isWanted(draft, chosen)) continue;
    const target = patch ? undefined : aliasTarget(draft, drafts);
    if (target !== undefined) variants.set(target, [...(variants.get(target) ?? []), draft.word]);
    else
      words.push({
        draft,
        patch,
        glosses: glossesOf(draft, patch),
        popularity: popularityOf(draft, chosen.has(draft.word), patch?.frequency_class),
      });
  }
  words.sort((a, b) => b.popularity - a.popularity || compareCodePoints(a.draft.word, b.draft.word));
  return { words, book: createBook(trie, drafts, tables, wishes), variants };
}

const SENSES = /;\s*/;

function glossesOf(draft: Draft, patch: Patch | undefined): string[] {
  if (patch?.definition !== undefined) return patch.definition.split(SENSES).filter((gloss) => gloss !== '');
  if (draft.hand.length > 0) return draft.hand.flatMap((row) => row.definition.split(SENSES));
  return meaningfulGlosses(draft.cedict);
}

function canonicalTrie(trie: ReadonlyMap<string, readonly string[]>): Map<string, readonly string[]> {
  const canonical = new Map<string, readonly string[]>();
  for (const [form, readings] of trie) {
    const word = toHongKong(form);
    if (word === form || !canonical.has(word)) canonical.set(word, readings);
  }
  return canonical;
}

function createBook(
  trie: ReadonlyMap<string, readonly string[]>,
  drafts: ReadonlyMap<string, Draft>,
  tables: HandWritten,
  wishes: OperatorWishes,
): ReadingBook {
  const polyphones = new Map<string, string[]>();
  for (const { value } of tables.polyphones) {
    const char = toHongKong(value.char);
    polyphones.set(char, [...(polyphones.get(char) ?? []), ...value.jyutping]);
  }
  const hand = new Map<string, readonly string[]>();
  for (const { value } of tables.words) {
    const word = toHongKong(value.word);
    // A word file tells of one use of a character; the table of polyphones ranks all of them.
    hand.set(word, [...(hand.get(word) ?? polyphones.get(word) ?? []), ...value.jyutping]);
  }
  for (const { value } of tables.overrides) hand.set(toHongKong(value.word), value.jyutping);
  for (const [word, { readings }] of wishes.patches) if (readings) hand.set(word, readings);
  const byPinyin = learnPinyin(knownReadings(trie, drafts), (char) => trie.get(char)?.[0]);
  return createReadingBook({ trie, hand, polyphones, byPinyin });
}

function* knownReadings(trie: ReadonlyMap<string, readonly string[]>, drafts: ReadonlyMap<string, Draft>) {
  for (const { word, cedict } of drafts.values()) {
    const pinyin = cedict.length > 0 && word.length > 1 ? distinctPinyins(word, cedict)[0] : undefined;
    if (pinyin) yield { word, pinyin, reading: trie.get(word)?.[0] };
  }
}
