import { type IdeaRow, NO_ANSWERS, openAnswers, type PackedAnswers, type Question } from './answers.ts';
import { MEANING_COMPONENTS, ROW_BYTES, sumOfMeanings } from './meaning.ts';
import { type RowScan, scanOfRows } from './meaning-scan/row-scan.ts';

/** Descriptions (what writers type who look for words, and the words that they hope for) in flat arrays, by number. */
export interface PackedDescriptions extends PackedAnswers {
  /** The keys of the distinct ideas. */
  readonly describedKeys: readonly string[];
  /** Components of meaning, {@link MEANING_COMPONENTS} an idea; zeros where it has none. */
  readonly describedRows: Int8Array;
  /**
   * Ideas as places in `describedKeys`: those of description `d` are `describedIdeas[describedStarts[d]]` to
   * `describedIdeas[describedStarts[d + 1] - 1]`. The words hoped for are laid out alike.
   */
  readonly describedStarts: Uint32Array;
  readonly describedIdeas: Uint16Array;
  /** The weight of each of `describedIdeas` in its description, in hundredths, 0 to 255. */
  readonly describedWeights: Uint8Array;
  /** Components of meaning of each description as a whole, {@link MEANING_COMPONENTS} each; zeros where it has none. */
  readonly describedSums: Int8Array;
  /** The numbers of the words hoped for, the best first in each description. */
  readonly hopedStarts: Uint32Array;
  readonly hopedWords: Uint32Array;
}

export const NO_DESCRIPTIONS: PackedDescriptions = {
  describedKeys: [],
  describedRows: new Int8Array(0),
  describedStarts: new Uint32Array(1),
  describedIdeas: new Uint16Array(0),
  describedWeights: new Uint8Array(0),
  describedSums: new Int8Array(0),
  hopedStarts: new Uint32Array(1),
  hopedWords: new Uint32Array(0),
  ...NO_ANSWERS,
};

export interface Description {
  readonly ideas: readonly IdeaRow[];
  /** The numbers of the words hoped for, the best first. */
  readonly words: readonly number[];
}

/** The weight from which an idea is compared: function words have less. */
const MIN_WEIGHT = 0.05;
const WEIGHT_STEPS = 100;
const MAX_WEIGHT = 255;

/** Packs the descriptions; the arrays of {@link PackedAnswers}, which are learned from them, stay empty. */
export function packDescriptions(descriptions: readonly Description[]): PackedDescriptions {
  const numbers = new Map<string, number>();
  const rows: (Int8Array | undefined)[] = [];
  const [starts, hopedStarts] = [[0], [0]];
  const [ideas, weights, words]: [number[], number[], number[]] = [[], [], []];
  for (const description of descriptions) {
    for (const { key, row, weight } of description.ideas) {
      if (!numbers.has(key)) numbers.set(key, rows.push(row) - 1);
      ideas.push(numbers.get(key)!);
      weights.push(Math.min(MAX_WEIGHT, Math.round(weight * WEIGHT_STEPS)));
    }
    starts.push(ideas.length);
    words.push(...description.words);
    hopedStarts.push(words.length);
  }
  const packed = {
    ...NO_DESCRIPTIONS,
    describedKeys: [...numbers.keys()],
    describedRows: joined(rows),
    describedStarts: Uint32Array.from(starts),
    describedIdeas: Uint16Array.from(ideas),
    describedWeights: Uint8Array.from(weights),
    hopedStarts: Uint32Array.from(hopedStarts),
    hopedWords: Uint32Array.from(words),
  };
  const { count, ideasOf, sumOf } = openDescriptions(packed);
  return {
    ...packed,
    describedSums: joined(Array.from({ length: count }, (_, description) => sumOf(ideasOf(description)))),
  };
}

/** The ideas of at least {@link MIN_WEIGHT}, or all where none has it. */
function weightyIdeas(ideas: readonly IdeaRow[]): readonly IdeaRow[] {
  const weighty = ideas.filter(({ weight }) => weight >= MIN_WEIGHT);
  return weighty.length > 0 ? weighty : ideas;
}

function joined(rows: readonly (Int8Array | undefined)[]): Int8Array {
  const all = new Int8Array(rows.length * MEANING_COMPONENTS);
  for (const [place, row] of rows.entries())
    if (row) all.set(row.subarray(0, MEANING_COMPONENTS), place * MEANING_COMPONENTS);
  return all;
}

