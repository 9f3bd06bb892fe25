import type { AnnotatedLine } from '../cantonese/annotation.ts';
import { isCharacter } from '../lexicon/code-points.ts';
import type { PartOfSpeech } from '../lexicon/entry.ts';
import type { ListedWords } from '../lexicon/listed-words.ts';
import { FUNCTION_WORDS } from '../lexicon/tokenizer.ts';
import type { WordSense } from '../lexicon/word-senses.ts';
import { runToCompletion } from '../time-slicing.ts';

/**
 * The likely sense of each word of a line whose senses are told apart, where the line decides it: by words that go with one sense, by the
 * part of speech that its neighbours ask for, by the reading, and by the example of a sense. Otherwise nothing is said.
 */

/** Points for each kind of evidence. Whole numbers, so that every engine and machine decides alike. */
const POINTS = {
  perCue: 10,
  perCharacterOfCue: 5,
  maxCue: 40,
  defined: 20,
  characterDefined: 10,
  example: 20,
  pos: 15,
};
/** Per cent of its points that a cue counts, by its distance in words: 1, up to `NEAR_WORDS`, more. */
const DISTANCE_PERCENT = { beside: 150, near: 120, far: 80 } as const;
const NEAR_WORDS = 3;
/** Segments on each side that are read for cues, spaces too: some twelve words, since more are of another clause. */
const MAX_CUE_SEGMENTS = 24;
/** Characters before and behind a word that the patterns below read. */
const BESIDE_CHARACTERS = 4;
/** Points that the best sense must have, its lead in points over the second, and its ratio to it. */
const MIN_POINTS = 15;
const MIN_LEAD = 12;
const MIN_RATIO = 1.5;

/** Texts right behind a verb, right before an adjective, and right before a noun. */
const BEHIND_VERB = /^(?:咗|緊|過|着|了|住|晒|埋|返|起|完)/u;
/** Text behind a verb that is done and has no object: 走了 is to have left. */
const DONE = /^(?:咗|了)(?!\p{Script=Han})|^(?:咗|了)(?:以後|之後)/u;
const BEFORE_ADJECTIVE = /(?:好|很|太|咁|幾|更|最|十分|非常|真|多麼|那麼|這麼|極)$/u;
const BEFORE_NOUN = /(?:個|條|隻|朵|張|件|間|塊|場|份|封|顆|片|首|句|陣|種|束|滴|道|把|嘅|的|之)$/u;

interface LineWord {
  readonly text: string;
  /** Number in the list of words; undefined for a text that is none. */
  readonly number: number | undefined;
  readonly pos: PartOfSpeech | undefined;
  /** Its characters that are no function words. */
  readonly contentCharacters: readonly string[];
  /** The numbers of those as words; none for a word of one character, which has its own number. */
  readonly characterNumbers: readonly number[];
}

/** Sense ids by segment of the line; undefined where the line decides none. */
export function sensesOfLine(annotated: AnnotatedLine, words: ListedWords): (string | undefined)[] {
  return runToCompletion(generateSensesOfLine(annotated, words));
}

/** The same, with a pause after each word that may be of several senses. */
export function* generateSensesOfLine(
  { segments, characters }: AnnotatedLine,
  words: ListedWords,
): Generator<void, (string | undefined)[]> {
  const texts = characters.map(({ char, readAs }) => readAs ?? char);
  const known = new Map<string, LineWord>();
  let line: readonly LineWord[] | undefined;
  const found: (string | undefined)[] = [];
  for (const [index, { start, end, word }] of segments.entries()) {
    const number = word && words.numberOf(word.word);
    const senses = number === undefined ? [] : words.senses(number);
    if (senses.length < 2) {
      found.push(undefined);
      continue;
    }
    line ??= segments.map((segment) => {
      const text = segment.word?.word ?? texts.slice(segment.start, segment.end).join('');
      const lineWordOfText = known.get(text) ?? lineWord(text, words);
      known.set(text, lineWordOfText);
      return lineWordOfText;
    });
    const reading = characters
      .slice(start, end)
      .map(({ jyutping }) => jyutping)
      .join(' ');
    const isPrimary = words.readings(number!)[0] === reading;
    const before = texts.slice(Math.max(0, start - BESIDE_CHARACTERS), start).join('');
    const after = texts.slice(end, end + BESIDE_CHARACTERS).join('');
    const possible = possibleSenses(senses, isPrimary ? undefined : reading, line[index - 1], line[index + 1]);
    const isOnly = possible.length === 1;
    found.push(isOnly ? possible[0]!.sense : decide({ senses: possible, line, index, before, after }));
    yield;
  }
  return found;
}

