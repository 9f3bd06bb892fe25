import { wordsOfList } from '../../cantonese/context-rules.ts';
import type { PartOfSpeech } from '../../lexicon/entry.ts';
import { sumOfMeanings } from '../../lexicon/meaning.ts';
import { isExchanged, isPronoun } from '../exchanges.ts';
import { isUnbroken, type SungLine, type SungWord, textBeside, textOf } from '../sung-line.ts';
import type { LineContext } from './candidate.ts';
import { composePhrases, PHRASE_LENGTH, type PhrasePlace, preferenceOfPhrase } from './compose.ts';
import { codesOf } from './exchanged.ts';
import { faultOf, isWhole } from './filter.ts';
import type { SwapSources } from './find.ts';
import type { PhraseForm, PhraseKind } from './phrase-forms.ts';
import type { SpanSearch } from './spans.ts';
import type { VerifiedSubstitution, VerifySubstitution } from './verify.ts';

/** Phrases of two words that go together in place of words around a risk. */

/** Bounds of the work: `stretches` of a line, and phrases `verified` by being read in it. */
const MOST = { stretches: 12, verified: 40 };

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
  /** Per cent: the share of such phrases that a lyricist would sing. */
  readonly preference: number;
}

/** Marks behind a modifier, which is a part of something longer. */
const MARKS_OF_PARTS: ReadonlySet<string> = new Set(['的', '嘅', '地']);
const DETERMINERS = new Set(wordsOfList('determiners'));
const COUNTING = new Set([...wordsOfList('demonstratives'), ...wordsOfList('numbers')]);
/** A noun comes after them and no clause, and no phrase begins with them: 比雷聲, 在曠野. */
const BEFORE_NOUNS = new Set([
  ...wordsOfList('before-places'),
  ...['比', '把', '將', '被', '對', '給', '俾', '隨', '隨着', '沿着', '用', '為', '為了', '跟', '同', '替', '當'],
]);
/** They say how much, of what a phrase of other words has no degree. */
const DEGREES: ReadonlySet<string> = new Set(wordsOfList('degrees'));
const MEASURES = new Set(wordsOfList('classifiers'));

/** Words of the line for which a phrase may stand, by sung positions; `end` is behind the last. */
interface Stretch extends PhrasePlace {
  readonly start: number;
  readonly end: number;
}

export interface PhraseSearch extends Pick<SpanSearch, 'line' | 'risks' | 'vectorOf' | 'posOf' | 'yieldIfDue'> {
  readonly context: LineContext;
  readonly sources: Pick<SwapSources, 'replacements' | 'partnerNames' | 'meanings'>;
  readonly verify: VerifySubstitution;
}

/** Phrases that clear or lower a risk, the nearest in meaning first. */
export async function phraseSwaps(search: PhraseSearch, limit: number): Promise<PhraseSwap[]> {
  const { sources, context, yieldIfDue } = search;
  const stretches = stretchesAround(search).slice(0, MOST.stretches);
  if (stretches.length === 0) return [];
  const composed = await composePhrases(stretches, { ...sources, table: context.table }, yieldIfDue);
  const swaps: PhraseSwap[] = [];
  for (const composedPhrase of composed.slice(0, MOST.verified)) {
    const due = yieldIfDue();
    if (due) await due;
    const { place: stretch, form, phrase, jyutping, parts, points } = composedPhrase;
    const found = search.verify(stretch.start, phrase, jyutping);
    if (!found) continue;
    const replaces = textOf(search.line, stretch.start, stretch.end);
    swaps.push({
      start: stretch.start,
      phrase,
      replaces,
      jyutping,
      code: codesOf(jyutping),
      parts,
      form,
      preference: preferenceOfPhrase(points),
      ...found,
    });
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
      if (end - start > PHRASE_LENGTH.most || !isUnbroken(line, start, end)) break;
      if (end - start < PHRASE_LENGTH.least || isMark(line.words[last]!, line)) continue;
      if (!risks.some(({ position }) => start <= position && position <= end)) continue;
      const words = line.words.slice(first, last + 1);
      if (words.some(({ text }) => isPronoun(text)) || !isWhole(line, { start, end }, context.characters)) continue;
      const content = words.flatMap((part) => {
        const row = isMark(part, line) || MEASURES.has(part.text) ? undefined : vectorOf(part);
        return row ? [{ word: part.dictionaryWord.word, row }] : [];
      });
      const meaning = sumOfMeanings(content.map(({ row }) => [row, 1] as const));
      const kind = meaning && kindOf(words, line, posOf);
      const isAround = risks.some(({ position }) => start < position && position < end);
      if (!kind) continue;
      const replaces = textOf(line, start, end);
      const allows = (word: string, jyutping: string) =>
        word !== replaces &&
        context.effectOf(start, jyutping).helps &&
        !faultOf({ start, end, word, replaces, register: undefined, span: { isWhole: true } }, context);
      const beside = { before: textBeside(line, start, 'before'), after: textBeside(line, end, 'after') };
      found.push({
        start,
        end,
        length: end - start,
        kind,
        style: context.style,
        ...beside,
        words: words.map(({ dictionaryWord }) => dictionaryWord.word),
        content,
        meaning,
        allows,
        isAround,
      });
    }
  }
  return found.sort((a, b) => Number(b.isAround) - Number(a.isAround) || a.length - b.length);
}

/** Whether a word only holds others together. A verb with an aspect says something: 看着星空. */
function isMark({ text, end, dictionaryWord: { word } }: SungWord, line: SungLine): boolean {
  if (isPronoun(word) || DETERMINERS.has(word)) return true;
  const next = line.words.find(({ start }) => start === end);
  return text.length === 1 && isExchanged(word) && !(next && ASPECTS.has(next.text));
}

/** Whether a phrase may begin with a word: with what counts a noun, but with no aspect of the verb before it. */
function mayBegin(word: SungWord, line: SungLine): boolean {
  if (ASPECTS.has(word.text) || BEFORE_NOUNS.has(word.text) || DEGREES.has(word.text)) return false;
  return !isMark(word, line) || COUNTING.has(word.text);
}

const ASPECTS: ReadonlySet<string> = new Set(['了', '着', '過', '咗', '緊', '住']);

/** Grammatical kind of neighbouring words; undefined where they are no unit, or only a part of one. */
function kindOf(words: readonly SungWord[], line: SungLine, posOf: PhraseSearch['posOf']): PhraseKind | undefined {
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
  const [endsInVerb, endsInAdjective] = [lastPos === 'v', lastPos === 'a'];
  // A verb of one character and its result are one: 治好.
  const isBeforeResult = last.text.length === 1 && behind?.text.length === 1 && nextPos !== 'n';
  if ((!endsInVerb && !endsInAdjective) || (endsInVerb && isBeforeResult)) return undefined;
  if (nextPos === 'v' || (endsInAdjective && nextPos === 'n')) return undefined;
  if (endsInVerb && behind && beginsObject(behind, nextPos)) return 'governor';
  if (firstPos !== 'n') return 'verb';
  return before && BEFORE_NOUNS.has(before.text) ? undefined : 'clause';
}

const beginsObject = ({ text }: SungWord, pos: PartOfSpeech | undefined) =>
  pos === 'n' || isPronoun(text) || MEASURES.has(text) || DETERMINERS.has(text[0]!);
