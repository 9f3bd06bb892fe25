import { isJyutpingPrefix, normalizePrefix } from '../../lexicon/jyutping-prefix.ts';
import { anyOf } from './clauses.ts';
import type { PinnedGeneration } from './generation.ts';
import { entryOf, fieldOf } from './hits.ts';
import type { Variants } from './lookup.ts';
import type { SearchBody } from './page-queries.ts';
import type { Answer } from './search.ts';
import { characterSuggestions, jyutpingSuggestions } from './suggest-queries.ts';

function suggested(answer: Answer, name: string): string[] {
  return answer.suggest?.[name]?.[0]?.options.map(({ text }) => text) ?? [];
}

/**
 * Words that a prefix begins: the word that it is itself first, then by popularity. A prefix that nothing begins with is tried again
 * in headword characters. One round trip.
 */
export async function suggestWords(
  generation: PinnedGeneration,
  variants: Variants,
  typed: string,
  limit: number,
  vulgar: boolean,
): Promise<string[]> {
  const latin = normalizePrefix(typed);
  const prefix = typed.normalize('NFC').trim();
  const mapped = variants(prefix);
  // One more than is asked, for the prefix itself may be among them.
  const wanted = limit + 1;
  const asJyutping = isJyutpingPrefix(latin);
  const searches: SearchBody[] = [
    // The word itself is looked up in the same search as what it begins.
    { ...characterSuggestions(mapped, wanted, vulgar), ...wholeSearch(prefix, mapped) },
    ...(asJyutping
      ? [jyutpingSuggestions(latin, wanted, vulgar), ...(vulgar ? [] : [jyutpingSuggestions(latin, 1, true)])]
      : mapped === prefix
        ? []
        : [characterSuggestions(prefix, wanted, vulgar)]),
  ];
  const [inHeadwords, first, any] = await generation.askEntries(searches);
  const begun = () => {
    const direct = asJyutping
      ? {
          words: first!.hits.hits.map((hit) => String(fieldOf(hit, 'char'))),
          any: (any ?? first)!.hits.hits.length > 0,
        }
      : wordsOf(first ?? inHeadwords!, vulgar);
    return direct.any ? direct.words : wordsOf(inHeadwords!, vulgar).words;
  };
  const found = inHeadwords!.hits.hits.map(entryOf);
  const named = (word: string) => found.find(({ char }) => char === word);
  const [alias] = found.filter(({ aliases }) => aliases.includes(prefix)).sort((a, b) => a.rank - b.rank);
  const whole = named(prefix) ?? alias ?? named(mapped);
  const shownWhole = whole && (vulgar || !whole.vulgar) ? [whole.char] : [];
  return [...shownWhole, ...begun().filter((word) => word !== whole?.char)].slice(0, limit);
}

/** The headwords that are written so, then the most popular entry that has the prefix as alias. */
function wholeSearch(prefix: string, mapped: string): SearchBody {
  const headwords = [...new Set([prefix, mapped])];
  return {
    query: {
      bool: {
        should: [
          { constant_score: { filter: anyOf('char', headwords), boost: 2 } },
          { constant_score: { filter: { term: { alias: prefix } }, boost: 1 } },
        ],
      },
    },
    _source: ['entry'],
    size: headwords.length + 1,
    sort: [{ _score: 'desc' }, { rank: 'asc' }],
    track_total_hits: false,
  };
}

function wordsOf(answer: Answer, vulgar: boolean): { words: string[]; any: boolean } {
  const words = suggested(answer, 'words');
  return { words, any: words.length > 0 || (!vulgar && suggested(answer, 'found').length > 0) };
}