function lineWord(text: string, words: ListedWords): LineWord {
  const number = words.numberOf(text);
  const contentCharacters = Array.from(text).filter((character) => !FUNCTION_WORDS.has(character));
  return {
    text,
    number,
    pos: number === undefined ? undefined : words.detail(number).pos,
    contentCharacters,
    characterNumbers: isCharacter(text)
      ? []
      : contentCharacters.flatMap((character) => words.numberOf(character) ?? []),
  };
}

/**
 * The senses that are possible in the line: those of the reading, where that is not the usual one; behind a verb the particles, and before an
 * adjective the adverbs, where the word can be one.
 *
 * @param reading undefined for the primary one, which stands wherever nothing speaks for another
 */
function possibleSenses(
  senses: readonly WordSense[],
  reading: string | undefined,
  previous: LineWord | undefined,
  next: LineWord | undefined,
): readonly WordSense[] {
  const narrowed = (among: readonly WordSense[], fits: (sense: WordSense) => boolean) => {
    const fitting = among.filter(fits);
    return fitting.length > 0 ? fitting : among;
  };
  const isTold = reading !== undefined && senses.some(({ jyutping }) => jyutping !== undefined);
  const read = isTold ? narrowed(senses, ({ jyutping }) => jyutping === undefined || jyutping === reading) : senses;
  if (previous?.pos === 'v' && read.some(({ isParticle }) => isParticle))
    return read.filter(({ isParticle }) => isParticle);
  if (next?.pos === 'a') return narrowed(read, ({ pos, isParticle }) => pos === 'r' && !isParticle);
  // A word that can be a verb is no adjective before another verb: 可以 of 可以見面.
  const canBeVerb = next?.pos === 'v' && read.some(({ pos }) => pos === 'v');
  return canBeVerb ? narrowed(read, ({ pos }) => pos !== 'a') : read;
}

/** A word in its line, of which several senses are possible there. */
interface WordInLine {
  /** The possible senses. */
  readonly senses: readonly WordSense[];
  readonly line: readonly LineWord[];
  /** Index of the word in `line`. */
  readonly index: number;
  /** The {@link BESIDE_CHARACTERS} on both sides. */
  readonly before: string;
  readonly after: string;
}

/** Evidence of a word: indices of the sense that it cues, and of the one whose definition has it; leads in points. */
type WordEvidence = readonly [cued: number, cueLead: number, defined: number, definitionLead: number];

/** The id of the sense that the evidence decides for; undefined where it is too little. */
function decide(word: WordInLine): string | undefined {
  const { senses } = word;
  const points = pointsOfCues(word);
  for (const [i, sense] of senses.entries()) points[i]! += pointsOfForm(sense, word);
  const best = points.indexOf(Math.max(...points));
  const second = Math.max(0, ...points.toSpliced(best, 1));
  const [first, lead] = [points[best]!, points[best]! - second];
  return first >= MIN_POINTS && lead >= MIN_LEAD && first >= MIN_RATIO * second ? senses[best]!.sense : undefined;
}

