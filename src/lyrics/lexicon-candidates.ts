import type { Style } from '../cantonese/context-rules.ts';
import type { ListedWords } from '../lexicon/listed-words.ts';
import type { PartnerNamesQuery } from '../lexicon/query.ts';
import type { PartnerName, Replacement, ReplacementQuery } from '../lexicon/store.ts';
import { type Candidate, candidatesOfSpan } from './candidates.ts';
import { byNaturalness } from './natural-order.ts';
import { byPartners, partnersToAsk } from './partner-fit.ts';
import type { Risk } from './risks.ts';
import { type Asking, farSpansToAsk, type Span, spansToAsk } from './spans.ts';
import type { SungWord } from './sung-line.ts';
import { inSaidSenses, type SaidSenses } from './swap-senses.ts';

/** What the lexicon has for the words around risks. */

/** A round trip for replacements and one for partners, at once. */
export interface CandidateSources {
  replacements(queries: readonly ReplacementQuery[]): Promise<readonly (readonly Replacement[])[]>;
  partnerNames(query: PartnerNamesQuery): Promise<readonly (readonly PartnerName[])[]>;
}

/** What is to be replaced. */
export interface Sought {
  readonly asking: Asking;
  /** The words around the risks. */
  readonly affected: readonly SungWord[];
  readonly said: SaidSenses;
  readonly style: Style;
  readonly table: ListedWords;
  readonly yieldIfDue: () => Promise<void> | undefined;
}

export async function lexiconCandidates(sought: Sought, sources: CandidateSources): Promise<Candidate[]> {
  const { asking, affected, said } = sought;
  const spans = inSaidSenses(await spansToAsk(asking, affected, sought.yieldIfDue), asking.line, said);
  const partnerQuery = partnersToAsk(asking.line, affected);
  const [lists, partnerNames] = await Promise.all([
    sources.replacements(spans.map(({ query }) => query)),
    sources.partnerNames(partnerQuery),
  ]);
  return byPartners(asking.line, await candidatesOfSpans(sought, spans, lists), partnerQuery, partnerNames);
}

/** What is like the words beside risks for which there is nothing else, in another round trip. */
export async function farCandidates(
  sought: Sought,
  risks: readonly Risk[],
  sources: CandidateSources,
): Promise<Candidate[]> {
  const { asking, affected } = sought;
  const spans = farSpansToAsk(asking, affected, risks);
  return spans.length === 0
    ? []
    : candidatesOfSpans(sought, spans, await sources.replacements(spans.map(({ query }) => query)));
}

async function candidatesOfSpans(
  { asking: { line, characters }, style, table, yieldIfDue }: Sought,
  spans: readonly Span[],
  lists: readonly (readonly Replacement[])[],
): Promise<Candidate[]> {
  const candidates: Candidate[] = [];
  for (const [i, span] of spans.entries()) {
    await yieldIfDue();
    candidates.push(
      ...byNaturalness(line, candidatesOfSpan(span, lists[i]!, characters, style), table, span.hasObject),
    );
  }
  return candidates;
}
