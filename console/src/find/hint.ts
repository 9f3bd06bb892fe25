import type { findMessages } from './messages.ts';
import { parseQuery, type Term } from './query-parser.ts';

type Texts = (typeof findMessages)['en'];

/** One sentence on what is being typed. */
export function hintFor(draft: string, { hints }: Texts): string {
  const last = parseQuery(draft).terms.at(-1);
  return last ? hintForTerm(last, hints) : hints.start;
}

function hintForTerm(term: Term, hints: Texts['hints']): string {
  switch (term.kind) {
    case 'unfinished':
      return hints[term.wants];
    case 'rhyme':
    case 'final':
      return term.loose ? hints.rhyme_loose : hints.rhyme;
    case 'meaning':
      return hints.meaning_term;
    case 'opposite':
      return hints.opposite_term;
    default:
      return hints[term.kind];
  }
}
