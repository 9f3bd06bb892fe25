import { rule } from './parameters/parameters.ts';
import { movesTooShort, type SoundRequest } from './sound-constraints.ts';

/** The parameters of a melody. */
export type MovesRequest = Pick<SoundRequest, 'moves' | 'before' | 'after'>;

/** What must hold of `moves`, `before` and `after` together, for a schema's `refine`. */
export function movesRules<Q extends MovesRequest>() {
  return [
    rule<Q>(
      'moves',
      'leaves no room for a word; give one move for each of before and after, and one between every two characters',
      (query) => typeof query.moves !== 'string' || !movesTooShort(query),
    ),
    rule<Q>(
      'before',
      'has no move to fit; add moves, whose first sign is the move into the word, for example moves=*+',
      ({ before, moves }) => before === undefined || moves !== undefined,
    ),
    rule<Q>(
      'after',
      'has no move to fit; add moves, whose last sign is the move out of the word, for example moves=+*',
      ({ after, moves }) => after === undefined || moves !== undefined,
    ),
  ] as const;
}
