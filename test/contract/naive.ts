import { parseJyutping, type Syllable } from '../../src/cantonese/jyutping.ts';
import { mergedSoundKey } from '../../src/cantonese/lazy-sounds.ts';
import { proximityFeatures, proximityQuery } from '../../src/cantonese/proximity.ts';
import { endOfReading, isSecondaryRhyme } from '../../src/cantonese/rhyme.ts';
import type { Entry, Reading } from '../../src/lexicon/entry.ts';
import {
  FACETS,
  type Facet,
  isReadingFacet,
  READING_FACETS,
  readingValue,
  type WordFacet,
  wordValues,
} from '../../src/lexicon/facets.ts';
import type { PageOrder, PageQuery, SoundFilters, WordFilters } from '../../src/lexicon/query.ts';
import { tokenize } from '../../src/lexicon/tokenizer.ts';

/**
 * Answers page queries the slow and obvious way, by asking every entry: the measure that property tests hold the stores to.
 * It shares no code with them but the definitions of sound and of facets.
 */
export interface NaiveResult {
  readonly total: number;
  readonly near?: number;
  /** `char jyutping score` of each word of the page. */
  readonly words: readonly string[];
  readonly facets: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

const SEARCHED_READINGS = 4;

function themesOf(entry: Entry, scope: WordFilters['themeScope']): string[] {
  const themes = wordValues('theme', entry).map(String);
  const { themesInferred } = entry.affect;
  if (scope === 'tagged') return themes;
  if (scope === 'inferred') return [...themesInferred];
  return [...new Set([...themes, ...themesInferred])];
}

function valuesOf(entry: Entry, facet: WordFacet, filters: WordFilters): readonly (string | number)[] {
  return facet === 'theme' ? themesOf(entry, filters.themeScope) : wordValues(facet, entry);
}

function wordFits(entry: Entry, filters: WordFilters, except?: Facet): boolean {
  for (const facet of FACETS) {
    if (facet === except || isReadingFacet(facet)) continue;
    const wanted = filters[facet] as readonly (string | number)[] | undefined;
    if (wanted && !valuesOf(entry, facet, filters).some((value) => wanted.includes(value))) return false;
  }
  if (filters.quality && (entry.category === null || entry.quality !== filters.quality)) return false;
  if (filters.vulgar !== undefined && entry.vulgar !== filters.vulgar) return false;
  if (filters.belowRank !== undefined && entry.rank >= filters.belowRank) return false;
  if (filters.among && !filters.among.includes(entry.char)) return false;
  const { starts, ends, contains, tokens } = filters;
  if (starts && !entry.char.startsWith(starts)) return false;
  if (ends && !entry.char.endsWith(ends)) return false;
  if (contains && !entry.char.includes(contains)) return false;
  const known = tokensOf(entry);
  return (tokens ?? []).every((token) => known.has(token));
}

function tokensOf({ char, definition }: Entry): Set<string> {
  return new Set([...tokenize(definition), ...char, ...tokenize(char)]);
}

function readingFits(reading: Reading, sound: SoundFilters, except?: Facet): boolean {
  const syllables = parseJyutping(reading.jyutping)!;
  for (const facet of READING_FACETS) {
    const wanted: readonly string[] | undefined = sound[facet];
    if (except !== facet && wanted && !wanted.includes(readingValue(facet, reading))) return false;
  }
  if (sound.melodyCodes && !sound.melodyCodes.includes(reading.code)) return false;
  if (sound.finals) {
    if (sound.finals.length > syllables.length) return false;
    const fromEnd = [...syllables].reverse();
    if (!sound.finals.every((finals, fromLast) => finals.includes(fromEnd[fromLast]!.final))) return false;
  }
  if (!sound.syllables) return true;
  const merged = (syllable: Pick<Syllable, 'initial' | 'final'>) => mergedSoundKey(syllable, sound.lazy ?? []);
  return (
    sound.syllables.length === syllables.length &&
    sound.syllables.every(
      (wanted, i) =>
        merged(wanted) === merged(syllables[i]!) && (wanted.tone ?? syllables[i]!.tone) === syllables[i]!.tone,
    )
  );
}

function fittingReadings(entry: Entry, sound: SoundFilters, except?: Facet): Reading[] {
  return entry.readings.slice(0, SEARCHED_READINGS).filter((reading) => readingFits(reading, sound, except));
}

function scoreOf(entry: Entry, reading: Reading, order: PageOrder, rows?: Int8Array): number {
  if (order.by === 'sound') {
    const { weights } = proximityQuery(order.near);
    return proximityFeatures(parseJyutping(reading.jyutping)!).reduce(
      (sum, token) => sum + (weights.get(token) ?? 0),
      0,
    );
  }
  if (order.by !== 'similarity') return 0;
  const { vectors, words, category, emotion, themes, kinds, tones, popular, shorter = 0 } = order.features;
  let score = words.get(entry.char) ?? 0;
  if (vectors.length > 0 && rows) {
    const productWith = (vector: Int8Array) =>
      vector.reduce((sum, number, place) => sum + number * rows[entry.rank * vector.length + place]!, 0);
    score += Math.max(...vectors.map(productWith));
  }
  if (category && wordValues('category', entry).includes(category[0])) score += category[1];
  if (emotion && wordValues('emotion', entry).includes(emotion[0])) score += emotion[1];
  if (kinds?.[0].includes(entry.kind)) score += kinds[1];
  if (popular && entry.rank < popular[0]) score += popular[1];
  if (entry.length < 3) score += shorter;
  if (tones?.[0].includes(entry.tone)) score += tones[1];
  if (themes && themesOf(entry, 'tagged').some((theme) => themes[0].includes(theme))) score += themes[1];
  return score;
}

const codePoints = (text: string) => Array.from(text, (character) => character.codePointAt(0)!);

function byCodePoint(a: string, b: string): number {
  const [x, y] = [codePoints(a), codePoints(b)];
  for (let i = 0; i < Math.min(x.length, y.length); i++) if (x[i] !== y[i]) return x[i]! - y[i]!;
  return x.length - y.length;
}

function countFacet(entries: readonly Entry[], query: PageQuery, facet: Facet): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const entry of entries) {
    if (!wordFits(entry, query.words, facet)) continue;
    const readings = fittingReadings(entry, query.sound, facet);
    if (readings.length === 0) continue;
    const values = isReadingFacet(facet)
      ? readings.map((reading) => readingValue(facet, reading))
      : valuesOf(entry, facet, query.words);
    for (const value of new Set(values)) counts[value] = (counts[value] ?? 0) + 1;
  }
  const chosen = isReadingFacet(facet) ? query.sound[facet] : query.words[facet];
  for (const value of chosen ?? []) counts[value] ??= 0;
  return counts;
}