/** Points of each sense for the words around it. Evidence that another sense has too does not count. */
function pointsOfCues({ senses, line, index }: WordInLine): number[] {
  const points = senses.map(() => 0);
  const end = Math.min(line.length, index + MAX_CUE_SEGMENTS + 1);
  for (let other = Math.max(0, index - MAX_CUE_SEGMENTS); other < end; other++) {
    const word = line[other]!;
    if (other === index || FUNCTION_WORDS.has(word.text)) continue;
    const [cued, cueLead, defined, definitionLead] = evidenceOf(word, senses);
    const percent = percentAtDistance(Math.abs(other - index));
    points[cued]! += Math.round((Math.min(POINTS.maxCue, cueLead) * percent) / 100);
    points[defined]! += definitionLead;
  }
  return points;
}

function percentAtDistance(words: number): number {
  if (words === 1) return DISTANCE_PERCENT.beside;
  return words <= NEAR_WORDS ? DISTANCE_PERCENT.near : DISTANCE_PERCENT.far;
}

function evidenceOf(word: LineWord, senses: readonly WordSense[]): WordEvidence {
  // A particle goes with every word of its kind.
  const cues = senses.map((sense) => (sense.isParticle ? 0 : cueOf(sense, word)));
  const definitions = senses.map((sense) => (sense.isParticle ? 0 : definedBy(sense, word)));
  return [...leaderOf(cues), ...leaderOf(definitions)];
}

/** The index of the largest of some numbers that are 0 or more, and its lead over the next one. */
function leaderOf(numbers: readonly number[]): [index: number, lead: number] {
  const largest = Math.max(...numbers);
  const index = numbers.indexOf(largest);
  return [index, largest === 0 ? 0 : largest - Math.max(0, ...numbers.filter((_, i) => i !== index))];
}

/** Points of a word as a cue for a sense, else of the best cue among its characters; 0 for none. */
function cueOf(sense: WordSense, { number, characterNumbers }: LineWord): number {
  const wordWeight = number === undefined ? 0 : sense.weightOf(number);
  if (wordWeight > 0) return wordWeight * POINTS.perCue;
  let bestWeight = 0;
  for (const character of characterNumbers) bestWeight = Math.max(bestWeight, sense.weightOf(character));
  return bestWeight * POINTS.perCharacterOfCue;
}

function definedBy({ definitionZh }: WordSense, { text, contentCharacters }: LineWord): number {
  if (contentCharacters.length > 1 && definitionZh.includes(text)) return POINTS.defined;
  return contentCharacters.some((character) => definitionZh.includes(character)) ? POINTS.characterDefined : 0;
}

/** Points of a sense for the text right beside the word: as in its example, or as beside its part of speech. */
function pointsOfForm({ pos, example }: WordSense, { line, index, before, after }: WordInLine): number {
  const word = line[index]!.text;
  const [left, right] = besideInExample(example, word);
  let sum = 0;
  if (left !== undefined && before.endsWith(left)) sum += POINTS.example;
  if (right !== undefined && after.startsWith(right)) sum += POINTS.example;
  if (DONE.test(after) && DONE.test(afterWord(example, word))) sum += POINTS.example;
  if (pos === 'v' && BEHIND_VERB.test(after)) sum += POINTS.pos;
  if (pos === 'a' && BEFORE_ADJECTIVE.test(before)) sum += POINTS.pos;
  if (pos === 'n' && BEFORE_NOUN.test(before)) sum += POINTS.pos;
  return sum;
}

function afterWord(example: string, word: string): string {
  const at = example.indexOf(word);
  return at < 0 ? '' : example.slice(at + word.length);
}

/** The characters on both sides of the word in an example, unless they are function words. */
function besideInExample(example: string, word: string): [left: string | undefined, right: string | undefined] {
  const at = example.indexOf(word);
  if (at < 0) return [undefined, undefined];
  const unlessFunctionWord = (character: string | undefined) =>
    character === undefined || FUNCTION_WORDS.has(character) ? undefined : character;
  const [before, after] = [Array.from(example.slice(0, at)), Array.from(example.slice(at + word.length))];
  return [unlessFunctionWord(before.at(-1)), unlessFunctionWord(after[0])];
}
