import type { Style } from '../../cantonese/context-rules.ts';
import { codesMatchingPattern } from '../../cantonese/contour.ts';
import type { ListedWords } from '../../lexicon/listed-words.ts';
import { likenessOfRows, meaningVector, sumOfMeanings } from '../../lexicon/meaning.ts';
import type { PartnerRelation } from '../../lexicon/partner-relations.ts';
import type { ReplacementQuery } from '../../lexicon/query.ts';
import type { Lexicon } from '../../lexicon/store.ts';

/** Phrases of two words that go together, composed for a place from what they are to say. */

/** Grammatical forms of a phrase; the form decides what it may stand for. */
export const PHRASE_FORMS = [
  'verb and object',
  'adjective and noun',
  'adverb and verb',
  'measure and noun',
  'noun and verb',
] as const;
export type PhraseForm = (typeof PHRASE_FORMS)[number];

/** Grammatical kind of a group of neighbouring words. */
export type PhraseKind = 'noun' | 'verb' | 'clause';

interface FormRow {
  readonly form: PhraseForm;
  readonly kind: PhraseKind;
  /** Points of every phrase of the form: those of nouns break the grammar of a line more seldom. */
  readonly points: number;
  /** Relations that join a word to its partner, and whether the partner is the first word of the phrase. */
  readonly relations: readonly (readonly [relation: PartnerRelation, partnerFirst: boolean])[];
  /** Characters put around the two words, in lines of each style. */
  readonly spoken: readonly Filling[];
  readonly written: readonly Filling[];
}

/** Characters before the first word, and between the two; '' for none. */
type Filling = readonly [before: string, between: string];

const fillingBetween = (...words: string[]): Filling[] => words.map((word) => ['', word]);
const fillingBefore = (...words: string[]): Filling[] => words.map((word) => [word, '']);

const FORMS: readonly FormRow[] = [
  {
    form: 'verb and object',
    kind: 'verb',
    points: 0,
    relations: [
      ['done_to', true],
      ['takes', false],
    ],
    spoken: fillingBetween('', '咗', '過', '緊', '住'),
    written: fillingBetween('', '了', '過', '着'),
  },
  {
    form: 'adverb and verb',
    kind: 'verb',
    points: 0,
    relations: [
      ['how', true],
      ['how_of', false],
    ],
    spoken: fillingBetween(''),
    written: fillingBetween(''),
  },
  {
    form: 'adjective and noun',
    kind: 'noun',
    points: 7,
    relations: [
      ['like_what', true],
      ['describes', false],
    ],
    spoken: fillingBetween('', '嘅'),
    written: fillingBetween('', '的'),
  },
  {
    form: 'measure and noun',
    kind: 'noun',
    points: 7,
    relations: [['measure', true]],
    spoken: fillingBefore('一', '嗰'),
    written: fillingBefore('一', '這', '那'),
  },
  {
    form: 'noun and verb',
    kind: 'clause',
    points: 0,
    relations: [
      ['does', false],
      ['by', true],
    ],
    spoken: fillingBetween('', '都', '又', '仲', '會'),
    written: fillingBetween('', '正', '在', '已', '又', '會'),
  },
];

const RELATIONS = [...new Set(FORMS.flatMap(({ relations }) => relations.map(([relation]) => relation)))];

/** Length of a phrase in characters, both bounds included. */
export const PHRASE_LENGTH = { least: 3, most: 5 };
/** Length in characters of the longest word of a phrase. */
const LONGEST_WORD = 3;
/**
 * Bounds of the work: `heads` words like each word of the place, by their length from 1 character on; `partners` of
 * each head in each relation; `weighed` phrases whose meaning is compared.
 */
