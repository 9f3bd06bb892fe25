import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { currentBuild } from '../../indexer/build.ts';
import { randomNumbers } from '../../indexer/random-numbers.ts';
import {
  ANSWER_SCALES,
  ANSWERS_FILE,
  ANSWERS_PROVENANCE,
  type Answers,
  encodeAnswers,
} from '../../src/lexicon/answers.ts';
import { openDescriptions, type PackedDescriptions } from '../../src/lexicon/descriptions.ts';
import { listedWords } from '../../src/lexicon/listed-words.ts';
import { MEANING_LENGTH, ROW_BYTES, MEANING_COMPONENTS as SIZE } from '../../src/lexicon/meaning.ts';
import { decodeWords, WORD_TABLE_FILE } from '../../src/lexicon/packed-words.ts';
import { openMemoryStore } from '../../src/stores/memory/open.ts';
import { writeGenerated } from '../write-tables.ts';

/**
 * Learns from the descriptions of the current build which words are hoped for by those who type an idea, and writes
 * `data/generated/answers.bin.gz` with its provenance: `node scripts/meaning/fit-answers.ts`.
 *
 * A phrase is the weighted sum of the rows of its ideas, brought to length 1. Its product with a square, and of that with the row of a
 * word, and what speaks for the word whatever is typed, are the logarithm of how often the word is hoped for, up to a constant. Rows begin
 * with the meanings; what is learned are the square, the changes of the rows of ideas and words, and two weights of what speaks for a word.
 * Minimizes the cross-entropy over a sample of words (Adam), each step with the words hoped for in its descriptions and {@link SAMPLE} others.
 */

/** All numbers but the first two were found with the halves `dev` of the phrases of `data/quality`. */
const SAMPLE = 1000;
const BATCH = 256;
const EPOCHS = 4;
const RATE = 0.003;
const WARM_UP = 50;
const DROPPED = 0.1;
/** What changes of rows cost, by their squares. */
const RIDGE = 1e-5;
/** The words of a description count the less the further down they stand: the second 1 / 1.2 of the first. */
const PLACE_DECAY = 0.2;
const SEED = 1;
/** Places of the parameters: the square, two weights of what speaks for a word, then the changes of ideas and of words. */
const WEIGHTS_AT = SIZE * SIZE;
const IDEAS_AT = WEIGHTS_AT + 2;

interface Example {
  readonly ideas: readonly { readonly idea: number; readonly weight: number }[];
  readonly words: readonly number[];
}

/** @param rows of the words in order of their numbers, {@link ROW_BYTES} each */
export function fitAnswers(
  packed: PackedDescriptions,
  rows: Int8Array,
): Omit<Answers, 'words'> & { readonly words: readonly number[] } {
  const { count, ideasOf, wordsOf } = openDescriptions(packed);
  const keys = [...packed.describedKeys];
  const numbers = new Map(keys.map((key, number) => [key, number]));
  const hopes = new Map<number, number>();
  for (const word of packed.hopedWords) hopes.set(word, 1 + (hopes.get(word) ?? 0));
  const words = [...hopes.keys()].sort((a, b) => a - b);
  const places = new Map(words.map((word, place) => [word, place]));
  const examples = Array.from(
    { length: count },
    (_, description): Example => ({
      ideas: ideasOf(description).flatMap(({ key, weight }) =>
        weight > 0 ? [{ idea: numbers.get(key)!, weight }] : [],
      ),
      words: Array.from(wordsOf(description), (word) => places.get(word)!),
    }),
  ).filter(({ ideas, words }) => ideas.length > 0 && words.length > 0);
  const ideaRows = scaled(packed.describedRows, keys.length, SIZE, (idea) => idea);
  const wordRows = scaled(rows, words.length, ROW_BYTES, (place) => words[place]!);
  const spoken = words.map((word) => [Math.log1p(hopes.get(word)!), Math.log1p(word / 1000)] as const);
  const shares = words.map((word) => hopes.get(word)! / examples.length);
  const wordsAt = IDEAS_AT + ideaRows.length;
  const parameters = initial(wordsAt + wordRows.length);
  const step = adam(parameters, Math.floor(examples.length / BATCH) * EPOCHS);
  const random = randomNumbers(SEED);
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    const order = shuffled(examples, random);
    for (let at = 0; at + BATCH <= order.length; at += BATCH)
      step(
        gradientOf(order.slice(at, at + BATCH), { parameters, ideaRows, wordRows, spoken, shares, wordsAt, random }),
      );
  }
  const [ofHopes, ofRank] = parameters.subarray(WEIGHTS_AT, IDEAS_AT) as unknown as [number, number];
  return {
    ideas: keys,
    ideaRows: changed(ideaRows, parameters.subarray(IDEAS_AT, wordsAt)),
    words,
    wordRows: changed(wordRows, parameters.subarray(wordsAt)),
    spoken: Int8Array.from(spoken, ([a, b]) => Math.round(ANSWER_SCALES.spoken * (ofHopes * a + ofRank * b))),
    square: Int16Array.from(parameters.subarray(0, WEIGHTS_AT), (part) => Math.round(part * ANSWER_SCALES.square)),
  };
}

