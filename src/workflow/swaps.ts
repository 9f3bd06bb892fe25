import { parseSyllable } from '../cantonese/jyutping.ts';
import type { WordTable } from '../cantonese/segmentation.ts';
import type { RelationSource } from '../lexicon/entry.ts';
import { NEUTRAL_EMOTION } from '../lexicon/entry.ts';
import type { Replacement, ReplacementQuery } from '../lexicon/store.ts';
import type { CharacterTable, SoundedCharacter } from './character-table.ts';
import { clearingCodes, type Demand, effectOf, type Risk } from './risks.ts';
import type { Tried } from './suggestions.ts';
import type { SungLine, SungWord } from './sung-line.ts';

/** A whole word that keeps the meaning. `score` is its nearness, 1 to 100; 0 for a word of like meaning that is no synonym. */
export interface WordSwap {
  readonly start: number;
  readonly word: string;
  readonly replaces: string;
  readonly jyutping: string;
  readonly code: string;
  readonly source: RelationSource | 'similar';
  readonly score: number;
  readonly resolves: readonly number[];
  readonly line: string;
}

/** A single character that keeps the sound but for the tone. */
export interface CharacterSwap extends SoundedCharacter {
  readonly resolves: readonly number[];
  readonly line: string;
}

export type Try = (start: number, text: string, jyutping: string) => Tried | undefined;

/** Asks for replacements of a word of the line; words of like meaning only with the codes that would clear a risk there. */
export function replacementQuery(
  line: SungLine,
  word: SungWord,
  characters: CharacterTable,
  demand: Demand,
): ReplacementQuery {
  const length = word.end - word.start;
  const detail = characters.detail(word.known.word);
  if (!detail || detail.category === null) return { word: word.known.word, length };
  const { category, pos, themes, emotion } = detail;
  const codes = clearingCodes(line.codes, word.start, length, demand);
  const felt = emotion === NEUTRAL_EMOTION ? {} : { emotion };
  return { word: word.known.word, length, similar: { category, pos, themes, codes, ...felt } };
}

/** Synonyms in the order of nearness, curated ones before generated ones of equal score, then by popularity. */
export function byMeaning(a: Replacement, b: Replacement): number {
  const curated = (replacement: Replacement) => (replacement.source === 'curated' ? 0 : 1);
  return b.score - a.score || curated(a) - curated(b) || a.entry.rank - b.entry.rank;
}

/**
 * The swaps of one word that clear a risk and open none, best first; those that clear several risks before the others.
 * No more are tried than `limit` for each risk.
 */
export function wordSwaps(
  line: SungLine,
  word: SungWord,
  replacements: readonly Replacement[],
  demand: Demand,
  attempt: Try,
  limit: number,
): WordSwap[] {
  const swaps: WordSwap[] = [];
  const found = new Map<number, number>();
  for (const { replacement, resolves } of promising(line, word, replacements, demand)) {
    if (resolves.every((position) => (found.get(position) ?? 0) >= limit)) continue;
    const { entry, source, score } = replacement;
    const { jyutping, code } = entry.readings[0]!;
    const tried = attempt(word.start, entry.char, jyutping);
    if (!tried) continue;
    for (const position of tried.resolves) found.set(position, (found.get(position) ?? 0) + 1);
    swaps.push({ start: word.start, word: entry.char, replaces: word.text, jyutping, code, source, score, ...tried });
  }
  return swaps;
}

/** Replacements whose code clears a risk and opens none, those that clear the most first, then the nearest in meaning. */
function promising(line: SungLine, word: SungWord, replacements: readonly Replacement[], demand: Demand) {
  const seen = new Set([word.text, word.known.word]);
  const fitting = [...replacements].sort(byMeaning).flatMap((replacement) => {
    const { char, readings } = replacement.entry;
    const { code } = readings[0]!;
    if (seen.has(char) || code.length !== word.end - word.start) return [];
    seen.add(char);
    const { opens, resolves } = effectOf(line.codes, word.start, code, demand);
    return opens || resolves.length === 0 ? [] : [{ replacement, resolves }];
  });
  return fitting.sort((a, b) => b.resolves.length - a.resolves.length);
}

/**
 * Characters with the initial and final of the one at the risk's position and a tone that clears it, those that make a known word
 * with a neighbour first, then by frequency.
 */
export function characterSwaps(
  line: SungLine,
  risk: Risk,
  table: WordTable,
  characters: CharacterTable,
  demand: Demand,
  attempt: Try,
  limit: number,
): CharacterSwap[] {
  const { position } = risk;
  const here = line.sung[position]!;
  const syllable = here.jyutping === null ? undefined : parseSyllable(here.jyutping);
  if (!syllable) return [];
  const candidates = characters.soundingLike(syllable).filter((candidate) => {
    if (candidate.char === here.char || candidate.tone === syllable.tone) return false;
    const { resolves, opens } = effectOf(line.codes, position, candidate.code, demand);
    return !opens && resolves.includes(position);
  });
  const makesWord = candidates.map((candidate) => (formsWord(line, position, candidate.char, table) ? 0 : 1));
  const order = [...candidates.keys()].sort((a, b) => makesWord[a]! - makesWord[b]! || a - b);
  const swaps: CharacterSwap[] = [];
  const used = new Set<string>();
  for (const i of order) {
    if (swaps.length === limit) break;
    const candidate = candidates[i]!;
    const tried = used.has(candidate.char) ? undefined : attempt(position, candidate.char, candidate.jyutping);
    if (!tried?.resolves.includes(position)) continue;
    used.add(candidate.char);
    swaps.push({ ...candidate, ...tried });
  }
  return swaps;
}

/** A risk lies between two characters, so that there is always one before it. */
function formsWord(line: SungLine, position: number, char: string, table: WordTable): boolean {
  const [before, after] = [line.sung[position - 1]!, line.sung[position + 1]];
  return (
    table.find(before.char + char) !== undefined || (after !== undefined && table.find(char + after.char) !== undefined)
  );
}
