import type { Style } from '../../cantonese/context-rules.ts';
import { codesMatchingPattern } from '../../cantonese/contour.ts';
import type { ListedWords } from '../../lexicon/listed-words.ts';
import { likenessOfRows, meaningVector, sumOfMeanings } from '../../lexicon/meaning.ts';
import type { PartnerRelation } from '../../lexicon/partner-relations.ts';
import type { ReplacementQuery } from '../../lexicon/query.ts';
import type { Lexicon } from '../../lexicon/store.ts';
import { type Substitution, substitutesFor, substitutionOf } from '../substitutes.ts';
import { type Filling, FORM_RELATIONS, FORMS, type PhraseForm, type PhraseKind } from './phrase-forms.ts';

/** Phrases of two words for a place, composed from what they are to say: words that go together, or substitutes of both words there. */

/** Length of a phrase in characters, both bounds included. */
export const PHRASE_LENGTH = { least: 3, most: 5 };
/** Length in characters of the longest word of a phrase. */
const LONGEST_WORD = 3;
/**
 * Bounds of the work: `heads` words like each word of the place, by their length from 1 character on; `partners` of
 * each head in each relation; phrases `wordForWord` of each place, and `withWord` of them with the same word; `weighed` phrases whose meaning is compared.
 */
const MOST = { heads: [16, 48, 16], partners: 40, wordForWord: 40, withWord: 3, weighed: 400 };
/** Points for each unit: likeness, fit with neighbours, rank among partners, ln of rarity, character that stays. */
const POINTS = { likeness: 0.02, fit: 0.1, place: -0.05, rare: -1, stays: 2.5 };
/** Points of a word that takes the place of one there, by the hand-written table. */
const SUBSTITUTION_POINTS: Partial<Record<Substitution, number>> = { often: 8, sometimes: 4 };
/** Characters that stay and have points; more of them have none. */
const MOST_STAYING = 2;
/** Popularity rank from which on a word counts as rare. */
const USUAL_RANK = 4000;
/** Points of a phrase that half of all lyricists would sing, and of a unit of log odds. Fit: `phrase-labels.tsv`. */
const EVEN = { points: 32, unit: 10 };
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
  /** The words of the place in their order; absent where it has none yet. */
  readonly words?: readonly string[];
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
  const names = await sources.partnerNames({ words: heads, relations: FORM_RELATIONS, perRelation: MOST.partners });
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
    composed.push(...wordForWord(place, sources.table), ...best.values());
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
      return [word, [...new Set([word, ...substitutesFor(word), ...alike.flat()])]];
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
    const said = sayInPlace(
      table,
      place,
      [before, parts[0], middle, parts[1]].filter((text) => text !== ''),
    );
    if (!said) return [];
    if (middle !== '' && !table.fitOf(first, undefined, middle).isSeen) return [];
    const points =
      found.form.points +
      pointsInPlace(table, place, [first, second], [before, middle]) +
      pair.rank * POINTS.place +
      Math.min(MOST_STAYING, staying) * POINTS.stays +
      substitutionPoints(parts, place);
    return [{ place, form: found.form.form, ...said, parts, points }];
  });
}

/** Texts in a row as a phrase; undefined where one has no reading, or the place does not allow it. */
function sayInPlace(
  table: ListedWords,
  place: PhrasePlace,
  texts: readonly string[],
): Pick<ComposedPhrase<PhrasePlace>, 'phrase' | 'jyutping'> | undefined {
  const readings = texts.map((text) => table.find(text)?.readings[0]);
  const [phrase, jyutping] = [texts.join(''), readings.join(' ')];
  return !readings.includes(undefined) && place.allows(phrase, jyutping) ? { phrase, jyutping } : undefined;
}

/** Points of two words by their numbers, for the texts before and between them: how they fit beside these, and how rare they are. */
function pointsInPlace(
  table: ListedWords,
  place: PhrasePlace,
  [first, second]: readonly [number, number],
  [before, middle]: Filling,
): number {
  const rarity = [first, second].reduce((sum, number) => sum + Math.max(0, Math.log((number + 1) / USUAL_RANK)), 0);
  const left = table.fitOf(first, before || place.before, middle || undefined);
  const right = table.fitOf(second, middle || undefined, place.after);
  return (left.points + right.points) * POINTS.fit + rarity * POINTS.rare;
}

/** Points of the words that take the place of one there. */
const substitutionPoints = (parts: readonly string[], { content }: PhrasePlace): number =>
  parts.reduce((sum, part) => {
    const points = content.map(({ word }) => SUBSTITUTION_POINTS[substitutionOf(word, part) ?? 'none'] ?? 0);
    return sum + Math.max(0, ...points);
  }, 0);

/** Phrases with a substitute for each of the two content words of the place, and its other words as they are: 思念成災 for 掛念成災. */
function wordForWord<P extends PhrasePlace>(place: P, table: ListedWords): ComposedPhrase<P>[] {
  const { words = [], content } = place;
  const [first, second] = content.map(({ word }) => words.indexOf(word));
  // A single character is often a part of what is said: 載滿.
  if (content.length !== 2 || content.some(({ word }) => Array.from(word).length === 1)) return [];
  if (first === undefined || second === undefined || first < 0 || second <= first) return [];
  const [before, middle] = [words.slice(0, first), words.slice(first + 1, second)];
  const behind = words.slice(second + 1);
  const beside = [before.at(-1) ?? '', middle.at(-1) ?? ''] as const;
  const [lefts, rights] = [words[first]!, words[second]!].map((word) =>
    substitutesFor(word).flatMap((text) => {
      const number = table.numberOf(text);
      return number === undefined || table.isVulgar(number) ? [] : [{ text, number }];
    }),
  );
  const phrases = lefts!.flatMap((left) =>
    rights!.flatMap((right) => {
      const said = sayInPlace(table, place, [...before, left.text, ...middle, right.text, ...behind]);
      if (!said) return [];
      const parts = [left.text, right.text] as const;
      const points =
        pointsInPlace(table, place, [left.number, right.number], beside) + substitutionPoints(parts, place);
      return [{ place, form: 'word for word' as const, ...said, parts, points }];
    }),
  );
  const counts = new Map<string, number>();
  const isVaried = ({ parts }: { readonly parts: readonly string[] }) => {
    for (const part of parts) counts.set(part, (counts.get(part) ?? 0) + 1);
    return parts.every((part) => counts.get(part)! <= MOST.withWord);
  };
  return phrases
    .sort((a, b) => b.points - a.points)
    .filter(isVaried)
    .slice(0, MOST.wordForWord);
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
