import type { Entry } from '../../lexicon/entry.ts';
import type { Lookup } from '../../lexicon/store.ts';
import { allOf, anyOf, oneOf } from './clauses.ts';
import type { PinnedGeneration } from './generation.ts';
import { entryOf, fieldOf } from './hits.ts';
import type { SearchBody } from './page-queries.ts';

/** Words asked for in one search; more of them go in several. */
const CHUNK = 500;
/** Several entries may share an alias: room for all that a chunk can lead to. */
const MOST_HITS = 10_000;
const WALK = 5000;

/** What is known of single characters without asking. */
export interface Characters {
  /** Replaces each character by the headword that it is a variant of: 说话 → 説話. */
  inHeadwords(word: string): string;
  /** Whether a headword of one character is coarse; undefined for what is no such headword. */
  isVulgar(character: string): boolean | undefined;
  /** Headwords of one character, the most popular first. */
  readonly headwords: readonly string[];
}

async function coarseCharacters(generation: PinnedGeneration): Promise<ReadonlySet<string>> {
  const { hits } = await generation.walkEntries({
    _source: false,
    docvalue_fields: ['char'],
    query: allOf([{ term: { length: '1' } }, { term: { vulgar: true } }]),
    size: WALK,
    track_total_hits: false,
  });
  return new Set(hits.hits.map((hit) => String(fieldOf(hit, 'char'))));
}

/** Learns which single characters are headwords, and which are variants of which: asked for once a generation. */
export async function loadCharacters(generation: PinnedGeneration): Promise<Characters> {
  const canonical = new Map<string, string>();
  const headwords = new Map<string, boolean>();
  const coarse = await coarseCharacters(generation);
  let after: number | undefined;
  for (;;) {
    const { hits } = await generation.walkEntries({
      _source: false,
      docvalue_fields: ['char', 'variant'],
      query: oneOf([{ term: { length: '1' } }, { exists: { field: 'variant' } }]),
      sort: [{ rank: 'asc' }],
      size: WALK,
      track_total_hits: false,
      ...(after === undefined ? {} : { search_after: [after] }),
    });
    for (const { fields } of hits.hits) {
      const char = fields?.char?.[0] as string;
      if ([...char].length === 1) headwords.set(char, coarse.has(char));
      for (const variant of (fields?.variant ?? []) as readonly string[])
        if (!canonical.has(variant)) canonical.set(variant, char);
    }
    if (hits.hits.length < WALK) break;
    after = hits.hits.at(-1)!.sort![0]!;
  }
  return {
    inHeadwords: (word) =>
      Array.from(word, (character) =>
        headwords.has(character) ? character : (canonical.get(character) ?? character),
      ).join(''),
    isVulgar: (character) => headwords.get(character),
    headwords: [...headwords.keys()],
  };
}

function headwordSearch(words: readonly string[]): SearchBody {
  return { query: anyOf('char', words), size: words.length, sort: [{ rank: 'asc' }], track_total_hits: false };
}

/** Entries that have one of the words as alias, the most popular first. */
function aliasSearch(words: readonly string[]): SearchBody {
  return {
    query: anyOf('alias', words),
    size: MOST_HITS,
    sort: [{ rank: 'asc' }],
    track_total_hits: false,
  };
}

/** The entries that words lead to: as headword, as alias of the most popular entry that has it, as headword in other characters. */
export async function lookUp(
  generation: PinnedGeneration,
  { inHeadwords }: Characters,
  words: readonly string[],
): Promise<Map<string, Lookup>> {
  const distinct = [...new Set(words)];
  const chunks: string[][] = [];
  for (let at = 0; at < distinct.length; at += CHUNK) chunks.push(distinct.slice(at, at + CHUNK));
  const answers = await generation.askEntries(
    chunks.flatMap((chunk) => [
      headwordSearch([...new Set([...chunk, ...chunk.map(inHeadwords)])]),
      aliasSearch(chunk),
    ]),
  );
  const byChar = new Map<string, Entry>();
  const byAlias = new Map<string, Entry>();
  for (const [place, { hits }] of answers.entries()) {
    for (const hit of hits.hits) {
      const entry = entryOf(hit);
      if (place % 2 === 0) byChar.set(entry.char, entry);
      else for (const alias of entry.aliases) if (!byAlias.has(alias)) byAlias.set(alias, entry);
    }
  }
  const found = new Map<string, Lookup>();
  for (const word of words) {
    const entry = byChar.get(word) ?? byAlias.get(word) ?? byChar.get(inHeadwords(word));
    if (entry) found.set(word, entry.char === word ? { entry } : { entry, normalizedFrom: word });
  }
  return found;
}
