import type { PartnerRelation } from '../lexicon/partner-relations.ts';
import type { PartnerNamesQuery } from '../lexicon/query.ts';
import type { PartnerName } from '../lexicon/store.ts';
import type { Candidate } from './candidates.ts';
import { isExchanged, isPronoun } from './exchanges.ts';
import type { SungLine, SungWord } from './sung-line.ts';

/** Candidates by the words that they would stand beside: what goes with a neighbour comes first. */

/** What stands side by side; images and the like need not. */
const NEIGHBOURING = [
  ...(['does', 'by', 'done_to', 'takes'] as const),
  ...(['like_what', 'describes', 'how', 'how_of', 'measure', 'measure_of'] as const),
] as const satisfies readonly PartnerRelation[];

/** A verb and what it takes. */
const OF_OBJECTS: readonly PartnerRelation[] = ['takes', 'done_to'];

/** Words that stand between a word and its partner. */
const BETWEEN: ReadonlySet<string> = new Set(['咗', '過', '緊', '住', '着', '了', '晒', '埋', '嘅', '的', '地']);

/** Pronouns and function words go with nearly everything: what is listed for them tells nothing of what is not. */
const isTelling = (word: string) => !isPronoun(word) && !isExchanged(word);

/** Added to the preference of a candidate that is a partner of a neighbour: more than any two candidates of a good source differ by. */
const BONUS = 20;
const MAX_PREFERENCE = 120;

/** The query for the partners of the words beside those that may be replaced, and of these themselves. */
export function partnersToAsk(line: SungLine, affected: readonly SungWord[]): PartnerNamesQuery {
  const words = affected.flatMap((word) => [word, ...neighbours(line, word.start, word.end)]);
  return {
    words: [...new Set(words.map(({ dictionaryWord }) => dictionaryWord.word))].filter(isTelling),
    relations: NEIGHBOURING,
  };
}

/** The words beside a span, over what may stand between. */
function neighbours({ words }: SungLine, start: number, end: number): SungWord[] {
  const beside = (position: number, side: 'before' | 'after'): SungWord | undefined => {
    const word = words.find((one) => (side === 'before' ? one.end : one.start) === position);
    if (!word || !BETWEEN.has(word.text)) return word;
    return beside(side === 'before' ? word.start : word.end, side);
  };
  return [beside(start, 'before'), beside(end, 'after')].filter((word) => word !== undefined);
}

/**
 * The candidates without those that break up a verb and an object which go together, and with more preference for those that go with
 * a neighbour. Their order is left to what sorts them.
 *
 * @param names the partners of each of the words that were asked for
 */
export function byPartners(
  line: SungLine,
  candidates: readonly Candidate[],
  { words }: PartnerNamesQuery,
  names: readonly (readonly PartnerName[])[],
): Candidate[] {
  const partners = new Map(words.map((word, i) => [word, relationsByName(names[i]!)]));
  const besideSpans = new Map<string, readonly SungWord[]>();
  return candidates.flatMap((candidate) => {
    const { start, replaces, word, code, preference } = candidate;
    const end = start + code.length;
    const key = `${start} ${end}`;
    const beside = besideSpans.get(key) ?? neighbours(line, start, end);
    besideSpans.set(key, beside);
    const fits = (text: string, { dictionaryWord }: SungWord) => partners.get(dictionaryWord.word)?.get(text);
    if (beside.some((neighbour) => fits(word, neighbour)))
      return [{ ...candidate, preference: Math.min(MAX_PREFERENCE, preference + BONUS) }];
    const isBroken = beside.some((neighbour) =>
      fits(replaces, neighbour)?.some((relation) => OF_OBJECTS.includes(relation)),
    );
    return isBroken ? [] : [candidate];
  });
}

function relationsByName(names: readonly PartnerName[]): Map<string, PartnerRelation[]> {
  const relations = new Map<string, PartnerRelation[]>();
  for (const { word, relation } of names) relations.set(word, [...(relations.get(word) ?? []), relation]);
  return relations;
}
