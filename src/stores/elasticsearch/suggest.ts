import { FINALS, INITIALS } from '../../cantonese/jyutping.ts';
import { isJyutpingPrefix, normalizePrefix } from '../../lexicon/jyutping-prefix.ts';
import { USUAL_SUGGESTIONS } from '../../lexicon/limits.ts';
import { anyOf, type Clause } from './clauses.ts';
import type { PinnedGeneration } from './generation.ts';
import { fieldOf } from './hits.ts';
import type { Characters } from './lookup.ts';
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
  characters: Characters,
  typed: string,
  limit: number,
  vulgar: boolean,
): Promise<string[]> {
  const latin = normalizePrefix(typed);
  const prefix = typed.normalize('NFC').trim();
  const mapped = characters.inHeadwords(prefix);
  // Of one character it is known whether it is a word; more of them are looked up in the same search as what they begin.
  const isVulgar = characters.isVulgar(prefix);
  // One more than is asked, for the prefix itself may be among them; not fewer than usual, so that whoever wants fewer finds them kept.
  const wanted = Math.max(limit, USUAL_SUGGESTIONS.limit) + 1;
  const asJyutping = isJyutpingPrefix(latin);
  const searches: SearchBody[] = [
    {
      ...characterSuggestions(mapped, wanted, vulgar, mapped !== prefix),
      ...(isVulgar === undefined ? wholeSearch(prefix, mapped) : {}),
    },
    ...(asJyutping
      ? [jyutpingSuggestions(latin, wanted, vulgar), ...(vulgar ? [] : [jyutpingSuggestions(latin, 1, true)])]
      : mapped === prefix
        ? []
        : [characterSuggestions(prefix, wanted, vulgar, true)]),
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
  const whole = isVulgar === undefined ? wholeOf(inHeadwords!, prefix, mapped) : { word: prefix, vulgar: isVulgar };
  const shownWhole = whole && (vulgar || !whole.vulgar) ? [whole.word] : [];
  return [...shownWhole, ...begun().filter((word) => word !== whole?.word)].slice(0, limit);
}

/** First characters of words that are asked for ahead, and how many of them in one round trip. */
const AHEAD = 2048;
const AT_ONCE = 16;

/** The first letter, and the first two, of every syllable that could be. */
const LETTERS = [
  ...new Set(
    INITIALS.flatMap((initial) => FINALS.map((final) => initial + final)).flatMap((form) => [
      form.slice(0, 1),
      form.slice(0, 2),
    ]),
  ),
];

/**
 * Asks what the most popular characters begin, and the first letters of jyutping, as it is usually asked, so that the answers are at
 * hand when somebody types their first character. Ends early when `isOver`.
 */
export async function suggestAhead(
  generation: PinnedGeneration,
  characters: Characters,
  isOver: () => boolean,
): Promise<void> {
  const { limit, vulgar } = USUAL_SUGGESTIONS;
  const typed = [...characters.headwords.slice(0, AHEAD), ...LETTERS];
  for (let at = 0; at < typed.length && !isOver(); at += AT_ONCE) {
    const some = typed.slice(at, at + AT_ONCE);
    await Promise.all(some.map((prefix) => suggestWords(generation, characters, prefix, limit, vulgar)));
  }
}

/** What a hit is, as its score tells: a sum of these. Its fields need not be read for that. */
const HEADWORD = 4;
const ALIAS = 2;
const VULGAR = 1;
/** So many entries may share an alias. */
const MOST_WITH_ALIAS = 16;

/** The headwords that are written so, and the entries that have the prefix as alias. */
function wholeSearch(prefix: string, mapped: string): SearchBody {
  const headwords = [...new Set([prefix, mapped])];
  const worth = (boost: number, filter: Clause) => ({ constant_score: { filter, boost } });
  return {
    query: {
      bool: {
        must: [
          { bool: { should: [worth(HEADWORD, anyOf('char', headwords)), worth(ALIAS, { term: { alias: prefix } })] } },
        ],
        should: [worth(VULGAR, { term: { vulgar: true } })],
      },
    },
    _source: false,
    docvalue_fields: ['char'],
    size: headwords.length + MOST_WITH_ALIAS,
    sort: [{ _score: 'desc' }, { rank: 'asc' }],
    track_total_hits: false,
  };
}

/** The word that a prefix is: a headword written so, the most popular entry with that alias, a headword in other characters. */
function wholeOf(answer: Answer, prefix: string, mapped: string): { word: string; vulgar: boolean } | undefined {
  const found = answer.hits.hits.map((hit) => {
    const [score, rank] = hit.sort as readonly [number, number];
    const [isAlias, vulgar] = [(score & ALIAS) > 0, (score & VULGAR) > 0];
    return { word: String(fieldOf(hit, 'char')), rank, isAlias, vulgar };
  });
  const named = (text: string) => found.find(({ word }) => word === text);
  const [byAlias] = found.filter(({ isAlias }) => isAlias).sort((a, b) => a.rank - b.rank);
  return named(prefix) ?? byAlias ?? named(mapped);
}

function wordsOf(answer: Answer, vulgar: boolean): { words: string[]; any: boolean } {
  const words = suggested(answer, 'words');
  return { words, any: words.length > 0 || (!vulgar && suggested(answer, 'found').length > 0) };
}
