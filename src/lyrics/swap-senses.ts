import type { ListedWords } from '../lexicon/listed-words.ts';
import type { WordSense } from '../lexicon/word-senses.ts';
import { sensesOfLine } from './line-senses.ts';
import type { Span } from './spans.ts';
import type { SungLine } from './sung-line.ts';
import type { WordSwap } from './swaps.ts';

/** The commonest sense comes first, unless a swap for a later one is better by so much preference for each place. */
const LOSS_PER_SENSE = 6;

/** Which sense of a word a swap is to keep. */

/** The senses of words of the line that it decides, by the sung position at which each word starts. */
export type SaidSenses = ReadonlyMap<number, WordSense>;

export function saidSenses({ annotated, characterIndices }: SungLine, words: ListedWords): SaidSenses {
  const senses = sensesOfLine(annotated, words);
  return new Map(
    annotated.segments.flatMap(({ start, word }, i) => {
      const sense = senses[i] && sensesOfWord(word!.word, words).find((one) => one.sense === senses[i]);
      return sense ? [[characterIndices.indexOf(start), sense] as const] : [];
    }),
  );
}

/** Spans with the word of a said sense are asked for synonyms of that sense only. */
export function inSaidSenses(spans: readonly Span[], { words }: SungLine, said: SaidSenses): Span[] {
  return spans.map((span) => {
    const found = words.find(
      ({ start, dictionaryWord: { word } }) =>
        word === span.headword && start >= span.start && start < span.end && said.has(start),
    );
    return found ? { ...span, query: { ...span.query, sense: said.get(found.start)!.sense } } : span;
  });
}

/**
 * The swaps in their order, those for one word by its senses within the places that they have: in order of use unless the line speaks for a later one; those of no sense last.
 */
export function groupedBySense(swaps: readonly WordSwap[], words: ListedWords): WordSwap[] {
  const grouped = [...swaps];
  for (const places of Map.groupBy(swaps.keys(), (i) => `${swaps[i]!.start} ${swaps[i]!.replaces}`).values()) {
    const ofWord = places.map((place) => swaps[place]!);
    if (ofWord.every(({ sense }) => sense === undefined)) continue;
    const order = sensesOfWord(ofWord[0]!.replaces, words).map(({ sense }) => sense);
    const placeOf = ({ sense }: WordSwap) => (sense === undefined ? order.length : order.indexOf(sense));
    const best = new Map<number, number>();
    for (const swap of ofWord) best.set(placeOf(swap), Math.max(swap.preference, best.get(placeOf(swap)) ?? 0));
    const worthOf = (place: number) => best.get(place)! - place * LOSS_PER_SENSE;
    const sorted = ofWord.toSorted((a, b) => {
      const [first, second] = [placeOf(a), placeOf(b)];
      return worthOf(second) - worthOf(first) || first - second;
    });
    for (const [i, place] of places.entries()) grouped[place] = sorted[i]!;
  }
  return grouped;
}

export function sensesOfWord(text: string, words: ListedWords): readonly WordSense[] {
  const number = words.numberOf(text) ?? words.numberOf(words.find(text)?.word ?? '');
  return number === undefined ? [] : words.senses(number);
}
