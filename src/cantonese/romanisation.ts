import table from '../../data/typed/romanisation.json' with { type: 'json' };
import { parseSyllablePattern, type SyllablePattern, type Tone } from './jyutping.ts';

/**
 * Romanisation as people in Hong Kong write it who never learnt jyutping: names of streets, what friends type (heung gong, mong kok,
 * chung yi, yuet). One spelling stands for several syllables; initials and finals are each written in a few ways, and n and l are one.
 */

/** Where a spelling is listed: an initial or final written as `0` is not written at all. */
const UNWRITTEN = '0';

interface Spelled {
  readonly spelling: string;
  /** Toneless jyutping. */
  readonly syllable: string;
  /** 0 is the usual way to write it. */
  readonly cost: number;
}

const waysToWrite = (ways: string) => ways.split(' ').map((way) => (way === UNWRITTEN ? '' : way));

const INITIALS: Readonly<Record<string, string>> = table.initials;
const FINALS: Readonly<Record<string, string>> = table.finals;
const IRREGULAR: Readonly<Record<string, string>> = table.irregular;

const SYLLABLES: readonly { readonly initial: string; readonly final: string }[] = Object.entries(
  table.syllables,
).flatMap(([initial, finals]) => finals.split(' ').map((final) => ({ initial, final })));

/** Every way to write every syllable, made at the first use: some 8,000. */
let spelledSyllables: ReadonlyMap<string, readonly Spelled[]> | undefined;

function spelledBySpelling(): ReadonlyMap<string, readonly Spelled[]> {
  return (spelledSyllables ??= Map.groupBy(SYLLABLES.flatMap(spellingsOf), ({ spelling }) => spelling));
}

function spellingsOf({ initial, final }: { initial: string; final: string }): Spelled[] {
  const syllable = initial + final;
  const costs = new Map<string, number>();
  const add = (spelling: string, cost: number) => costs.set(spelling, Math.min(cost, costs.get(spelling) ?? cost));
  for (const [i, first] of waysToWrite(INITIALS[initial]!).entries())
    for (const [j, rest] of waysToWrite(FINALS[final]!).entries()) add(first + rest, i + j);
  for (const [i, spelling] of (IRREGULAR[syllable]?.split(' ') ?? []).entries()) add(spelling, i);
  return [...costs].map(([spelling, cost]) => ({ spelling, syllable, cost }));
}

/** A way to read what was typed so far. */
interface Candidate {
  /** Toneless jyutping, syllables separated by a space; the last may be unfinished. */
  readonly jyutping: string;
  readonly cost: number;
}

/** Fewer and whole syllables are likelier than more and unfinished ones. */
const SYLLABLE_COST = 4;
const UNFINISHED_COST = 3;
const MAX_SPELLING_LENGTH = 6;
const MAX_PREFIX_LENGTH = 40;
/** Candidates kept at each place, and those that are answered. */
const BEAM_WIDTH = 48;
const MAX_CANDIDATES = 12;
/** What is so much less likely than the likeliest is left out: a syllable more, say. */
const MAX_EXTRA_COST = 3;

/**
 * Prefixes of jyutping that a spelling may stand for, likeliest first: `heung gong` is `hoeng gong`. Each is written as readings
 * without tones are, syllables separated by a space. Empty for what is no such spelling.
 */
export function jyutpingSpelled(text: string): string[] {
  if (text.length > MAX_PREFIX_LENGTH) return [];
  const plain = withoutMarks(text.toLowerCase().trim());
  const spelled = spelledByTokens(plain);
  return spelled.length > 0 ? spelled : spelledByTokens(plain.replaceAll(YALE_LOW_TONE, ''));
}

/** Yale writes low tones with an h after the vowel (yuht), and tones as accents. */
const YALE_LOW_TONE = /(?<=[aeiou])h(?=[mnptk]|\b)/gu;
const withoutMarks = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '');

