import type { Style } from '../../cantonese/context-rules.ts';
import { codesMatchingPattern } from '../../cantonese/contour.ts';
import type { ListedWords } from '../../lexicon/listed-words.ts';
import { likenessOfRows, meaningVector, sumOfMeanings } from '../../lexicon/meaning.ts';
import type { PartnerRelation } from '../../lexicon/partner-relations.ts';
import type { Lexicon, ReplacementQuery } from '../../lexicon/store.ts';

/** Phrases of two words that go together, composed for a place from what they are to say. */

/** What a phrase is, and so what it may stand for. */
export const PHRASE_FORMS = [
  'verb and object',
  'adjective and noun',
  'adverb and verb',
  'measure and noun',
  'noun and verb',
] as const;
export type PhraseForm = (typeof PHRASE_FORMS)[number];

/** What neighbouring words are together. */
export type PhraseKind = 'noun' | 'verb' | 'clause';

interface FormRow {
  readonly form: PhraseForm;
  readonly is: PhraseKind;
  /** What a phrase of the form has: those of nouns break the grammar of a line more seldom. */
  readonly points: number;
  /** By what a word is joined to its partner, and whether the partner comes first. */
  readonly relations: readonly (readonly [relation: PartnerRelation, partnerFirst: boolean])[];
  /** What stands before, between: in lines of each style. */
  readonly spoken: readonly Filling[];
  readonly written: readonly Filling[];
}

type Filling = readonly [before: string, between: string];

const between = (...words: string[]): Filling[] => words.map((word) => ['', word]);
const counted = (...words: string[]): Filling[] => words.map((word) => [word, '']);

const FORMS: readonly FormRow[] = [
  {
    form: 'verb and object',
    is: 'verb',
    points: 0,
    relations: [
      ['done_to', true],
      ['takes', false],
    ],
    spoken: between('', '咗', '過', '緊', '住'),
    written: between('', '了', '過', '着'),
  },
  {
    form: 'adverb and verb',
    is: 'verb',
    points: 0,
    relations: [
      ['how', true],
      ['how_of', false],
    ],
    spoken: between(''),
    written: between(''),
  },
  {
    form: 'adjective and noun',
    is: 'noun',
    points: 7,
    relations: [
      ['like_what', true],
      ['describes', false],
    ],
    spoken: between('', '嘅'),
    written: between('', '的'),
  },
  {
    form: 'measure and noun',
    is: 'noun',
    points: 7,
    relations: [['measure', true]],
    spoken: counted('一', '嗰'),
    written: counted('一', '這', '那'),
  },
  {
    form: 'noun and verb',
    is: 'clause',
    points: 0,
    relations: [
      ['does', false],
      ['by', true],
    ],
    spoken: between('', '都', '又', '仲', '會'),
    written: between('', '正', '在', '已', '又', '會'),
  },
];

const RELATIONS = [...new Set(FORMS.flatMap(({ relations }) => relations.map(([relation]) => relation)))];

/** Places that a phrase may take. */
export const PHRASE_LENGTH = { least: 3, most: 5 };
const LONGEST_WORD = 3;
/** Bounds of the work: words of each length like each word, partners of each by relation, phrases that are held against their meaning. */
const MOST = { heads: [16, 48, 16], partners: 40, weighed: 400 };
/** What a phrase has for a step of likeness, of fit with its neighbours, of its place among partners, of rarity, for a character that stays. */
const POINTS = { likeness: 0.02, fit: 0.1, place: -0.05, rare: -1, stays: 2.5 };
const MOST_STAYING = 2;
/** Words from here on are the rarer the less a lyricist takes them. */
const USUAL_RANK = 4000;
/** Points of a phrase that half of all lyricists would sing, and a unit of log odds: fitted on `data/quality/phrase-labels.tsv`. */
const EVEN = { points: 28, unit: 10 };
/** With less the phrase says something else. */
const LEAST_LIKENESS = 600;
/** Of words of one place, of two and so on. */
const ALL_CODES = Array.from({ length: LONGEST_WORD }, (_, i) => codesMatchingPattern('?'.repeat(i + 1)));

