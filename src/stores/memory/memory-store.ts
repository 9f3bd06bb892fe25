import { LRUCache } from 'lru-cache';
import type { Entry, Reading } from '../../lexicon/entry.ts';
import type { EntryLine, Manifest, RelationLine } from '../../lexicon/formats.ts';
import { isJyutpingPrefix, normalizePrefix } from '../../lexicon/jyutping-prefix.ts';
import { entryOfLine } from '../../lexicon/lines.ts';
import type { PageQuery, RelationQuery } from '../../lexicon/query.ts';
import type {
  HomophoneGroup,
  Lexicon,
  LexiconStore,
  Lookup,
  Page,
  RelationPage,
  Replacement,
  ReplacementQuery,
  WordlistItem,
} from '../../lexicon/store.ts';
import { categoryCounts, vocabularyCounts } from './counts.ts';
import { countFacets } from './facet-counts.ts';
import { homophoneTable } from './homophone-table.ts';
import { type Lines, linesOf } from './jsonl.ts';
import { lateTable } from './late-table.ts';
import { buildIndex, type LexiconIndex } from './lexicon-index.ts';
import { placePage } from './page.ts';
import {
  buildRelations,
  findRelations,
  type PackedRelations,
  packRelations,
  relatedWords,
  relationScores,
} from './relation-table.ts';
import { findReplacements } from './replacements.ts';
import { groupRhymes } from './rhyme-groups.ts';
import { select } from './selection.ts';
import { firstMatchingReading } from './sound-match.ts';
import { prefixIndex } from './suggest.ts';
import { type TextIndex, textIndex } from './text-index.ts';

/** Parsed entries kept at hand; lines are parsed again when they have fallen out. */
const PARSED_ENTRIES = 20_000;
/** Entries between two places where work may be interrupted. */
const STRIDE = 64;

function entryReader(lines: Lines): (id: number) => Entry {
  const parsed = new LRUCache<number, Entry>({ max: PARSED_ENTRIES });
  return (id) => {
    let entry = parsed.get(id);
    if (!entry) parsed.set(id, (entry = entryOfLine(lines.parse<EntryLine>(id))));
    return entry;
  };
}

/** Replaces each character by the one it is a variant of: 说话 → 説話. */
function inHeadwordCharacters(index: LexiconIndex, word: string): string {
  const canonical = (character: string) => {
    const id = index.headwords.has(character) ? undefined : index.aliases.get(character);
    return id === undefined ? character : index.words[id]!;
  };
  return Array.from(word, canonical).join('');
}

/** Makes the late tables that a query looks into. */
async function warmFor({ words: { tokens, starts, ends, contains } }: PageQuery, text: TextIndex): Promise<void> {
  if (tokens) await text.warm();
  else if (starts || ends || contains) await text.warmCharacters();
}

function findWord(index: LexiconIndex, word: string): number | undefined {
  return index.headwords.get(word) ?? index.aliases.get(word) ?? index.headwords.get(inHeadwordCharacters(index, word));
}

function* wordlist(lines: Lines): Generator<void, WordlistItem[]> {
  const words: WordlistItem[] = [];
  for (let id = 0; id < lines.count; id++) {
    if (id % STRIDE === 0) yield;
    const line = lines.parse<EntryLine>(id);
    words.push({
      char: line.char,
      aliases: line.aliases,
      frequency: line.frequency,
      readings: line.readings.map((reading) => reading.jyutping),
      pos: line.pos,
      category: line.category,
      emotion: line.affect.emotion,
      themes: line.affect.themes,
      vulgar: line.vulgar,
      definition: line.length === 1 ? line.definition : '',
    });
  }
  return words;
}

/** The list of words, made once for all who ask at the same time: it is large, and nobody needs it for long. */
function sharedWordlist(lines: Lines): () => Promise<readonly WordlistItem[]> {
  let making: Promise<readonly WordlistItem[]> | undefined;
  const make = async () => {
    const words = lateTable(() => wordlist(lines));
    await words.warm();
    making = undefined;
    return words.get();
  };
  return () => (making ??= make());
}

/** A lexicon in memory makes some of its tables late. */
export interface MemoryLexicon extends Lexicon {
  /** Makes the late tables, so that no request has to wait for them. */
  warm(): Promise<void>;
}

/** A lexicon held in memory: `entries` and `relations` are the bytes of the built files, decompressed. */
export function memoryLexicon(manifest: Manifest, entries: Buffer, relations: Buffer): MemoryLexicon {
  return lexiconOf(manifest, entries, packRelations(linesOf(relations)));
}