function spelledByTokens(text: string): string[] {
  const tokens = text.split(/[ '’-]+/u);
  if (!tokens.every((token) => /^[a-z]+$/.test(token))) return [];
  let candidates: readonly Candidate[] = [{ jyutping: '', cost: 0 }];
  for (const [i, token] of tokens.entries()) candidates = extend(candidates, token, i === tokens.length - 1);
  const likely: string[] = [];
  for (const { jyutping, cost } of candidates) {
    if (cost > candidates[0]!.cost + MAX_EXTRA_COST || likely.length === MAX_CANDIDATES) break;
    // What one of them begins is among what that one leads to.
    if (!likely.some((prefix) => jyutping.startsWith(prefix))) likely.push(jyutping);
  }
  return likely;
}

/**
 * Syllables as people spell them, joined or not, each with its tone or without: hoisam1 is hoi sam1. Undefined where no whole syllables are
 * spelled so.
 */
export function syllablesSpelled(text: string): SyllablePattern[] | undefined {
  const patterns: SyllablePattern[] = [];
  for (const token of text.toLowerCase().trim().match(TONED_TOKENS) ?? []) {
    const tone = /[1-6]$/.exec(token)?.[0] ?? '';
    const letters = tone === '' ? token : token.slice(0, -1);
    const syllables = [...new Set([letters, letters.replaceAll(YALE_LOW_TONE, '')])]
      .flatMap(jyutpingSpelled)
      .map((spelled) => spelled.split(' ').map((syllable) => parseSyllablePattern(syllable)))
      .find((parsed) => parsed.every((pattern) => pattern !== undefined));
    const last = syllables?.pop();
    if (!syllables || !last) return undefined;
    patterns.push(...syllables, tone === '' ? last : { ...last, tone: Number(tone) as Tone });
  }
  return patterns.length > 0 ? patterns : undefined;
}

const TONED_TOKENS = /[^\s1-6]+[1-6]?|[1-6]/gu;

/** Candidates with the syllables of one more token, cheapest first. */
function extend(candidates: readonly Candidate[], token: string, isLast: boolean): readonly Candidate[] {
  const at: Candidate[][] = Array.from({ length: token.length + 1 }, () => []);
  at[0] = [...candidates];
  for (let start = 0; start < token.length; start++) {
    const beam = cheapest(at[start]!);
    if (beam.length === 0) continue;
    const append = (end: number, syllable: string, cost: number) => {
      for (const { jyutping, cost: before } of beam)
        at[end]!.push({ jyutping: jyutping === '' ? syllable : `${jyutping} ${syllable}`, cost: before + cost });
    };
    for (let end = start + 1; end <= Math.min(token.length, start + MAX_SPELLING_LENGTH); end++)
      for (const { syllable, cost } of spelledBySpelling().get(token.slice(start, end)) ?? [])
        append(end, syllable, SYLLABLE_COST + cost);
    if (isLast)
      for (const prefix of unfinished(token.slice(start)))
        append(token.length, prefix, SYLLABLE_COST + UNFINISHED_COST);
  }
  return cheapest(at[token.length]!);
}

function cheapest(candidates: readonly Candidate[]): Candidate[] {
  return [...candidates].sort((a, b) => a.cost - b.cost).slice(0, BEAM_WIDTH);
}

/** The fewest prefixes of jyutping that begin exactly the syllables of which a spelling begins so. */
function unfinished(beginning: string): string[] {
  if (beginning.length > MAX_SPELLING_LENGTH) return [];
  const matching = new Set<string>();
  for (const [spelling, spelled] of spelledBySpelling())
    if (spelling.length > beginning.length && spelling.startsWith(beginning))
      for (const { syllable, cost } of spelled) if (cost <= MAX_UNFINISHED_COST) matching.add(syllable);
  const counts = countByBeginning(matching);
  const all = syllablesByBeginning();
  const prefixes = [...matching].map((syllable) => {
    let length = 1;
    while (length < syllable.length && counts.get(syllable.slice(0, length)) !== all.get(syllable.slice(0, length)))
      length++;
    return syllable.slice(0, length);
  });
  return [...new Set(prefixes)];
}

let beginnings: ReadonlyMap<string, number> | undefined;

/** How many syllables begin with each text. */
function syllablesByBeginning(): ReadonlyMap<string, number> {
  return (beginnings ??= countByBeginning(SYLLABLES.map(({ initial, final }) => initial + final)));
}

function countByBeginning(syllables: Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const syllable of syllables)
    for (let length = 1; length <= syllable.length; length++) {
      const beginning = syllable.slice(0, length);
      counts.set(beginning, (counts.get(beginning) ?? 0) + 1);
    }
  return counts;
}

/** Odd ways to write a syllable are not guessed from its first letters. */
const MAX_UNFINISHED_COST = 1;

/** Whether two toneless readings differ in nothing but n and l at the beginning of syllables, or in where their spaces are. */
export function differsByMergedInitials(typed: string, jyutping: string): boolean {
  const merge = (text: string) => text.replaceAll(/n(?!g)|l/g, 'l').replaceAll(' ', '');
  return merge(typed) === merge(jyutping);
}
