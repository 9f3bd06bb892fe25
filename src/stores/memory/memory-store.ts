import type { Entry, Reading } from '../../lexicon/entry.ts';
import type { EntryLine, Manifest, RelationLine } from '../../lexicon/formats.ts';
import type { RelationQuery } from '../../lexicon/query.ts';
import type {
  HomophoneGroup,
  Lexicon,
  LexiconStore,
  Lookup,
  PrepareGeneration,
  RelationPage,
  Replacement,
  ReplacementQuery,
} from '../../lexicon/store.ts';
import { categoryCounts, vocabularyCounts } from './counts.ts';
import { entryReader } from './entry-reader.ts';
import { homophoneTable } from './homophone-table.ts';
import { linesOf } from './jsonl.ts';
import { indexOf, type LexiconIndex } from './lexicon-index.ts';
import { packer } from './pack.ts';
import type { PackedLexicon } from './packed-lexicon.ts';
import { pages } from './pages.ts';
import { findRelations, relatedWords, relationScores, relationTable } from './relation-table.ts';
import { findReplacements } from './replacements.ts';
import { groupRhymes } from './rhyme-groups.ts';
import { suggester, type WordFinder } from './suggest.ts';
import { textIndex } from './text-index.ts';
import { sharedWordlist } from './wordlist.ts';

export interface MemoryOptions {
  /** Bytes of answers to keep for queries that come again; default 32 MB, 0 keeps none. */
  readonly keptBytes?: number;
}

const KEPT_BYTES = 32 * 2 ** 20;

function wordFinder(index: LexiconIndex): WordFinder {
  const inHeadwordCharacters = (word: string) => {
    const canonical = (character: string) => {
      const id = index.headword(character) === undefined ? index.alias(character) : undefined;
      return id === undefined ? character : index.words.at(id);
    };
    return Array.from(word, canonical).join('');
  };
  return {
    inHeadwordCharacters,
    find: (word) => index.headword(word) ?? index.alias(word) ?? index.headword(inHeadwordCharacters(word)),
  };
}

/** A lexicon in memory makes some of its tables late. */
export interface MemoryLexicon extends Lexicon {
  /** Makes the late tables, so that no request has to wait for them. */
  warm(): Promise<void>;
}

/** A lexicon held in memory: `entries` and `relations` are the bytes of the built files, decompressed. */
export function memoryLexicon(
  manifest: Manifest,
  entries: Buffer,
  relations: Buffer,
  options?: MemoryOptions,
): MemoryLexicon {
  return lexiconOf(manifest, packLines(entries, relations), options);
}

/** Packs the lines of the built files, decompressed. */
export function packLines(entries: Buffer, relations: Buffer): PackedLexicon {
  const pack = packer();
  const [entryLines, relationLines] = [linesOf(entries), linesOf(relations)];
  for (let line = 0; line < entryLines.count; line++) pack.entry(entryLines.parse<EntryLine>(line));
  for (let line = 0; line < relationLines.count; line++) pack.relation(relationLines.parse<RelationLine>(line));
  return pack.finish();
}

/** The same, of a lexicon that is packed already. */
export function lexiconOf(manifest: Manifest, packed: PackedLexicon, options: MemoryOptions = {}): MemoryLexicon {
  const { keptBytes = KEPT_BYTES } = options;
  const index = indexOf(packed);
  const entries = entryReader(index);
  const table = relationTable(packed);
  const text = textIndex(index, entries);
  const finder = wordFinder(index);
  const suggestions = keptBytes === 0 ? suggester(index, finder, 0) : suggester(index, finder);
  const paging = pages(index, entries, text, keptBytes);
  const soundingLike = homophoneTable(index, entries);
  const readingAt = (id: number, reading: number): Reading =>
    entries.entry(id).readings[reading - index.readings.starts[id]!]!;

  const lookupOne = (word: string): Lookup | undefined => {
    const id = finder.find(word);
    if (id === undefined) return undefined;
    const entry = entries.entry(id);
    return entry.char === word ? { entry } : { entry, normalizedFrom: word };
  };

  const relationPage = (query: RelationQuery): RelationPage => {
    const { total, found } = findRelations(index, table, query);
    const words = found.map(({ target, reading, source, score }) => ({
      entry: entries.entry(target),
      reading: readingAt(target, reading),
      source,
      relationScore: score,
    }));
    return { total, words };
  };

  const replacements = (query: ReplacementQuery): Replacement[] =>
    findReplacements(index, table, text, query).map(({ id, source, score }) => ({
      entry: entries.entry(id),
      source,
      score,
    }));

  const homophones = (entry: Entry): HomophoneGroup[] =>
    entry.readings.map((reading) => ({
      reading,
      homophones: (soundingLike.get().get(reading.jyutping) ?? [])
        .filter((id) => index.words.at(id) !== entry.char)
        .map(entries.entry),
    }));

  return {
    generation: {
      name: manifest.generation,
      entries: index.size,
      relations: table.targets.length,
      sources: manifest.sources,
    },
    lookup: async (words) => {
      const found = new Map<string, Lookup>();
      for (const word of words) {
        const lookup = lookupOne(word);
        if (lookup) found.set(word, lookup);
      }
      return found;
    },
    page: async (query) => paging.page(query),
    relations: async (query) => relationPage(query),
    relatedWords: async (word, source, limit) => relatedWords(index, table, word, source, limit),
    relationScores: async (word, type) => relationScores(index, table, word, type),
    suggest: async (prefix, limit, { vulgar }) => suggestions.suggest(prefix, limit, vulgar),
    async homophones(entry) {
      await soundingLike.warm();
      return homophones(entry);
    },
    wordlist: sharedWordlist(index, entries),
    async warm() {
      await suggestions.warm();
      await paging.warm();
      await text.warm();
      await soundingLike.warm();
    },
    replacements: async (queries) => queries.map(replacements),
    rhymes: async (query) =>
      groupRhymes(index, text, query).map(({ endTone, count, placed }) => ({
        endTone,
        count,
        words: placed.map(({ id, reading }) => ({ entry: entries.entry(id), reading: readingAt(id, reading) })),
      })),
    categories: async () => categoryCounts(index, manifest),
    vocabulary: async () => vocabularyCounts(index, manifest),
  };
}

/** A store that {@link MemoryLexicon.warm | makes its late tables} beforehand when asked. */
export interface MemoryStore extends LexiconStore {
  warm(): Promise<void>;
}

/** A store whose one generation never changes. It is ready once `prepare` has been done, which is begun by `warm`. */
export function memoryStore(lexicon: MemoryLexicon, prepare: readonly PrepareGeneration[] = []): MemoryStore {
  const { name } = lexicon.generation;
  let isReady = prepare.length === 0;
  return {
    read: (work) => work(lexicon),
    health: async () =>
      isReady
        ? { ready: true, detail: `embedded store, generation ${name}` }
        : { ready: false, detail: `the word tables of generation ${name} are being made` },
    onGeneration: () => () => undefined,
    close: async () => undefined,
    async warm() {
      await Promise.all(prepare.map((work) => work(lexicon)));
      isReady = true;
      await lexicon.warm();
    },
  };
}

/** The bytes of a JSON Lines file that would hold these lines. */
export function linesToBytes(lines: readonly (EntryLine | RelationLine)[]): Buffer {
  return Buffer.from(lines.map((line) => JSON.stringify(line) + '\n').join(''));
}
