import type { Node, Parsed } from './parse.ts';

/**
 * Positions of a regular expression after Glushkov: each atom is a state, entered by a character that it accepts. Characters are
 * places in a sample of all that the expressions of a program tell apart.
 */
export interface Automaton {
  /** Of each position, which characters of the sample enter it. */
  readonly enters: readonly ReadonlySet<number>[];
  readonly follows: readonly ReadonlySet<number>[];
  /** Where a match may end without anything more that could fail. */
  readonly ends: ReadonlySet<number>;
  /** Two loops that go the same way: each turn may be either's. */
  readonly hasAmbiguousLoop: boolean;
}

/** Position 0 is the search for a beginning, where matches may begin anywhere. */
export const SEARCH = 0;
const END_OF_TEXT = -1;

interface Piece {
  readonly first: readonly number[];
  readonly last: readonly number[];
  readonly nullable: boolean;
}

const EMPTY: Piece = { first: [], last: [], nullable: true };

/** @param loopThreshold repetitions of so many and more are loops; fewer are once through */
export function automatonOf(
  { tree, anchored, hasLookaround: looksAround }: Parsed,
  sample: string[],
  loopThreshold: number,
): Automaton {
  const enters: Set<number>[] = [];
  const follows: Set<number>[] = [];
  let hasAmbiguousLoop = false;
  const add = (set: Set<number>): Piece => {
    enters.push(set);
    follows.push(new Set());
    return { first: [enters.length - 1], last: [enters.length - 1], nullable: false };
  };
  const link = (from: readonly number[], to: readonly number[]) => {
    for (const a of from) for (const b of to) follows[a]!.add(b);
  };

  function piece(node: Node): Piece {
    switch (node.kind) {
      case 'end':
        return add(new Set([END_OF_TEXT]));
      case 'atom':
        return add(new Set(sample.flatMap((character, place) => (node.accepts(character) ? [place] : []))));
      case 'sequence':
        return node.parts.map(piece).reduce(concatenate, EMPTY);
      case 'choice': {
        const options = node.options.map(piece);
        return {
          first: options.flatMap(({ first }) => first),
          last: options.flatMap(({ last }) => last),
          nullable: options.some(({ nullable }) => nullable),
        };
      }
      case 'repeat': {
        const { first, last, nullable } = piece(node.body);
        if (node.max >= loopThreshold) {
          if (last.some((a) => first.some((b) => follows[a]!.has(b)))) hasAmbiguousLoop = true;
          link(last, first);
        }
        return { first, last, nullable: nullable || node.min === 0 };
      }
    }
  }
  function concatenate(a: Piece, b: Piece): Piece {
    link(a.last, b.first);
    return {
      first: a.nullable ? [...a.first, ...b.first] : a.first,
      last: b.nullable ? [...a.last, ...b.last] : b.last,
      nullable: a.nullable && b.nullable,
    };
  }

  // Anchored, nothing enters the search.
  add(new Set(anchored ? [] : sample.keys()));
  const whole = piece(tree);
  link([SEARCH], [SEARCH, ...whole.first]);
  return { enters, follows, ends: new Set(looksAround ? [] : whole.last), hasAmbiguousLoop };
}
