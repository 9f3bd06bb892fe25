import { compareCodePoints } from '../../src/lexicon/code-points.ts';
import type { EntryLine, RelationLine } from '../../src/lexicon/formats.ts';
import { readCedict } from '../sources/cc-cedict.ts';
import { readJieba } from '../sources/jieba.ts';
import { toHongKong } from '../sources/opencc.ts';
import { readJyutpingTrie } from '../sources/to-jyutping.ts';
import type { HandWritten } from '../tables/hand-written.ts';
import { assignAliases } from './aliases.ts';
import { chosenWords, curatedRelations, deniedRelations, standardEquivalents } from './curated.ts';
import { type Draft, gatherDrafts } from './drafts.ts';
import { createEntryWriter } from './entries.ts';
import { meaningfulGlosses } from './glosses.ts';
import { startMeaningThread } from './meaning-client.ts';
import { partOfTag } from './part-of-speech.ts';
import { distinctPinyins, learnPinyin } from './pinyin.ts';
import { popularityOf } from './popularity.ts';
import { createReadingBook, type ReadingBook } from './readings.ts';
import { collectRelations, type Relations } from './relations.ts';
import { aliasTarget, isWanted } from './selection.ts';

/** Steps of the build, in order, with the share of time each takes. */
export const STEPS = ['sources', 'words', 'readings', 'meaning', 'relations', 'entries'] as const;
export type Step = (typeof STEPS)[number];

export interface Composition {
  /** Number of entries. */
  readonly size: number;
  entries(): Iterable<EntryLine>;
  relations(): Iterable<RelationLine>;
  readonly missing: Relations['missing'];
}

/** A word of the lexicon, everything about sound and place decided. */
export interface ComposedWord {
  readonly draft: Draft;
  readonly glosses: readonly string[];
  readonly popularity: number;
  readonly readings: EntryLine['readings'];
}

export async function compose(tables: HandWritten, onStep: (step: Step) => void): Promise<Composition> {
  onStep('sources');
  const thread = startMeaningThread();
  try {
    const trie = canonicalTrie(readJyutpingTrie());
    const drafts = gatherDrafts({
      cedict: readCedict(),
      jieba: readJieba(),
      trie,
      hand: tables.words.map((row) => row.value),
    });
    onStep('words');
    const chosen = chosenWords(tables);
    const variants = new Map<string, string[]>();
    const wanted = chooseWords(drafts, chosen, variants);
    onStep('readings');
    const words = readWords(wanted, createBook(trie, drafts, tables), chosen);
    const answer = thread.ask({
      words: words.flatMap(bridgeWord),
      emotions: tables.emotions.map(({ value }) => ({ label: value.emotion, seeds: value.seeds })),
      themes: tables.themes.map(({ value }) => ({ label: value.theme, seeds: value.seeds })),
    });
    const names = words.map(({ draft }) => draft.word);
    const aliasesOf = assignAliases(names, (word) => variants.get(word) ?? []);
    onStep('meaning');
    const { meanings, synonyms, antonyms } = await answer;
    onStep('relations');
    const vulgar = new Set(words.filter(isVulgar).map(({ draft }) => draft.word));
    const relations = collectRelations({
      words: names,
      curated: curatedRelations(tables),
      synonyms,
      antonyms,
      denied: deniedRelations(tables),
      standards: standardEquivalents(tables),
      isVulgar: (word) => vulgar.has(word),
    });
    onStep('entries');
    const writer = createEntryWriter({
      words,
      relations,
      tables,
      meanings: new Map(meanings.map((meaning) => [meaning.word, meaning])),
      aliasesOf,
      isVulgar: (word) => vulgar.has(word),
    });
    return {
      size: words.length,
      entries: () => writer.entries(),
      relations: () => relationLines(names, relations),
      missing: relations.missing,
    };
  } finally {
    await thread.close();
  }
}

function canonicalTrie(trie: ReadonlyMap<string, readonly string[]>): Map<string, readonly string[]> {
  const canonical = new Map<string, readonly string[]>();
  for (const [form, readings] of trie) {
    const word = toHongKong(form);
    if (word === form || !canonical.has(word)) canonical.set(word, readings);
  }
  return canonical;
}

