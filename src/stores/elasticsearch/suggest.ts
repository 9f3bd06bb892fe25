import { isJyutpingPrefix, normalizePrefix } from '../../lexicon/jyutping-prefix.ts';
import { type Clause, termsClause } from './clauses.ts';
import { fieldValue } from './hits.ts';
import type { CharacterIndex } from './lookup.ts';
import type { SearchBody } from './page-queries.ts';
import type { PinnedGeneration } from './pinned-generation.ts';
import type { SearchResponse } from './searcher.ts';
import { characterSuggestions, jyutpingSuggestions } from './suggest-queries.ts';

function suggestOptions(response: SearchResponse, name: string): string[] {
  return response.suggest?.[name]?.[0]?.options.map(({ text }) => text) ?? [];
}

interface SuggestionPlan {
  readonly searches: readonly SearchBody[];
  /** @param responses those to `searches`, in order */
  read(responses: readonly SearchResponse[]): string[];
}

/**
 * Completions of a prefix: the word that equals it first, then by popularity. If there are none, completions of the prefix written in
 * headword characters. One round trip.
 */
export async function suggestWords(
  generation: PinnedGeneration,
  characters: CharacterIndex,
  typed: string,
  limit: number,
  vulgar: boolean,
): Promise<string[]> {
  const { searches, read } = planSuggestions(characters, typed, limit, vulgar);
  return read(await generation.searchEntries(searches));
}

function planSuggestions(characters: CharacterIndex, typed: string, limit: number, vulgar: boolean): SuggestionPlan {
  const latin = normalizePrefix(typed);
  const prefix = typed.normalize('NFC').trim();
  const canonical = characters.toHeadwordCharacters(prefix);
  // Single-character words are in memory; longer prefixes are looked up as a word in the same search.
  const isVulgar = characters.isVulgar(prefix);
  // One more than requested, because the prefix itself may be among them.
  const searchLimit = limit + 1;
  const isJyutping = isJyutpingPrefix(latin);
  const searches: SearchBody[] = [
    {
      ...characterSuggestions(canonical, searchLimit, vulgar, canonical !== prefix),
      ...(isVulgar === undefined ? exactWordSearch(prefix, canonical) : {}),
    },
    ...(isJyutping
      ? [jyutpingSuggestions(latin, searchLimit, vulgar), ...(vulgar ? [] : [jyutpingSuggestions(latin, 1, true)])]
      : canonical === prefix
        ? []
        : [characterSuggestions(prefix, searchLimit, vulgar, true)]),
  ];
  const read: SuggestionPlan['read'] = ([headwordResponse, prefixResponse, anyMatch]) => {
    const directMatches = isJyutping
      ? {
          words: prefixResponse!.hits.hits.map((hit) => String(fieldValue(hit, 'char'))),
          anyMatch: (anyMatch ?? prefixResponse)!.hits.hits.length > 0,
        }
      : readSuggestions(prefixResponse ?? headwordResponse!, vulgar);
    const completions = directMatches.anyMatch ? directMatches.words : readSuggestions(headwordResponse!, vulgar).words;
    const exactWord =
      isVulgar === undefined ? findExactWord(headwordResponse!, prefix, canonical) : { word: prefix, vulgar: isVulgar };
    const exactWords = exactWord && (vulgar || !exactWord.vulgar) ? [exactWord.word] : [];
    return [...exactWords, ...completions.filter((word) => word !== exactWord?.word)].slice(0, limit);
  };
  return { searches, read };
}

/** A hit's score is the sum of these flags, so that its kind is known without fetching fields. */
const HEADWORD_SCORE = 4;
const ALIAS_SCORE = 2;
const VULGAR_SCORE = 1;
/** Upper bound of entries that share an alias. */
const MAX_ALIAS_MATCHES = 16;

/** Headwords equal to the prefix (or to it in headword characters), and entries that have it as an alias. */
function exactWordSearch(prefix: string, canonical: string): SearchBody {
  const headwords = [...new Set([prefix, canonical])];
  const constantScore = (boost: number, filter: Clause) => ({ constant_score: { filter, boost } });
  return {
    query: {
      bool: {
        must: [
          {
            bool: {
              should: [
                constantScore(HEADWORD_SCORE, termsClause('char', headwords)),
                constantScore(ALIAS_SCORE, { term: { alias: prefix } }),
              ],
            },
          },
        ],
        should: [constantScore(VULGAR_SCORE, { term: { vulgar: true } })],
      },
    },
    _source: false,
    docvalue_fields: ['char'],
    size: headwords.length + MAX_ALIAS_MATCHES,
    sort: [{ _score: 'desc' }, { rank: 'asc' }],
    track_total_hits: false,
  };
}

/** The word that the prefix names, by preference: a headword, the most popular entry with that alias, a headword in headword characters. */
function findExactWord(
  response: SearchResponse,
  prefix: string,
  canonical: string,
): { word: string; vulgar: boolean } | undefined {
  const found = response.hits.hits.map((hit) => {
    const [score, rank] = hit.sort as readonly [number, number];
    const [isAlias, vulgar] = [(score & ALIAS_SCORE) > 0, (score & VULGAR_SCORE) > 0];
    return { word: String(fieldValue(hit, 'char')), rank, isAlias, vulgar };
  });
  const findByText = (text: string) => found.find(({ word }) => word === text);
  const [byAlias] = found.filter(({ isAlias }) => isAlias).sort((a, b) => a.rank - b.rank);
  return findByText(prefix) ?? byAlias ?? findByText(canonical);
}

function readSuggestions(response: SearchResponse, vulgar: boolean): { words: string[]; anyMatch: boolean } {
  const words = suggestOptions(response, 'words');
  return { words, anyMatch: words.length > 0 || (!vulgar && suggestOptions(response, 'found').length > 0) };
}