/** 1 for a reading that is seldom meant where a rhyme finds it. */
function isSeldomMeant({ entry, reading }: { entry: Entry; reading: Reading }): number {
  const [primary, shown] = [entry.readings[0]!, reading].map(({ jyutping }) => endOfReading(jyutping));
  return Number(isSecondaryRhyme(primary, shown, reading.rank));
}

/** @param rows of meaning, by rank */
export function naivePage(
  all: readonly Entry[],
  query: PageQuery & { start: { offset: number } },
  rows?: Int8Array,
): NaiveResult {
  const { order } = query;
  const isLeftOut = ({ char }: Entry) => order.by === 'similarity' && order.features.excluded.includes(char);
  const entries = all.filter((entry) => !isLeftOut(entry));
  const matches = entries.flatMap((entry) => {
    if (!wordFits(entry, query.words)) return [];
    const reading = fittingReadings(entry, query.sound)[0];
    return reading ? [{ entry, reading, score: scoreOf(entry, reading, order, rows) }] : [];
  });
  if (query.order.by === 'char') matches.sort((a, b) => byCodePoint(a.entry.char, b.entry.char));
  else if (query.order.by === 'lineEnd')
    matches.sort((a, b) => isSeldomMeant(a) - isSeldomMeant(b) || a.entry.endRank - b.entry.endRank);
  else matches.sort((a, b) => b.score - a.score || a.entry.rank - b.entry.rank);
  const scored = query.order.by === 'sound' || query.order.by === 'similarity';
  const nearScore = order.by === 'similarity' ? order.nearScore : undefined;
  return {
    total: matches.length,
    ...(nearScore === undefined ? {} : { near: matches.filter(({ score }) => score >= nearScore).length }),
    words: matches
      .slice(query.start.offset, query.start.offset + query.limit)
      .map(({ entry, reading, score }) => `${entry.char} ${reading.jyutping}${scored ? ` ${score}` : ''}`),
    facets: Object.fromEntries(query.facets.map((facet) => [facet, countFacet(entries, query, facet)])),
  };
}