interface Model {
  readonly parameters: Float32Array;
  readonly ideaRows: Float32Array;
  readonly wordRows: Float32Array;
  readonly spoken: readonly (readonly [hopes: number, rank: number])[];
  /** Of the examples, how many hope for each word. */
  readonly shares: readonly number[];
  readonly wordsAt: number;
  readonly random: () => number;
}

function gradientOf(batch: readonly Example[], model: Model): Float32Array {
  const { parameters, wordRows, wordsAt, random } = model;
  const gradient = new Float32Array(parameters.length);
  const sample = sampleFor(batch, model);
  const placeIn = new Map(sample.map(({ word }, place) => [word, place]));
  // Rows of the sampled words, as they are now.
  const now = new Float32Array(sample.length * SIZE);
  for (const [place, { word }] of sample.entries())
    for (let i = 0; i < SIZE; i++)
      now[place * SIZE + i] = wordRows[word * SIZE + i]! + parameters[wordsAt + word * SIZE + i]!;
  const toRows = new Float32Array(now.length);
  const odds = new Float64Array(sample.length);
  for (const { ideas, words } of batch) {
    const { sum, length } = sumOfIdeas(ideas, model);
    const kept = sum.map((part) => (random() < DROPPED ? 0 : part / (1 - DROPPED)));
    const answer = new Float32Array(SIZE);
    for (let a = 0; a < SIZE; a++) for (let b = 0; b < SIZE; b++) answer[b]! += kept[a]! * parameters[a * SIZE + b]!;
    let greatest = -Infinity;
    for (let place = 0; place < sample.length; place++) {
      let product = 0;
      for (let i = 0, row = place * SIZE; i < SIZE; i++) product += answer[i]! * now[row + i]!;
      odds[place] = ANSWER_SCALES.odds * product + sample[place]!.offset;
      greatest = Math.max(greatest, odds[place]!);
    }
    let total = 0;
    for (let place = 0; place < sample.length; place++) total += odds[place] = Math.exp(odds[place]! - greatest);
    const counts = words.map((_, place) => 1 / (1 + place * PLACE_DECAY));
    const all = counts.reduce((sum, count) => sum + count, 0);
    for (let place = 0; place < sample.length; place++) odds[place]! /= total;
    for (const [place, word] of words.entries()) odds[placeIn.get(word)!]! -= counts[place]! / all;
    const toAnswer = new Float32Array(SIZE);
    for (let place = 0; place < sample.length; place++) {
      const error = odds[place]! / batch.length;
      const { spoken } = sample[place]!;
      gradient[WEIGHTS_AT]! += error * spoken[0];
      gradient[WEIGHTS_AT + 1]! += error * spoken[1];
      const scaledError = ANSWER_SCALES.odds * error;
      for (let i = 0, row = place * SIZE; i < SIZE; i++) {
        toAnswer[i]! += scaledError * now[row + i]!;
        toRows[row + i]! += scaledError * answer[i]!;
      }
    }
    const toSum = new Float32Array(SIZE);
    let along = 0;
    for (let a = 0; a < SIZE; a++) {
      for (let b = 0; b < SIZE; b++) {
        gradient[a * SIZE + b]! += kept[a]! * toAnswer[b]!;
        toSum[a]! += parameters[a * SIZE + b]! * toAnswer[b]!;
      }
      // What was dropped passes nothing back.
      toSum[a] = kept[a] === 0 ? 0 : toSum[a]! / (1 - DROPPED);
      along += toSum[a]! * sum[a]!;
    }
    for (const { idea, weight } of ideas)
      for (let i = 0; i < SIZE; i++)
        gradient[IDEAS_AT + idea * SIZE + i]! += (weight * (toSum[i]! - along * sum[i]!)) / length;
  }
  for (let i = IDEAS_AT; i < gradient.length; i++) gradient[i]! += RIDGE * parameters[i]!;
  for (const [place, { word }] of sample.entries())
    for (let i = 0; i < SIZE; i++) gradient[wordsAt + word * SIZE + i]! += toRows[place * SIZE + i]!;
  return gradient;
}

