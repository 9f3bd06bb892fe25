import { setImmediate } from 'node:timers/promises';
import { type MeaningFiles, packLines, packWords } from '../../generation/pack.ts';
import type { PackedLexicon } from '../../generation/packed-lexicon.ts';
import type { Entry } from '../../lexicon/entry.ts';
import { FACETS } from '../../lexicon/facets.ts';
import type { EntryLine, Manifest, RelationLine } from '../../lexicon/formats.ts';
import {
  findWord,
  type ListedWords,
  listedWords,
  toHeadwordCharacters,
  type WordForms,
} from '../../lexicon/listed-words.ts';
import { type MeaningQuery, type Meanings, meaningsOfSenses, partsOfSenses } from '../../lexicon/meaning.ts';
import type { PackedWords } from '../../lexicon/packed-words.ts';
import type { RelationQuery, ReplacementQuery } from '../../lexicon/query.ts';
import { similarityFeatures } from '../../lexicon/similarity.ts';
import {
  countedCategories,
  countedVocabulary,
  type HomophoneGroup,
  type Lexicon,
  type LexiconStore,
  type Lookup,
  type MatchedEntry,
  type PrepareGeneration,
  type RelationPage,
  type Replacement,
} from '../../lexicon/store.ts';
import { createYielder, yieldingMethods } from '../../time-slicing.ts';
import { entryReader } from './columns/entry-reader.ts';
import { createLexiconIndex, type LexiconIndex } from './columns/lexicon-index.ts';
import { createMeaningReader, createMeaningRows } from './columns/meaning-rows.ts';
import { createTextIndex, lazyHomophoneTable, variantFinder } from './columns/text-tables.ts';
import { wordCounter } from './query/facet-counts.ts';
import { createPageReader } from './query/page-reader.ts';
import {
  findPartners,
  findRelations,
  partnerNames,
  relatedWords,
  relationScores,
  relationTable,
} from './query/relation-table.ts';
import { createReplacementFinder } from './query/replacements.ts';
import { groupRhymes } from './query/rhyme-groups.ts';
import { createSuggester, type WordFinder } from './query/suggest.ts';

interface MemoryOptions {
  /** Called at most once, when the words for annotation are first needed; absent where nothing is annotated. */
  readonly words?: () => PackedWords;
}

function wordFinder({ headword, alias, words }: LexiconIndex): WordFinder {
  const forms: WordForms = {
    numberOf: headword,
    numberOfForm: alias,
    headwordOf(character) {
      const id = alias(character);
      return id === undefined ? undefined : words.at(id);
    },
  };
  return {
    toHeadwordCharacters: (word) => toHeadwordCharacters(forms, word),
    find: (word) => findWord(forms, word),
  };
}

/** A lexicon in memory, some of whose tables are built lazily. */
export interface MemoryLexicon extends Lexicon {
  /** Builds the lazy tables, so that no request has to wait for them. */
  warm(): Promise<void>;
}

/** Opens a lexicon from the decompressed bytes of the built files; without `meanings` no word has a meaning. */
export function memoryLexicon(
  manifest: Manifest,
  entries: Buffer,
  relations: Buffer,
  meanings?: MeaningFiles,
): MemoryLexicon {
  return lexiconFromPacked(manifest, packLines(entries, relations, meanings), { words: () => packWords(entries) });
}

