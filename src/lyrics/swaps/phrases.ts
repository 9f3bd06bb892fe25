import { wordsOfList } from '../../cantonese/context-rules.ts';
import { codesMatchingPattern } from '../../cantonese/contour.ts';
import { likenessOfRows, meaningVector, sumOfMeanings } from '../../lexicon/meaning.ts';
import type { PartnerRelation } from '../../lexicon/partner-relations.ts';
import type { ReplacementQuery } from '../../lexicon/store.ts';
import { isExchanged, isPronoun } from '../exchanges.ts';
import { isUnbroken, type SungLine, type SungWord, textBeside, textOf } from '../sung-line.ts';
import { codesOf } from './exchanged.ts';
import { faultOf, isWhole } from './filter.ts';
import type { LineContext, SwapSources } from './find.ts';
import type { SpanSearch } from './spans.ts';
import type { VerifiedSubstitution, VerifySubstitution } from './verify.ts';

/** Phrases of two words that go together, for three to five places around a risk. */

/** A phrase in place of neighbouring words. */
export interface PhraseSwap extends VerifiedSubstitution {
  readonly start: number;
  readonly phrase: string;
  readonly replaces: string;
  readonly jyutping: string;
  readonly code: string;
  /** The two words that go together, in their order. */
  readonly parts: readonly [string, string];
  readonly form: PhraseForm;
}

/** What a phrase is, and so what it may stand for. */
export const PHRASE_FORMS = [
  'verb and object',
  'adjective and noun',
  'adverb and verb',
  'measure and noun',
  'noun and verb',
] as const;
export type PhraseForm = (typeof PHRASE_FORMS)[number];