/** Of length 1, and what its length was. */
function sumOfIdeas(ideas: Example['ideas'], { parameters, ideaRows }: Model) {
  const sum = new Float32Array(SIZE);
  for (const { idea, weight } of ideas)
    for (let i = 0; i < SIZE; i++)
      sum[i]! += weight * (ideaRows[idea * SIZE + i]! + parameters[IDEAS_AT + idea * SIZE + i]!);
  const length = Math.hypot(...sum) + 0.001;
  return { sum: sum.map((part) => part / length), length };
}

/** The words hoped for, and others, which count for those that are not drawn. */
function sampleFor(batch: readonly Example[], { parameters, spoken, shares, random }: Model) {
  const drawn = new Set(batch.flatMap(({ words }) => words));
  for (let i = 0; i < SAMPLE; i++) drawn.add(Math.floor(random() * shares.length));
  const missed = Math.exp(-SAMPLE / shares.length);
  return [...drawn].map((word) => {
    const [hopes, rank] = spoken[word]!;
    const speaks = hopes * parameters[WEIGHTS_AT]! + rank * parameters[WEIGHTS_AT + 1]!;
    const offset = speaks - Math.log(1 - missed * Math.exp(-BATCH * shares[word]!));
    return { word, spoken: spoken[word]!, offset };
  });
}

function initial(length: number): Float32Array {
  const parameters = new Float32Array(length);
  for (let i = 0; i < SIZE; i++) parameters[i * SIZE + i] = 0.5;
  parameters.set([0.5, -0.1], WEIGHTS_AT);
  return parameters;
}

function adam(parameters: Float32Array, steps: number): (gradient: Float32Array) => void {
  const [means, squares] = [new Float32Array(parameters.length), new Float32Array(parameters.length)];
  let done = 0;
  return (gradient) => {
    done++;
    const rate = RATE * Math.min(1, done / WARM_UP) * (0.5 + 0.5 * Math.cos((Math.PI * done) / steps));
    const [first, second] = [1 - 0.9 ** done, 1 - 0.99 ** done];
    for (let i = 0; i < parameters.length; i++) {
      const slope = gradient[i]!;
      means[i] = 0.9 * means[i]! + 0.1 * slope;
      squares[i] = 0.99 * squares[i]! + 0.01 * slope * slope;
      parameters[i]! -= (rate * means[i]!) / first / (Math.sqrt(squares[i]! / second) + 1e-8);
    }
  };
}

function scaled(rows: Int8Array, count: number, length: number, rowOf: (place: number) => number): Float32Array {
  const result = new Float32Array(count * SIZE);
  for (let place = 0; place < count; place++)
    for (let i = 0; i < SIZE; i++) result[place * SIZE + i] = rows[rowOf(place) * length + i]! / MEANING_LENGTH;
  return result;
}

const changed = (rows: Float32Array, changes: Float32Array) =>
  Int8Array.from(rows, (part, i) => Math.max(-128, Math.min(127, Math.round((part + changes[i]!) * MEANING_LENGTH))));

function shuffled<T>(values: readonly T[], random: () => number): T[] {
  const result = [...values];
  for (let i = result.length - 1; i > 0; i--) {
    const other = Math.floor(random() * (i + 1));
    [result[i], result[other]] = [result[other]!, result[i]!];
  }
  return result;
}

async function writeAnswers(): Promise<void> {
  const build = currentBuild();
  if (!build) throw new Error('There is no build. Run "npm run lexicon -- build" first.');
  const packed = decodeWords(readFileSync(join(build.dir, WORD_TABLE_FILE)));
  const store = await openMemoryStore({ directory: build.dir });
  const table = listedWords(packed);
  const rows = new Int8Array(table.count * ROW_BYTES);
  await store.read(async (lexicon) => {
    const hoped = [...new Set(packed.hopedWords)];
    const { words } = await lexicon.meanings({ words: hoped.map(table.text), tokens: [] });
    for (const word of hoped) rows.set(words.get(table.text(word)) ?? [], word * ROW_BYTES);
  });
  await store.close();
  const fitted = fitAnswers(packed, rows);
  const content = encodeAnswers({ ...fitted, words: fitted.words.map(table.text) });
  const provenance = {
    made_by: 'scripts/meaning/fit-answers.ts',
    descriptions: packed.hopedStarts.length - 1,
    ideas: fitted.ideas.length,
    words: fitted.words.length,
  };
  writeGenerated({ [ANSWERS_FILE]: content }, ANSWERS_PROVENANCE, provenance);
  console.log(`${ANSWERS_FILE}: fitted to ${provenance.descriptions} descriptions`);
}

if (import.meta.main) await writeAnswers();