/** The same, with the relations read beforehand. */
export function lexiconOf(manifest: Manifest, entries: Buffer, relations: PackedRelations): MemoryLexicon {
  const lines = linesOf(entries);
  const index = buildIndex(lines);
  const table = buildRelations(index, relations);
  const text = textIndex(index.words, lines);
  const prefixes = prefixIndex(index);
  const entryAt = entryReader(lines);
  const soundingLike = homophoneTable(index.words, lines);
  const readingAt = (id: number, reading: number): Reading =>
    entryAt(id).readings[reading - index.readings.starts[id]!]!;

  const lookupOne = (word: string): Lookup | undefined => {
    const id = findWord(index, word);
    if (id === undefined) return undefined;
    return index.words[id] === word ? { entry: entryAt(id) } : { entry: entryAt(id), normalizedFrom: word };
  };

  const page = (query: PageQuery): Page => {
    const selection = select(index, text, query.words, query.sound);
    const placed = placePage(index, selection, query.order, query.start, query.limit + 1);
    const shown = placed.slice(0, query.limit).map(({ id, score }) => {
      const reading = readingAt(id, firstMatchingReading(index, selection.matcher, id));
      return { entry: entryAt(id), reading, ...(score === undefined ? {} : { score }) };
    });
    const last = placed.length > query.limit ? placed[query.limit - 1] : undefined;
    return {
      total: selection.set.count,
      words: shown,
      ...(last ? { next: { order: last.order, ...(last.score === undefined ? {} : { score: last.score }) } } : {}),
      ...(query.facets.length > 0 ? { facets: countFacets(index, text, query, selection) } : {}),
    };
  };

  const relationPage = (query: RelationQuery): RelationPage => {
    const { total, found } = findRelations(index, table, query);
    const words = found.map(({ target, reading, source, score }) => ({
      entry: entryAt(target),
      reading: readingAt(target, reading),
      source,
      relationScore: score,
    }));
    return { total, words };
  };

  const suggest = (typed: string, limit: number, vulgar: boolean): string[] => {
    const latin = normalizePrefix(typed);
    const prefix = typed.normalize('NFC').trim();
    let ids = isJyutpingPrefix(latin) ? prefixes.byJyutping(latin) : prefixes.byCharacters(prefix);
    if (ids.length === 0) ids = prefixes.byCharacters(inHeadwordCharacters(index, prefix));
    const whole = findWord(index, prefix);
    const coarse = index.columns.vulgar;
    const allowed = (id: number) => vulgar || coarse.names.values[coarse.cells[coarse.starts[id]!]!] === 'false';
    const ordered = whole === undefined ? ids : [whole, ...ids.filter((id) => id !== whole)];
    const words: string[] = [];
    for (const id of ordered) {
      if (words.length === limit) break;
      if (allowed(id)) words.push(index.words[id]!);
    }
    return words;
  };

  const replacements = (query: ReplacementQuery): Replacement[] =>
    findReplacements(index, table, text, query).map(({ id, source, score }) => ({ entry: entryAt(id), source, score }));

  const homophones = (entry: Entry): HomophoneGroup[] =>
    entry.readings.map((reading) => ({
      reading,
      homophones: (soundingLike.get().get(reading.jyutping) ?? [])
        .filter((id) => index.words[id] !== entry.char)
        .map(entryAt),
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
    async page(query) {
      await warmFor(query, text);
      return page(query);
    },
    relations: async (query) => relationPage(query),
    relatedWords: async (word, source, limit) => relatedWords(index, table, word, source, limit),
    relationScores: async (word, type) => relationScores(index, table, word, type),
    async suggest(prefix, limit, { vulgar }) {
      if (isJyutpingPrefix(normalizePrefix(prefix))) await prefixes.warm();
      return suggest(prefix, limit, vulgar);
    },
    async homophones(entry) {
      await soundingLike.warm();
      return homophones(entry);
    },
    wordlist: sharedWordlist(lines),
    async warm() {
      await prefixes.warm();
      await text.warm();
      await soundingLike.warm();
    },
    replacements: async (queries) => queries.map(replacements),
    rhymes: async (query) =>
      groupRhymes(index, text, query).map(({ endTone, count, placed }) => ({
        endTone,
        count,
        words: placed.map(({ id, reading }) => ({ entry: entryAt(id), reading: readingAt(id, reading) })),
      })),
    categories: async () => categoryCounts(index, manifest),
    vocabulary: async () => vocabularyCounts(index, manifest),
  };
}

/** A store that {@link MemoryLexicon.warm | makes its late tables} beforehand when asked. */
export interface MemoryStore extends LexiconStore {
  warm(): Promise<void>;
}

/** A store whose one generation never changes. */
export function memoryStore(lexicon: MemoryLexicon): MemoryStore {
  return {
    read: (work) => work(lexicon),
    health: async () => ({ ready: true, detail: `embedded store, generation ${lexicon.generation.name}` }),
    onGeneration: () => () => undefined,
    close: async () => undefined,
    warm: () => lexicon.warm(),
  };
}

/** The bytes of a JSON Lines file that would hold these lines. */
export function linesToBytes(lines: readonly (EntryLine | RelationLine)[]): Buffer {
  return Buffer.from(lines.map((line) => JSON.stringify(line) + '\n').join(''));
}
