import type { ListedWords } from '../lexicon/listed-words.ts';
import type { Span } from './candidates.ts';
import { sensesOfLine } from './line-senses.ts';
import type { SungLine } from './sung-line.ts';
import type { WordSwap } from './swaps.ts';

/** The commonest sense comes first, unless a swap for a later one is better by so much preference for each place. */
const LOSS_PER_SENSE = 6;

/** Which sense of a word a swap is to keep. */

/** Spans whose word has a sense that the line decides are asked for synonyms of that sense only, and for words alike only of the commonest. */
export function inSaidSenses(spans: readonly Span[], line: SungLine, words: ListedWords): Span[] {
  const { annotated } = line;
  const senses = sensesOfLine(annotated, words);
  if (senses.every((sense) => sense === undefined)) return [...spans];
  const said = annotated.segments.flatMap(({ start, word }, i) =>
    senses[i] === undefined
      ? []
      : [{ position: line.characterIndices.indexOf(start), word: word!.word, sense: senses[i] }],
  );
  return spans.map((span) => {
    const found = said.find(
      ({ position, word }) => word === span.headword && position >= span.start && position < span.end,
    );
    if (!found) return span;
    const { word, length, similar } = span.query;
    // The vector of a word is that of its commonest sense above all.
    const isCommonest = sensesOfWord(word, words)[0] === found.sense;
    return { ...span, query: { word, length, sense: found.sense, ...(similar && isCommonest ? { similar } : {}) } };
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
    const order = sensesOfWord(ofWord[0]!.replaces, words);
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

function sensesOfWord(text: string, words: ListedWords): readonly string[] {
  const number = words.numberOf(text) ?? words.numberOf(words.find(text)?.word ?? '');
  return number === undefined ? [] : words.senses(number).map(({ sense }) => sense);
}
