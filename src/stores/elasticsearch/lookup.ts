import type { Entry } from '../../lexicon/entry.ts';
import type { Lookup } from '../../lexicon/store.ts';
import { andClause, orClause, termsClause } from './clauses.ts';
import { entryOf, fieldValue, WHOLE_ENTRY } from './hits.ts';
import type { SearchBody } from './page-queries.ts';
import type { PinnedGeneration } from './pinned-generation.ts';

/** Words per search; longer lists are split. */
const WORDS_PER_SEARCH = 500;
/** Room for several entries that share an alias. */
const MAX_HITS = 10_000;
const SCAN_PAGE_SIZE = 5000;

/** Data of single characters, in memory. */
export interface CharacterIndex {
  /** Replaces each character by the headword that it is a variant of: 说话 → 説話. */
  toHeadwordCharacters(word: string): string;
  /** Whether a single-character headword is vulgar; undefined for other characters. */
  isVulgar(character: string): boolean | undefined;
  /** Single-character headwords, most popular first. */
  readonly headwords: readonly string[];
}

async function findVulgarCharacters(generation: PinnedGeneration): Promise<ReadonlySet<string>> {
  const { hits } = await generation.searchEntriesUncached({
    _source: false,
    docvalue_fields: ['char'],
    query: andClause([{ term: { length: '1' } }, { term: { vulgar: true } }]),
    size: SCAN_PAGE_SIZE,
    track_total_hits: false,
  });
  return new Set(hits.hits.map((hit) => String(fieldValue(hit, 'char'))));
}

/** Loads which single characters are headwords and which are variants, once per generation. */
export async function loadCharacters(generation: PinnedGeneration): Promise<CharacterIndex> {
  const canonical = new Map<string, string>();
  const headwords = new Map<string, boolean>();
  const vulgarCharacters = await findVulgarCharacters(generation);
  let searchAfter: number | undefined;
  for (;;) {
    const { hits } = await generation.searchEntriesUncached({
      _source: false,
      docvalue_fields: ['char', 'variant'],
      query: orClause([{ term: { length: '1' } }, { exists: { field: 'variant' } }]),
      sort: [{ rank: 'asc' }],
      size: SCAN_PAGE_SIZE,
      track_total_hits: false,
      ...(searchAfter === undefined ? {} : { search_after: [searchAfter] }),
    });
    for (const { fields } of hits.hits) {
      const char = fields?.char?.[0] as string;
      if ([...char].length === 1) headwords.set(char, vulgarCharacters.has(char));
      for (const variant of (fields?.variant ?? []) as readonly string[])
        if (!canonical.has(variant)) canonical.set(variant, char);
    }
    if (hits.hits.length < SCAN_PAGE_SIZE) break;
    searchAfter = hits.hits.at(-1)!.sort![0]!;
  }
  return {
    toHeadwordCharacters: (word) =>
      Array.from(word, (character) =>
        headwords.has(character) ? character : (canonical.get(character) ?? character),
      ).join(''),
    isVulgar: (character) => headwords.get(character),
    headwords: [...headwords.keys()],
  };
}

function headwordSearch(words: readonly string[]): SearchBody {
  return {
    ...WHOLE_ENTRY,
    query: termsClause('char', words),
    size: words.length,
    sort: [{ rank: 'asc' }],
    track_total_hits: false,
  };
}

/** Entries with one of the words as an alias, most popular first. */
function aliasSearch(words: readonly string[]): SearchBody {
  return {
    ...WHOLE_ENTRY,
    query: termsClause('alias', words),
    size: MAX_HITS,
    sort: [{ rank: 'asc' }],
    track_total_hits: false,
  };
}

/**
 * The entries of words: as a headword, as an alias of the most popular entry that has it, or as a headword written in headword
 * characters.
 */
export async function lookupWords(
  generation: PinnedGeneration,
  { toHeadwordCharacters }: CharacterIndex,
  words: readonly string[],
): Promise<Map<string, Lookup>> {
  const distinct = [...new Set(words)];
  const chunks: string[][] = [];
  for (let start = 0; start < distinct.length; start += WORDS_PER_SEARCH)
    chunks.push(distinct.slice(start, start + WORDS_PER_SEARCH));
  const responses = await generation.searchEntries(
    chunks.flatMap((chunk) => [
      headwordSearch([...new Set([...chunk, ...chunk.map(toHeadwordCharacters)])]),
      aliasSearch(chunk),
    ]),
  );
  const byChar = new Map<string, Entry>();
  const byAlias = new Map<string, Entry>();
  for (const [position, { hits }] of responses.entries()) {
    for (const hit of hits.hits) {
      const entry = entryOf(generation, hit);
      if (position % 2 === 0) byChar.set(entry.char, entry);
      else for (const alias of entry.aliases) if (!byAlias.has(alias)) byAlias.set(alias, entry);
    }
  }
  const found = new Map<string, Lookup>();
  for (const word of words) {
    const entry = byChar.get(word) ?? byAlias.get(word) ?? byChar.get(toHeadwordCharacters(word));
    if (entry) found.set(word, entry.char === word ? { entry } : { entry, normalizedFrom: word });
  }
  return found;
}
