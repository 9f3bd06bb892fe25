import { parseSyllable } from '../cantonese/jyutping.ts';
import type { WordTable } from '../cantonese/segmentation.ts';
import type { RelationSource } from '../lexicon/entry.ts';
import { NEUTRAL_EMOTION } from '../lexicon/entry.ts';
import type { Replacement, ReplacementQuery } from '../lexicon/store.ts';
import type { CharacterReading, CharacterTable } from './character-table.ts';
import { clearingCodes, type MelodyConstraint, type Risk, substitutionEffect } from './risks.ts';
import type { SungLine, SungWord } from './sung-line.ts';
import type { VerifiedSubstitution } from './verify-substitution.ts';

/** A replacement of a whole word. `score`: similarity, 1 to 100; 0 for words of similar meaning that are not synonyms. */
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

/** A character with the same initial and final, but another tone. */
export interface CharacterSwap extends CharacterReading {
  readonly resolves: readonly number[];
  readonly line: string;
}

export type VerifySubstitution = (start: number, text: string, jyutping: string) => VerifiedSubstitution | undefined;

/** The replacement query of a word; words of similar meaning only with codes that clear a risk. */
export function replacementQuery(
  line: SungLine,
  word: SungWord,
  characters: CharacterTable,
  constraint: MelodyConstraint,
): ReplacementQuery {
  const length = word.end - word.start;
  const detail = characters.detail(word.dictionaryWord.word);
  if (!detail || detail.category === null) return { word: word.dictionaryWord.word, length };
  const { category, pos, themes, emotion } = detail;
  const codes = clearingCodes(line.codes, word.start, length, constraint);
  const emotionFilter = emotion === NEUTRAL_EMOTION ? {} : { emotion };
  return { word: word.dictionaryWord.word, length, similar: { category, pos, themes, codes, ...emotionFilter } };
}

/** Synonyms by score, curated before generated ones, then by popularity. */
export function compareByMeaning(a: Replacement, b: Replacement): number {
  const curated = (replacement: Replacement) => (replacement.source === 'curated' ? 0 : 1);
  return b.score - a.score || curated(a) - curated(b) || a.entry.rank - b.entry.rank;
}

/**
 * The swaps of one word that clear a risk and open none, best first; those that clear several risks come before the others. Verifies
 * at most `limit` for each risk.
 */
export function wordSwaps(
  line: SungLine,
  word: SungWord,
  replacements: readonly Replacement[],
  constraint: MelodyConstraint,
  verifySubstitution: VerifySubstitution,
  limit: number,
): WordSwap[] {
  const swaps: WordSwap[] = [];
  const countByPosition = new Map<number, number>();
  for (const { replacement, resolves } of promisingReplacements(line, word, replacements, constraint)) {
    if (resolves.every((position) => (countByPosition.get(position) ?? 0) >= limit)) continue;
    const { entry, source, score } = replacement;
    const { jyutping, code } = entry.readings[0]!;
    const substitution = verifySubstitution(word.start, entry.char, jyutping);
    if (!substitution) continue;
    for (const position of substitution.resolves)
      countByPosition.set(position, (countByPosition.get(position) ?? 0) + 1);
    swaps.push({
      start: word.start,
      word: entry.char,
      replaces: word.text,
      jyutping,
      code,
      source,
      score,
      ...substitution,
    });
  }
  return swaps;
}

/** Replacements whose code clears a risk and opens none: those that clear most first, then by meaning. */
function promisingReplacements(
  line: SungLine,
  word: SungWord,
  replacements: readonly Replacement[],
  constraint: MelodyConstraint,
) {
  const seen = new Set([word.text, word.dictionaryWord.word]);
  const candidates = [...replacements].sort(compareByMeaning).flatMap((replacement) => {
    const { char, readings } = replacement.entry;
    const { code } = readings[0]!;
    if (seen.has(char) || code.length !== word.end - word.start) return [];
    seen.add(char);
    const { addsRisk: opens, resolves } = substitutionEffect(line.codes, word.start, code, constraint);
    return opens || resolves.length === 0 ? [] : [{ replacement, resolves }];
  });
  return candidates.sort((a, b) => b.resolves.length - a.resolves.length);
}

/**
 * Characters with the initial and final of the one at the risk's position, and a tone that clears the risk. Those that form a known
 * word with a neighbour come first, then by frequency.
 */
export function characterSwaps(
  line: SungLine,
  risk: Risk,
  table: WordTable,
  characters: CharacterTable,
  constraint: MelodyConstraint,
  verifySubstitution: VerifySubstitution,
  limit: number,
): CharacterSwap[] {
  const { position } = risk;
  const current = line.sung[position]!;
  const syllable = current.jyutping === null ? undefined : parseSyllable(current.jyutping);
  if (!syllable) return [];
  const candidates = characters.withInitialAndFinal(syllable).filter((candidate) => {
    if (candidate.char === current.char || candidate.tone === syllable.tone) return false;
    const { resolves, addsRisk: opens } = substitutionEffect(line.codes, position, candidate.code, constraint);
    return !opens && resolves.includes(position);
  });
  const makesWord = candidates.map((candidate) => (formsWord(line, position, candidate.char, table) ? 0 : 1));
  const order = [...candidates.keys()].sort((a, b) => makesWord[a]! - makesWord[b]! || a - b);
  const swaps: CharacterSwap[] = [];
  const used = new Set<string>();
  for (const i of order) {
    if (swaps.length === limit) break;
    const candidate = candidates[i]!;
    const substitution = used.has(candidate.char)
      ? undefined
      : verifySubstitution(position, candidate.char, candidate.jyutping);
    if (!substitution?.resolves.includes(position)) continue;
    used.add(candidate.char);
    swaps.push({ ...candidate, ...substitution });
  }
  return swaps;
}

/** A risk is between two characters, so there is always a previous one. */
function formsWord(line: SungLine, position: number, char: string, table: WordTable): boolean {
  const [before, after] = [line.sung[position - 1]!, line.sung[position + 1]];
  return (
    table.find(before.char + char) !== undefined || (after !== undefined && table.find(char + after.char) !== undefined)
  );
}