function chooseWords(
  drafts: Map<string, Draft>,
  chosen: ReadonlySet<string>,
  variants: Map<string, string[]>,
): Draft[] {
  const wanted: Draft[] = [];
  for (const draft of drafts.values()) {
    if (!isWanted(draft, chosen)) continue;
    const target = aliasTarget(draft, drafts);
    if (target === undefined) wanted.push(draft);
    else variants.set(target, [...(variants.get(target) ?? []), draft.word]);
  }
  return wanted;
}

function createBook(
  trie: ReadonlyMap<string, readonly string[]>,
  drafts: ReadonlyMap<string, Draft>,
  tables: HandWritten,
): ReadingBook {
  const hand = new Map<string, string[]>();
  for (const { value } of tables.words) {
    const word = toHongKong(value.word);
    hand.set(word, [...(hand.get(word) ?? []), ...value.jyutping]);
  }
  for (const { value } of tables.overrides) hand.set(toHongKong(value.word), value.jyutping);
  const polyphones = new Map<string, string[]>();
  for (const { value } of tables.polyphones) {
    const char = toHongKong(value.char);
    polyphones.set(char, [...(polyphones.get(char) ?? []), ...value.jyutping]);
  }
  const byPinyin = learnPinyin(knownReadings(trie, drafts), (char) => trie.get(char)?.[0]);
  return createReadingBook({ trie, hand, polyphones, byPinyin });
}

function* knownReadings(trie: ReadonlyMap<string, readonly string[]>, drafts: ReadonlyMap<string, Draft>) {
  for (const { word, cedict } of drafts.values()) {
    const pinyin = cedict.length > 0 && word.length > 1 ? distinctPinyins(cedict)[0] : undefined;
    if (pinyin) yield { word, pinyin, reading: trie.get(word)?.[0] };
  }
}

/** Words that can be read, most popular first; ties in code point order. */
function readWords(drafts: readonly Draft[], book: ReadingBook, chosen: ReadonlySet<string>): ComposedWord[] {
  const words: ComposedWord[] = [];
  for (const draft of drafts) {
    const readings = book.readingsOf(draft.word, distinctPinyins(draft.cedict));
    if (!readings) continue;
    const glosses =
      draft.hand.length > 0
        ? draft.hand.flatMap((row) => row.definition.split(/;\s*/))
        : meaningfulGlosses(draft.cedict);
    words.push({ draft, glosses, readings, popularity: popularityOf(draft, chosen.has(draft.word)) });
  }
  return words.sort((a, b) => b.popularity - a.popularity || compareCodePoints(a.draft.word, b.draft.word));
}

const NAME_TAG = /^(nr|ns|nt|nz)/;
const LEAST_RELATABLE = 0.5;
const LONGEST_RELATABLE = 4;

function bridgeWord({ draft, glosses, popularity }: ComposedWord) {
  if (glosses.length === 0) return [];
  const name = NAME_TAG.test(draft.tag) && draft.cedict.every((row) => /^[A-Z]/.test(row.pinyin));
  return [
    {
      word: draft.word,
      glosses,
      pos: draft.hand[0]?.pos ?? partOfTag(draft.tag),
      popularity,
      relatable:
        draft.hand.length > 0 ||
        (!name && popularity > LEAST_RELATABLE && Array.from(draft.word).length <= LONGEST_RELATABLE),
    },
  ];
}

const VULGAR_LABEL = /\(vulgar\)/i;

function isVulgar({ draft }: ComposedWord): boolean {
  if (draft.hand.length > 0) return draft.hand.some((row) => row.flags === 'vulgar');
  return VULGAR_LABEL.test(draft.cedict[0]?.glosses[0] ?? '');
}

function* relationLines(names: readonly string[], relations: Relations): Generator<RelationLine> {
  for (const [number, word] of names.entries()) {
    const order = { syn: 0, ant: 0 };
    for (const { related, type, source, score, sense } of relations.of(number))
      yield { word, related: names[related]!, type, source, score, order: order[type]++, sense };
  }
}