/** Where a phrase is to stand, and what it is to say. */
export interface PhrasePlace {
  /** In characters. */
  readonly length: number;
  /** Undefined: anything. */
  readonly is: PhraseKind | undefined;
  readonly style: Style;
  /** The characters beside it. */
  readonly before: string | undefined;
  readonly after: string | undefined;
  /** Words that say something, and their meanings. */
  readonly content: readonly { readonly word: string; readonly row: Int8Array }[];
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
        for (const one of phrasesOf(sources.table, place, { head, partner: word, relation, rank })) {
          const key = one.parts.join(' ');
          if ((best.get(key)?.points ?? -Infinity) < one.points) best.set(key, one);
        }
      }
    }
    composed.push(...best.values());
  }
  return await rankedByMeaning(composed, sources);
}

/** For each word of the places itself and those most like it in meaning, whatever their tones. */
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

/** The share of phrases with such points that a lyricist would sing, in per cent. */
export const preferenceOfPhrase = (points: number): number =>
  Math.round(100 / (1 + Math.exp((EVEN.points - points) / EVEN.unit)));

interface Pair {
  readonly head: string;
  readonly partner: string;
  readonly relation: PartnerRelation;
  /** Of the partner among those of the relation, from 0. */
  readonly rank: number;
}

/** The phrases of a pair that the place allows. */
function phrasesOf<P extends PhrasePlace>(table: ListedWords, place: P, pair: Pair): ComposedPhrase<P>[] {
  const found = FORMS.filter(({ is }) => place.is === undefined || is === place.is).flatMap((form) =>
    form.relations.flatMap(([name, partnerFirst]) => (name === pair.relation ? [{ form, partnerFirst }] : [])),
  )[0];
  if (!found) return [];
  const parts: [string, string] = found.partnerFirst ? [pair.partner, pair.head] : [pair.head, pair.partner];
  const room = place.length - Array.from(parts.join('')).length;
  const [first, second] = [table.numberOf(parts[0]), table.numberOf(parts[1])];
  if (room < 0 || room > 1 || first === undefined || second === undefined) return [];
  const staying = Array.from(parts.join('')).filter((character) =>
    place.content.some(({ word }) => word.includes(character)),
  ).length;
  if (table.isVulgar(first) || table.isVulgar(second)) return [];
  return found.form[place.style].flatMap(([before, middle]) => {
    if (before.length + middle.length !== room) return [];
    const texts = [before, parts[0], middle, parts[1]].filter((text) => text !== '');
    const phrase = texts.join('');
    const readings = texts.map((text) => table.find(text)?.readings[0]);
    const jyutping = readings.join(' ');
    if (readings.includes(undefined) || !place.allows(phrase, jyutping)) return [];
    const rare = [first, second].reduce((sum, number) => sum + Math.max(0, Math.log((number + 1) / USUAL_RANK)), 0);
    const left = table.fitOf(first, before || place.before, middle || undefined);
    const right = table.fitOf(second, middle || undefined, place.after);
    if (middle !== '' && !table.fitOf(first, undefined, middle).isSeen) return [];
    const points =
      found.form.points +
      (left.points + right.points) * POINTS.fit +
      pair.rank * POINTS.place +
      rare * POINTS.rare +
      Math.min(MOST_STAYING, staying) * POINTS.stays;
    return [{ place, form: found.form.form, phrase, jyutping, parts, points }];
  });
}

/** By what the two words mean together, held against what they stand for. */
async function rankedByMeaning<P extends PhrasePlace>(
  composed: ComposedPhrase<P>[],
  sources: ComposeSources,
): Promise<ComposedPhrase<P>[]> {
  const likely = composed.sort((a, b) => b.points - a.points).slice(0, MOST.weighed);
  const names = [...new Set(likely.flatMap(({ parts }) => parts))];
  const { words: rows } = await sources.meanings({ words: names, tokens: [] });
  const weighed = likely.flatMap((one) => {
    const meaning = sumOfMeanings(one.parts.flatMap((part) => (rows.has(part) ? [[rows.get(part)!, 1] as const] : [])));
    const likeness = meaning ? likenessOfRows(meaning, one.place.meaning) : 0;
    return likeness < LEAST_LIKENESS ? [] : [{ ...one, points: one.points + likeness * POINTS.likeness }];
  });
  return weighed.sort((a, b) => b.points - a.points);
}