const MOST = { heads: [16, 48, 16], partners: 40, weighed: 400 };
/** Points for each unit: likeness, fit with neighbours, rank among partners, ln of rarity, character that stays. */
const POINTS = { likeness: 0.02, fit: 0.1, place: -0.05, rare: -1, stays: 2.5 };
/** Characters that stay and have points; more of them have none. */
const MOST_STAYING = 2;
/** Popularity rank from which on a word counts as rare. */
const USUAL_RANK = 4000;
/** Points of a phrase that half of all lyricists would sing, and of a unit of log odds. Fit: `phrase-labels.tsv`. */
const EVEN = { points: 28, unit: 10 };
/** Likeness below which the phrase says something else; 1600 is the same meaning. */
const LEAST_LIKENESS = 600;
/** All codes of one digit, of two, and so on up to the longest word. */
const ALL_CODES = Array.from({ length: LONGEST_WORD }, (_, i) => codesMatchingPattern('?'.repeat(i + 1)));

/** The place of a phrase in the line, with the meaning that the phrase is to have. */
export interface PhrasePlace {
  /** In characters. */
  readonly length: number;
  /** Kind of phrase that fits; undefined for any. */
  readonly kind: PhraseKind | undefined;
  readonly style: Style;
  /** The characters beside it. */
  readonly before: string | undefined;
  readonly after: string | undefined;
  /** Content words of the place with their meanings: the first 94 numbers of `row` are the components. */
  readonly content: readonly { readonly word: string; readonly row: Int8Array }[];
  /** Sum of the meanings of the content words. */
  readonly meaning: Int8Array;
  /** Whether the melody and all else of the place allow a phrase. */
  readonly allows: (phrase: string, jyutping: string) => boolean;
}

export interface ComposedPhrase<P extends PhrasePlace> {
  readonly place: P;
  readonly form: PhraseForm;
  readonly phrase: string;
  readonly jyutping: string;
  readonly parts: readonly [string, string];
  readonly points: number;
}

export interface ComposeSources extends Pick<Lexicon, 'replacements' | 'partnerNames' | 'meanings'> {
  readonly table: ListedWords;
}

/** Phrases for the places, the nearest in meaning first. Three round trips: words like those of each place, partners, meanings. */
export async function composePhrases<P extends PhrasePlace>(
  places: readonly P[],
  sources: ComposeSources,
  yieldIfDue: () => Promise<void> | undefined,
): Promise<ComposedPhrase<P>[]> {
  const headsOf = await wordsLikeThose(places, sources);
  const heads = [...new Set([...headsOf.values()].flat())];
  const names = await sources.partnerNames({ words: heads, relations: RELATIONS, perRelation: MOST.partners });
  const partnersOf = new Map(heads.map((head, i) => [head, names[i]!]));
  const composed: ComposedPhrase<P>[] = [];
  for (const place of places) {
    const best = new Map<string, ComposedPhrase<P>>();
    for (const head of new Set(place.content.flatMap(({ word }) => headsOf.get(word)!))) {
      const due = yieldIfDue();
      if (due) await due;
      const counts = new Map<PartnerRelation, number>();
      for (const { word, relation } of partnersOf.get(head)!) {
        const rank = counts.get(relation) ?? 0;
        counts.set(relation, rank + 1);
        for (const phrase of phrasesOf(sources.table, place, { head, partner: word, relation, rank })) {
          const key = phrase.parts.join(' ');
          if ((best.get(key)?.points ?? -Infinity) < phrase.points) best.set(key, phrase);
        }
      }
    }
    composed.push(...best.values());
  }
  return await rankedByMeaning(composed, sources);
}

/** Each content word of the places, mapped to itself and the words most like it in meaning, whatever their tones. */
async function wordsLikeThose(
  places: readonly PhrasePlace[],
  sources: ComposeSources,
): Promise<Map<string, readonly string[]>> {
  const content = new Map(places.flatMap((place) => place.content.map(({ word, row }) => [word, row] as const)));
  const queries = [...content].flatMap(([word, row]) =>
    ALL_CODES.map(
      (codes, i): ReplacementQuery => ({ word, length: i + 1, similar: { vector: meaningVector(row), codes } }),
    ),
  );
  const lists = await sources.replacements(queries);
  return new Map(
    [...content.keys()].map((word, i) => {
      const alike = lists.slice(i * ALL_CODES.length, (i + 1) * ALL_CODES.length).map((list, length) =>
        [...list]
          .sort((a, b) => b.likeness - a.likeness || a.entry.rank - b.entry.rank)
          .slice(0, MOST.heads[length]!)
          .map(({ entry }) => entry.char),
      );
      return [word, [...new Set([word, ...alike.flat()])]];
    }),
  );
}

