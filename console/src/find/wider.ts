import type { Selections } from './entry.ts';
import type { Wish } from './plan.ts';
import { parseQuery, type Query, type Term } from './query-parser.ts';

/** The next wider searches of one that found nothing: each takes one demand back. */

export const WIDENINGS = [
  'loose-rhyme',
  'any-meaning',
  'no-code',
  'any-melody',
  'any-tone',
  'no-facets',
  'no-rhyme',
  'no-form',
] as const;
export type Widening = (typeof WIDENINGS)[number];

export interface Wider {
  readonly widening: Widening;
  /** What the field then holds. */
  readonly text: string;
  readonly wish: Wish;
}

/** The wider searches that a wish allows, the smallest step first. */
export function widerWishes(wish: Wish): Wider[] {
  return WIDENINGS.flatMap((widening) => {
    const wider = widen(wish, widening);
    return wider ? [wider] : [];
  });
}

function widen(wish: Wish, widening: Widening): Wider | undefined {
  const { query, selections, fittingCodes } = wish;
  if (widening === 'no-facets') {
    const chosen = Object.values(selections).some((values) => values?.length);
    return chosen ? wider(widening, query.terms, { fittingCodes, selections: {} }) : undefined;
  }
  if (widening === 'any-melody')
    return fittingCodes.length > 0 ? wider(widening, query.terms, { fittingCodes: [], selections }) : undefined;
  const terms = rewritten(query, widening);
  if (!terms || terms.length === 0) return undefined;
  return wider(widening, terms, { fittingCodes, selections });
}

interface Kept {
  readonly selections: Selections;
  readonly fittingCodes: readonly string[];
}

function wider(widening: Widening, terms: readonly Term[], kept: Kept): Wider {
  const text = textOf(terms);
  return { widening, text, wish: { query: parseQuery(text), ...kept } };
}

/** The text that says the same terms; a space at its end leaves none of them open. */
export function textOf(terms: readonly Term[]): string {
  return terms.map(({ source }) => `${source} `).join('');
}

type Rewrite = (term: Term) => Term | undefined;

const without =
  (...kinds: readonly Term['kind'][]): Rewrite =>
  (term) =>
    kinds.includes(term.kind) ? undefined : term;

const REWRITES: Readonly<Partial<Record<Widening, Rewrite>>> = {
  'loose-rhyme': (term) =>
    (term.kind === 'rhyme' || term.kind === 'final') && !term.loose
      ? { ...term, loose: true, source: `=~${term.source.slice(1)}` }
      : term,
  'any-meaning': (term) =>
    term.kind === 'meaning' && !term.all ? { ...term, all: true, source: `~${term.source}` } : term,
  'no-code': without('code', 'moves'),
  'any-tone': (term) =>
    term.kind === 'jyutping' && /\d/.test(term.syllables)
      ? { ...term, source: term.syllables.replace(/\d/g, ''), syllables: term.syllables.replace(/\d/g, '') }
      : term,
  'no-rhyme': without('rhyme', 'final'),
  'no-form': without('form', 'length', 'gloss', 'jyutping'),
};

/** undefined where the rewriting changes nothing. */
function rewritten({ terms }: Query, widening: Widening): Term[] | undefined {
  const rewrite = REWRITES[widening];
  if (!rewrite) return undefined;
  const changed = terms.map(rewrite);
  if (changed.every((term, i) => term === terms[i])) return undefined;
  return changed.filter((term) => term !== undefined);
}