/** The descriptions, opened. */
export interface Descriptions {
  readonly count: number;
  /** The ideas of a description, with the weights of {@link weigh}. */
  ideasOf(description: number): readonly IdeaRow[];
  /** Likeness of each description to a row, see {@link likenessOfRows}; 0 without a meaning. Valid until the next call. */
  likenesses(row: Int8Array): Int32Array;
  /** The numbers of the words hoped for with a description, the best first. */
  wordsOf(description: number): Uint32Array;
  /** The numbers of the descriptions that have an idea, ascending. */
  withIdea(key: string): readonly number[];
  /** The ideas of enough weight, each weight multiplied by rarity: near 1 in few descriptions, 0 in all. */
  weigh(ideas: readonly IdeaRow[]): readonly IdeaRow[];
  /** The components of meaning of weighed ideas as a whole; undefined where none has a meaning. */
  sumOf(weighed: readonly IdeaRow[]): Int8Array | undefined;
  /** Puts a phrase of weighed ideas to the model of answers; undefined where that knows none of them. */
  ask(weighed: readonly IdeaRow[]): Question | undefined;
}

export function openDescriptions(packed: PackedDescriptions): Descriptions {
  const { describedKeys, describedRows, describedStarts, describedIdeas, describedWeights, hopedStarts } = packed;
  const count = describedStarts.length - 1;
  const numbers = new Map(describedKeys.map((key, number) => [key, number]));
  const rows = describedKeys.map((_, number) => rowIn(describedRows, number));
  const descriptionsByIdea = descriptionsOfIdeas(packed);
  const withIdea = (key: string) => descriptionsByIdea[numbers.get(key) ?? -1] ?? [];
  const rarity = (key: string) => Math.log(count / (1 + withIdea(key).length)) / Math.log(count);
  const weigh = (ideas: readonly IdeaRow[]) =>
    weightyIdeas(ideas).map(({ key, row, weight }) => ({ key, row, weight: Math.max(0, weight * rarity(key)) }));
  const ideaAt = (at: number): IdeaRow => {
    const idea = describedIdeas[at]!;
    return { key: describedKeys[idea]!, row: rows[idea], weight: describedWeights[at]! / WEIGHT_STEPS };
  };
  const weighed = new Array<readonly IdeaRow[] | undefined>(count).fill(undefined);
  let scan: RowScan | undefined;
  return {
    count,
    ideasOf(description) {
      const [start, end] = [describedStarts[description]!, describedStarts[description + 1]!];
      return (weighed[description] ??= weigh(Array.from({ length: end - start }, (_, i) => ideaAt(start + i))));
    },
    likenesses(row) {
      scan ??= scanOfRows(packed.describedSums, MEANING_COMPONENTS);
      const vector = new Int8Array(ROW_BYTES);
      vector.set(row.subarray(0, MEANING_COMPONENTS));
      scan.run(count, [vector]);
      return scan.scores;
    },
    wordsOf: (description) => packed.hopedWords.subarray(hopedStarts[description], hopedStarts[description + 1]),
    withIdea,
    weigh,
    sumOf: (ideas) => sumOfMeanings(ideas.flatMap(({ row, weight }) => (row ? [[row, weight] as const] : []))),
    ask: openAnswers(packed, (key) => rowIn(packed.askedRows, numbers.get(key))),
  };
}

/** The numbers of the descriptions with each of `describedKeys`, ascending. */
function descriptionsOfIdeas({ describedKeys, describedStarts, describedIdeas }: PackedDescriptions): number[][] {
  const lists: number[][] = describedKeys.map(() => []);
  for (let description = 0; description + 1 < describedStarts.length; description++)
    for (const idea of new Set(describedIdeas.subarray(describedStarts[description], describedStarts[description + 1])))
      lists[idea]!.push(description);
  return lists;
}

/** The components at a place; undefined where they are all zeros. */
function rowIn(rows: Int8Array, place: number | undefined): Int8Array | undefined {
  if (place === undefined) return undefined;
  const row = rows.subarray(place * MEANING_COMPONENTS, (place + 1) * MEANING_COMPONENTS);
  return row.some((component) => component !== 0) ? row : undefined;
}
