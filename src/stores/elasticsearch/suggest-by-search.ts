import { isJyutpingPrefix, normalizePrefix } from '../../lexicon/jyutping-prefix.ts';
import type { ListedWords } from '../../lexicon/listed-words.ts';
import { toHeadwordCharacters } from '../../lexicon/word-forms.ts';
import { type Clause, termsClause } from './clauses.ts';
import { fieldValue } from './hits.ts';
import type { SearchBody } from './page-queries.ts';
import type { PinnedGeneration } from './pinned-generation.ts';
import type { SearchResponse } from './searcher.ts';
import { jyutpingSearches, wordsByJyutping } from './suggest-by-jyutping.ts';
import { characterSuggestions } from './suggest-queries.ts';

/**
 * Suggestions of a lexicon whose word table holds only its most popular words, so that words are completed by the engine. One round
 * trip, as {@link file://./suggest.ts} would answer.
 */
export async function suggestBySearch(
  generation: PinnedGeneration,
  words: ListedWords,
  typed: string,
  limit: number,
  vulgar: boolean,
): Promise<string[]> {
  const latin = normalizePrefix(typed);
  const prefix = typed.normalize('NFC').trim();
  const canonical = toHeadwordCharacters(words, prefix);
  // Words of the table are known; others are looked up in the same search.
  const known = words.numberOf(prefix) ?? words.numberOfForm(prefix);
  // One more than requested, because the prefix itself may be among them.
  const searchLimit = limit + 1;
  const isJyutping = isJyutpingPrefix(latin);
  const searches: SearchBody[] = [
    {
      ...characterSuggestions(canonical, searchLimit, vulgar, canonical !== prefix),
      ...(known === undefined ? exactWordSearch(prefix, canonical) : {}),
    },
    ...(isJyutping
      ? jyutpingSearches(latin, searchLimit, vulgar)
      : canonical === prefix
        ? []
        : [characterSuggestions(prefix, searchLimit, vulgar, true)]),
  ];
  const [headwordResponse, ...prefixResponses] = await generation.searchEntries(searches);
  const direct = isJyutping
    ? wordsByJyutping(prefixResponses)
    : readSuggestions(prefixResponses[0] ?? headwordResponse!, vulgar);
  const completions = direct ?? readSuggestions(headwordResponse!, vulgar) ?? [];
  const exactWord =
    known === undefined
      ? findExactWord(headwordResponse!, prefix, canonical)
      : { word: words.text(known), vulgar: words.isVulgar(known) };
  const exactWords = exactWord && (vulgar || !exactWord.vulgar) ? [exactWord.word] : [];
  return [...exactWords, ...completions.filter((word) => word !== exactWord?.word)].slice(0, limit);
}

function suggestOptions(response: SearchResponse, name: string): string[] {
  return response.suggest?.[name]?.[0]?.options.map(({ text }) => text) ?? [];
}

/** A hit's score is the sum of these flags, so that its kind is known without fetching fields. */
const HEADWORD_SCORE = 4;
const ALIAS_SCORE = 2;
const VULGAR_SCORE = 1;

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
    // A form leads to one entry.
    size: headwords.length + 1,
    // With a second field, for the score comes among the values of a sort by several fields only.
    sort: [{ _score: 'desc' }, { rank: 'asc' }],
    track_total_hits: false,
  };
}

/** The word that the prefix names, by preference: a headword, the entry with that alias, a headword in headword characters. */
function findExactWord(
  response: SearchResponse,
  prefix: string,
  canonical: string,
): { word: string; vulgar: boolean } | undefined {
  const found = response.hits.hits.map((hit) => {
    const [score] = hit.sort as readonly [number, number];
    return {
      word: String(fieldValue(hit, 'char')),
      isAlias: (score & ALIAS_SCORE) > 0,
      vulgar: (score & VULGAR_SCORE) > 0,
    };
  });
  const findByText = (text: string) => found.find(({ word }) => word === text);
  return findByText(prefix) ?? found.find(({ isAlias }) => isAlias) ?? findByText(canonical);
}

/** The words, or undefined where none begins so, not even a coarse one. */
function readSuggestions(response: SearchResponse, vulgar: boolean): string[] | undefined {
  const words = suggestOptions(response, 'words');
  const isFound = words.length > 0 || (!vulgar && suggestOptions(response, 'found').length > 0);
  return isFound ? words : undefined;
}