/** Per cent, 0 to 100: the share of phrases with so many points that a lyricist would sing. */
export const preferenceOfPhrase = (points: number): number =>
  Math.round(100 / (1 + Math.exp((EVEN.points - points) / EVEN.unit)));

interface Pair {
  readonly head: string;
  readonly partner: string;
  readonly relation: PartnerRelation;
  /** Rank of the partner among those of the relation, from 0. */
  readonly rank: number;
}

/** The phrases of a pair that the place allows. */
function phrasesOf<P extends PhrasePlace>(table: ListedWords, place: P, pair: Pair): ComposedPhrase<P>[] {
  const found = FORMS.filter(({ kind }) => place.kind === undefined || kind === place.kind).flatMap((form) =>
    form.relations.flatMap(([name, partnerFirst]) => (name === pair.relation ? [{ form, partnerFirst }] : [])),
  )[0];
  if (!found) return [];
  const parts: [string, string] = found.partnerFirst ? [pair.partner, pair.head] : [pair.head, pair.partner];
  const characters = Array.from(parts.join(''));
  const fillingLength = place.length - characters.length;
  const [first, second] = [table.numberOf(parts[0]), table.numberOf(parts[1])];
  if (fillingLength < 0 || fillingLength > 1 || first === undefined || second === undefined) return [];
  const staying = characters.filter((character) => place.content.some(({ word }) => word.includes(character))).length;
  if (table.isVulgar(first) || table.isVulgar(second)) return [];
  return found.form[place.style].flatMap(([before, middle]) => {
    if (before.length + middle.length !== fillingLength) return [];
    const texts = [before, parts[0], middle, parts[1]].filter((text) => text !== '');
    const phrase = texts.join('');
    const readings = texts.map((text) => table.find(text)?.readings[0]);
    const jyutping = readings.join(' ');
    if (readings.includes(undefined) || !place.allows(phrase, jyutping)) return [];
    const rarity = [first, second].reduce((sum, number) => sum + Math.max(0, Math.log((number + 1) / USUAL_RANK)), 0);
    const left = table.fitOf(first, before || place.before, middle || undefined);
    const right = table.fitOf(second, middle || undefined, place.after);
    if (middle !== '' && !table.fitOf(first, undefined, middle).isSeen) return [];
    const points =
      found.form.points +
      (left.points + right.points) * POINTS.fit +
      pair.rank * POINTS.place +
      rarity * POINTS.rare +
      Math.min(MOST_STAYING, staying) * POINTS.stays;
    return [{ place, form: found.form.form, phrase, jyutping, parts, points }];
  });
}

/** The phrases whose two words together mean about what they stand for; most points first. */
async function rankedByMeaning<P extends PhrasePlace>(
  composed: ComposedPhrase<P>[],
  sources: ComposeSources,
): Promise<ComposedPhrase<P>[]> {
  const likely = composed.sort((a, b) => b.points - a.points).slice(0, MOST.weighed);
  const names = [...new Set(likely.flatMap(({ parts }) => parts))];
  const { words: rows } = await sources.meanings({ words: names, tokens: [] });
  const weighed = likely.flatMap((phrase) => {
    const { parts, place, points } = phrase;
    const meaning = sumOfMeanings(parts.flatMap((part) => (rows.has(part) ? [[rows.get(part)!, 1] as const] : [])));
    const likeness = meaning ? likenessOfRows(meaning, place.meaning) : 0;
    return likeness < LEAST_LIKENESS ? [] : [{ ...phrase, points: points + likeness * POINTS.likeness }];
  });
  return weighed.sort((a, b) => b.points - a.points);
}
