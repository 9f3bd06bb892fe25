import type { Entry } from '../../lexicon/entry.ts';
import type { ListedWords } from '../../lexicon/listed-words.ts';
import type { Lookup } from '../../lexicon/store.ts';
import { findWord, toHeadwordCharacters } from '../../lexicon/word-forms.ts';
import { termsClause } from './clauses.ts';
import { entryOf, WHOLE_ENTRY } from './hits.ts';
import type { SearchBody } from './page-queries.ts';
import type { PinnedGeneration } from './pinned-generation.ts';

/** Words per search: the most that one answer holds is 10,000 hits. Longer lists are split. */
const WORDS_PER_SEARCH = 5000;

/** Entries that have one of the words in a field: a word is one entry, and a form leads to one. */
function wordSearch(field: 'char' | 'alias', words: readonly string[]): SearchBody {
  return {
    ...WHOLE_ENTRY,
    query: termsClause(field, words),
    size: words.length,
    sort: [{ rank: 'asc' }],
    track_total_hits: false,
  };
}

/** What to search for: headwords, and words that may be another form of one. */
interface Wanted {
  readonly headwords: readonly string[];
  readonly forms: readonly string[];
}

/** A word that the table knows leads to one headword; what a table of a part of the lexicon does not know may be anything. */
function wantedOf(words: ListedWords, asked: readonly string[]): Wanted {
  const headwords = new Set<string>();
  const forms: string[] = [];
  for (const word of new Set(asked)) {
    const known = words.isComplete ? findWord(words, word) : (words.numberOf(word) ?? words.numberOfForm(word));
    if (known !== undefined) headwords.add(words.text(known));
    else if (!words.isComplete) {
      headwords.add(word).add(toHeadwordCharacters(words, word));
      forms.push(word);
    }
  }
  return { headwords: [...headwords], forms };
}

function* chunksOf<T>(list: readonly T[], length: number): Generator<readonly T[]> {
  for (let start = 0; start < list.length; start += length) yield list.slice(start, start + length);
}

/**
 * The entries of words: as a headword, as another form of the entry that has it, or as a headword written in headword characters.
 */
export async function lookupWords(
  generation: PinnedGeneration,
  words: ListedWords,
  asked: readonly string[],
): Promise<Map<string, Lookup>> {
  const wanted = wantedOf(words, asked);
  const searches = [
    ...chunksOf(wanted.headwords, WORDS_PER_SEARCH).map((chunk) => wordSearch('char', chunk)),
    ...chunksOf(wanted.forms, WORDS_PER_SEARCH).map((chunk) => wordSearch('alias', chunk)),
  ];
  const byText = new Map<string, Entry>();
  if (searches.length > 0)
    for (const { hits } of await generation.searchEntries(searches))
      for (const entry of hits.hits.map((hit) => entryOf(generation, hit))) {
        byText.set(entry.char, entry);
        for (const alias of entry.aliases) if (!byText.has(alias)) byText.set(alias, entry);
      }
  const found = new Map<string, Lookup>();
  for (const word of asked) {
    const entry = byText.get(word) ?? byText.get(toHeadwordCharacters(words, word));
    if (entry) found.set(word, entry.char === word ? { entry } : { entry, normalizedFrom: word });
  }
  return found;
}