interface FormRow {
  readonly form: PhraseForm;
  readonly is: 'noun' | 'verb' | 'clause';
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
    relations: [['measure', true]],
    spoken: counted('一', '嗰'),
    written: counted('一', '這', '那'),
  },
  {
    form: 'noun and verb',
    is: 'clause',
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
const LENGTH = { least: 3, most: 5 };
const LONGEST_WORD = 3;
/** Bounds of the work: stretches of a line, words of each length like each word of them, partners of each by relation, phrases that are held
 * against their meaning, and read in the line. */
const MOST = { stretches: 12, heads: [16, 48, 16], partners: 40, weighed: 400, verified: 40 };
/** What a phrase has for each step of likeness, of fit with its neighbours, of its place among partners, of rarity. */
const POINTS = { likeness: 0.02, fit: 0.15, place: -0.1, rare: -2 };
/** Words from here on are the rarer the less a lyricist takes them. */
const USUAL_RANK = 4000;
/** With less the phrase says something else. */
const LEAST_LIKENESS = 600;
/** Of words of one place, of two and so on. */
const ALL_CODES = Array.from({ length: LONGEST_WORD }, (_, i) => codesMatchingPattern('?'.repeat(i + 1)));

/** What follows a part of something longer. */
const MARKS_OF_PARTS: ReadonlySet<string> = new Set(['的', '嘅', '地']);
const DETERMINERS = new Set(wordsOfList('determiners'));
const COUNTING = new Set([...wordsOfList('demonstratives'), ...wordsOfList('numbers')]);
/** A noun comes after them and no clause, and no phrase begins with them: 比雷聲, 在曠野. */
const BEFORE_NOUNS = new Set([...wordsOfList('before-places'), '比', '把', '將', '被', '對', '給', '俾']);
const MEASURES = new Set(wordsOfList('classifiers'));

/** Words of the line for which a phrase may stand. */
interface Stretch {
  readonly start: number;
  readonly end: number;
  readonly is: FormRow['is'];
  /** Those that say something, and their meanings. */
  readonly content: readonly { readonly word: string; readonly row: Int8Array }[];
  readonly meaning: Int8Array;
}

export interface PhraseSearch extends Pick<SpanSearch, 'line' | 'risks' | 'vectorOf' | 'posOf' | 'yieldIfDue'> {
  readonly context: LineContext;
  readonly sources: Pick<SwapSources, 'replacements' | 'partnerNames' | 'meanings'>;
  readonly verify: VerifySubstitution;
}

/** A phrase that fits the melody by its tones. */
interface Composed {
  readonly stretch: Stretch;
  readonly form: PhraseForm;
  readonly phrase: string;
  readonly jyutping: string;
  readonly parts: readonly [string, string];
  /** Of the pair and of its words, without their meaning. */
  readonly points: number;
}

/** Phrases that clear or lower a risk, the nearest in meaning first. Three round trips: words like those of the line, partners, meanings. */
export async function phraseSwaps(search: PhraseSearch, limit: number): Promise<PhraseSwap[]> {
  const { sources, yieldIfDue } = search;
  const stretches = stretchesAround(search).slice(0, MOST.stretches);
  if (stretches.length === 0) return [];
  const headsOf = await wordsLikeThose(stretches, search);
  const heads = [...new Set([...headsOf.values()].flat())];
  const names = await sources.partnerNames({ words: heads, relations: RELATIONS, perRelation: MOST.partners });
  const partnersOf = new Map(heads.map((head, i) => [head, names[i]!]));
  const composed = new Map<string, Composed>();
  for (const stretch of stretches)
    for (const head of new Set(stretch.content.flatMap(({ word }) => headsOf.get(word)!))) {
      const due = yieldIfDue();
      if (due) await due;
      const places = new Map<PartnerRelation, number>();
      for (const { word, relation } of partnersOf.get(head)!) {
        const place = places.get(relation) ?? 0;
        places.set(relation, place + 1);
        for (const one of phrasesOf(search, stretch, { head, partner: word, relation, place })) {
          const key = `${stretch.start} ${one.parts.join(' ')}`;
          if ((composed.get(key)?.points ?? -Infinity) < one.points) composed.set(key, one);
        }
      }
    }
  const swaps: PhraseSwap[] = [];
  for (const one of (await rankedByMeaning([...composed.values()], search)).slice(0, MOST.verified)) {
    const due = yieldIfDue();
    if (due) await due;
    const { stretch, form, phrase, jyutping, parts } = one;
    const found = search.verify(stretch.start, phrase, jyutping);
    if (!found) continue;
    const replaces = textOf(search.line, stretch.start, stretch.end);
    swaps.push({ start: stretch.start, phrase, replaces, jyutping, code: codesOf(jyutping), parts, form, ...found });
    if (swaps.length === limit) break;
  }
  return swaps;
}

/** Neighbouring words beside a risk, of which the first and the last say something; those that hold both sides of it first. */
function stretchesAround({ line, risks, context, vectorOf, posOf }: PhraseSearch): Stretch[] {
  const found: (Stretch & { readonly isAround: boolean })[] = [];
  for (const [first, word] of line.words.entries()) {
    if (!mayBegin(word, line)) continue;
    for (let last = first; last < line.words.length; last++) {
      const [start, end] = [word.start, line.words[last]!.end];
      if (end - start > LENGTH.most || !isUnbroken(line, start, end)) break;
      if (end - start < LENGTH.least || isMark(line.words[last]!, line)) continue;
      if (!risks.some(({ position }) => start <= position && position <= end)) continue;
      const words = line.words.slice(first, last + 1);
      if (words.some(({ text }) => isPronoun(text)) || !isWhole(line, { start, end }, context.characters)) continue;
      const content = words.flatMap((one) => {
        const row = isMark(one, line) || MEASURES.has(one.text) ? undefined : vectorOf(one);
        return row ? [{ word: one.dictionaryWord.word, row }] : [];
      });
      const meaning = sumOfMeanings(content.map(({ row }) => [row, 1] as const));
      const is = meaning && kindOf(words, line, posOf);
      const isAround = risks.some(({ position }) => start < position && position < end);
      if (is) found.push({ start, end, is, content, meaning, isAround });
    }
  }
  return found.sort((a, b) => Number(b.isAround) - Number(a.isAround) || a.end - a.start - (b.end - b.start));
}

/** Whether a word only holds others together. A verb with an aspect says something: 看着星空. */
function isMark({ text, end, dictionaryWord: { word } }: SungWord, line: SungLine): boolean {
  if (isPronoun(word) || DETERMINERS.has(word)) return true;
  const next = line.words.find(({ start }) => start === end);
  return text.length === 1 && isExchanged(word) && !(next && ASPECTS.has(next.text));
}

/** Whether a phrase may begin with a word: with what counts a noun, but with no aspect of the verb before it. */
function mayBegin(word: SungWord, line: SungLine): boolean {
  if (ASPECTS.has(word.text) || BEFORE_NOUNS.has(word.text)) return false;
  return !isMark(word, line) || COUNTING.has(word.text);
}

const ASPECTS: ReadonlySet<string> = new Set(['了', '着', '過', '咗', '緊', '住']);

/** What neighbouring words are together; undefined where they are no unit, or only a part of one. */
function kindOf(words: readonly SungWord[], line: SungLine, posOf: PhraseSearch['posOf']): Stretch['is'] | undefined {
  const [first, last] = [words[0]!, words.at(-1)!];
  const behind = line.words.find(({ start }) => start === last.end && isUnbroken(line, last.start, start + 1));
  if (behind && MARKS_OF_PARTS.has(behind.text)) return undefined;
  const before = line.words.find(({ end }) => end === first.start && isUnbroken(line, end - 1, first.start + 1));
  const [firstPos, lastPos, nextPos] = [posOf(first), posOf(last), behind && posOf(behind)];
  if (MEASURES.has(last.text) && nextPos === 'n') return undefined;
  if (DETERMINERS.has(first.text[0]!) && firstPos !== 'v') return lastPos === 'n' ? 'noun' : undefined;
  if (lastPos === 'n') {
    if (words.some(({ text }) => MARKS_OF_PARTS.has(text))) return 'noun';
    // An adjective with a noun after another noun is a verb with its object: 眼淚模糊視線.
    const isVerb = firstPos === 'v' || (firstPos === 'a' && before && posOf(before) === 'n' && !isPronoun(before.text));
    return isVerb ? 'verb' : 'noun';
  }
  // A verb of one character and its result are one: 治好.
  if (lastPos === 'v' && last.text.length === 1 && behind?.text.length === 1 && nextPos !== 'n') return undefined;
  if ((lastPos !== 'v' && lastPos !== 'a') || nextPos === 'v' || (lastPos === 'a' && nextPos === 'n')) return undefined;
  if (firstPos !== 'n') return 'verb';
  return before && BEFORE_NOUNS.has(before.text) ? undefined : 'clause';
}

/** For each word of the stretches itself and those most like it in meaning, whatever their tones. */
async function wordsLikeThose(
  stretches: readonly Stretch[],
  { sources }: PhraseSearch,
): Promise<Map<string, readonly string[]>> {
  const content = new Map(stretches.flatMap((stretch) => stretch.content.map(({ word, row }) => [word, row] as const)));
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

interface Pair {
  readonly head: string;
  readonly partner: string;
  readonly relation: PartnerRelation;
  /** Of the partner among those of the relation. */
  readonly place: number;
}

/** The phrases of a pair that fit the place and the melody. */
function phrasesOf({ line, context }: PhraseSearch, stretch: Stretch, pair: Pair): Composed[] {
  const { table, effectOf, style } = context;
  const { start, end } = stretch;
  const found = FORMS.filter(({ is }) => is === stretch.is).flatMap((form) =>
    form.relations.flatMap(([name, partnerFirst]) => (name === pair.relation ? [{ form, partnerFirst }] : [])),
  )[0];
  if (!found) return [];
  const parts: [string, string] = found.partnerFirst ? [pair.partner, pair.head] : [pair.head, pair.partner];
  const room = end - start - Array.from(parts.join('')).length;
  const [first, second] = [table.numberOf(parts[0]), table.numberOf(parts[1])];
  if (room < 0 || room > 1 || first === undefined || second === undefined) return [];
  if (table.isVulgar(first) || table.isVulgar(second)) return [];
  const replaces = textOf(line, start, end);
  return found.form[style].flatMap(([before, middle]) => {
    if (before.length + middle.length !== room) return [];
    const texts = [before, parts[0], middle, parts[1]].filter((text) => text !== '');
    const word = texts.join('');
    const readings = texts.map((text) => table.find(text)?.readings[0]);
    const jyutping = readings.join(' ');
    if (word === replaces || readings.includes(undefined) || !effectOf(start, jyutping).helps) return [];
    if (faultOf({ start, end, word, replaces, register: undefined, span: stretch }, context)) return [];
    const rare = [first, second].reduce((sum, number) => sum + Math.max(0, Math.log((number + 1) / USUAL_RANK)), 0);
    const left = table.fitOf(first, before || textBeside(line, start, 'before'), middle || undefined);
    const right = table.fitOf(second, middle || undefined, textBeside(line, end, 'after'));
    if (middle !== '' && !table.fitOf(first, undefined, middle).isSeen) return [];
    const points = (left.points + right.points) * POINTS.fit + pair.place * POINTS.place + rare * POINTS.rare;
    return [{ stretch, form: found.form.form, phrase: word, jyutping, parts, points }];
  });
}

/** By what the two words mean together, held against what they stand for. */
async function rankedByMeaning(composed: Composed[], { sources }: PhraseSearch): Promise<Composed[]> {
  const likely = composed.sort((a, b) => b.points - a.points).slice(0, MOST.weighed);
  const names = [...new Set(likely.flatMap(({ parts }) => parts))];
  const { words: rows } = await sources.meanings({ words: names, tokens: [] });
  const weighed = likely.flatMap((one) => {
    const meaning = sumOfMeanings(one.parts.flatMap((part) => (rows.has(part) ? [[rows.get(part)!, 1] as const] : [])));
    const likeness = meaning ? likenessOfRows(meaning, one.stretch.meaning) : 0;
    return likeness < LEAST_LIKENESS ? [] : [{ ...one, points: one.points + likeness * POINTS.likeness }];
  });
  return weighed.sort((a, b) => b.points - a.points);
}