/** Opens a packed lexicon. */
export function lexiconFromPacked(
  manifest: Manifest,
  { meaningRows, meaningTokens, meaningTokenRows, ...packed }: PackedLexicon,
  options: MemoryOptions = {},
): MemoryLexicon {
  const index = createLexiconIndex(packed);
  const rows = createMeaningRows(meaningRows, index.size);
  const meaningReader = createMeaningReader(index, rows, { names: meaningTokens, rows: meaningTokenRows });
  const entries = entryReader(index);
  const relationIndex = relationTable(packed);
  const text = createTextIndex(index);
  const finder = wordFinder(index);
  const suggestions = createSuggester(index, finder);
  const pageReader = createPageReader({ index, entries, text, rows });
  const otherSpellings = variantFinder(index, entries);
  const homophoneIndex = lazyHomophoneTable(index, entries);
  const countWords = wordCounter(index);
  let openWords: ListedWords | undefined;
  const listedWord = (id: number, reading: number): MatchedEntry => {
    const entry = entries.listed(id);
    return { entry, reading: entry.readings[reading - index.readings.starts[id]!]! };
  };

  const lookupWord = (word: string): Lookup | undefined => {
    const id = finder.find(word);
    if (id === undefined) return undefined;
    const entry = entries.entry(id);
    return entry.char === word ? { entry } : { entry, normalizedFrom: word };
  };

  const meanings = ({ words, tokens }: MeaningQuery): Meanings => ({
    words: meaningReader.known(words, meaningReader.ofWord),
    tokens: meaningReader.known(tokens, meaningReader.ofToken),
  });

  const relationPage = (query: RelationQuery): RelationPage => {
    const { total, found } = findRelations(index, relationIndex, query);
    const words = found.map(({ target, reading, source, score, sense }) => ({
      ...listedWord(target, reading),
      source,
      relationScore: score,
      ...(sense === undefined ? {} : { sense }),
    }));
    return { total, words };
  };

  const findReplacements = createReplacementFinder({ index, rows, table: relationIndex });
  const replacements = (query: ReplacementQuery): Replacement[] => {
    const own = meaningReader.ofWord(query.word);
    return findReplacements(query).map(({ id, ...rest }) => ({
      entry: entries.listed(id),
      ...rest,
      likeness: meaningReader.likeness(rest.source === 'similar' ? query.similar!.vector : own, id),
    }));
  };

  const homophones = (entry: Entry): HomophoneGroup[] =>
    entry.readings.map((reading) => ({
      reading,
      homophones: (homophoneIndex.get().get(reading.jyutping) ?? [])
        .filter((id) => index.words.at(id) !== entry.char)
        .map(entries.listed),
    }));

  const lexicon: MemoryLexicon = {
    generation: {
      name: manifest.generation,
      entries: index.size,
      relations: relationIndex.targets.length,
      sources: manifest.sources,
    },
    lookup: async (words) => {
      const found = new Map<string, Lookup>();
      for (const word of words) {
        const lookup = lookupWord(word);
        if (lookup) found.set(word, lookup);
      }
      return found;
    },
    page: async (query) => pageReader.page(query),
    relations: async (query) => relationPage(query),
    relationTotals: async (queries) => queries.map((query) => findRelations(index, relationIndex, query).total),
    relatedWords: async (word, source, limit) => relatedWords(index, relationIndex, word, source, limit),
    async partners(query) {
      const { total, found, counts } = findPartners(index, relationIndex, query);
      const words = found.map(({ target, reading, relation, source, score }) => ({
        ...listedWord(target, reading),
        relation,
        source,
        relationScore: score,
      }));
      return { total, words, counts };
    },
    partnerNames: async (query) => partnerNames(index, relationIndex, query),
    async similarityBasis({ char, variantOf, senses }) {
      const row = meaningReader.ofWord(char);
      return {
        ...(row ? { row } : {}),
        synonyms: relationScores(index, relationIndex, char, 'syn'),
        antonyms: relationScores(index, relationIndex, char, 'ant').map(({ word }) => word),
        senses: meaningsOfSenses(senses, meanings(partsOfSenses(senses))),
        variants: otherSpellings(char, variantOf),
      };
    },
    meanings: async (query) => meanings(query),
    suggest: async (prefix, limit, { vulgar }) => suggestions.suggest(prefix, limit, vulgar),
    async homophones(entry) {
      await homophoneIndex.warm();
      return homophones(entry);
    },
    wordTable: async () => (openWords ??= openListedWords(options)),
    async warm() {
      await suggestions.warm();
      await pageReader.warm();
      await homophoneIndex.warm();
      if (index.size > 0) await rehearsePageByMeaning(lexicon, entries.entry(0));
    },
    replacements: async (queries) => {
      // A long line asks for some hundred, each of which scans rows.
      const yieldIfDue = createYielder();
      const lists: Replacement[][] = [];
      for (const query of queries) {
        await yieldIfDue();
        lists.push(replacements(query));
      }
      return lists;
    },
    rhymes: async (query) =>
      groupRhymes(index, text, query).map(({ endTone, count, matches: placed }) => ({
        endTone,
        count,
        words: placed.map(({ id, reading }) => listedWord(id, reading)),
      })),
    categories: async () => countedCategories(manifest.vocabulary, countWords),
    vocabulary: async () => countedVocabulary(manifest.vocabulary, countWords),
  };
  return yieldingMethods(lexicon);
}

/**
 * Asks, in steps, for a page of words like `entry` with all facets. The first one makes tables and is compiled while it runs, which would
 * hold the event loop for several times as long as any later one does.
 */
async function rehearsePageByMeaning(lexicon: Lexicon, entry: Entry): Promise<void> {
  const features = similarityFeatures(entry, await lexicon.similarityBasis(entry));
  for (const facets of [[], FACETS]) {
    await setImmediate();
    await lexicon.page({
      words: { themeScope: 'tagged' },
      sound: {},
      order: { by: 'similarity', features },
      start: { offset: 0 },
      limit: 1,
      facets,
    });
  }
}

function openListedWords({ words }: MemoryOptions): ListedWords {
  if (!words) throw new Error('This lexicon was opened without the words for annotation.');
  return listedWords(words());
}

/** A store that builds its lazy tables on {@link MemoryLexicon.warm}. */
export interface MemoryStore extends LexiconStore {
  warm(): Promise<void>;
}

/** A store with one generation. It is ready once `prepare` has completed, which `warm` starts. */
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

/** The bytes of a JSON Lines file of these lines; for tests. */
export function linesToBytes(lines: readonly (EntryLine | RelationLine)[]): Buffer {
  return Buffer.from(lines.map((line) => JSON.stringify(line) + '\n').join(''));
}
