import { type Automaton, automatonOf } from './automaton.ts';
import { parse } from './parse.ts';

/** Every ASCII character, and one of each kind beyond that an expression might tell apart. */
const SAMPLE = [
  ...Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)),
  ...'\x85éß　＂：，。ａ’·ˊ̀א的𠮷〇ヶ①²\u2028\u2029\u200b\ufeff😀',
];
/** Repetitions up to so many take longer by a factor at most, unless each of them can be read in two ways. */
const LOOP_THRESHOLD = 65;

/**
 * Why a backtracking matcher may take more than linear time on some text: it can read the text in exponentially or polynomially many
 * ways before it gives up. Undefined when it cannot. After Weber and Seidl, "On the degree of ambiguity of finite automata" (1991).
 */
export function explainSlowness(expression: Pick<RegExp, 'source' | 'flags'>): string | undefined {
  const parsed = parse(expression);
  const sample = [...new Set([...SAMPLE, ...expression.source])];
  const strictAutomaton = automatonOf(parsed, sample, 2);
  if (strictAutomaton.hasAmbiguousLoop || isExponential(strictAutomaton))
    return 'exponential: a repeated part can be read in two ways';
  if (isPolynomial(automatonOf(parsed, sample, LOOP_THRESHOLD)))
    return 'polynomial: two repetitions can share what they read';
  return undefined;
}

const intersects = (a: ReadonlySet<number>, b: ReadonlySet<number>) => !a.isDisjointFrom(b);

function reachableFrom(start: number, next: (state: number) => Iterable<number>): Set<number> {
  const seen = new Set<number>();
  const queue = [start];
  for (let state = queue.pop(); state !== undefined; state = queue.pop())
    for (const one of next(state))
      if (!seen.has(one)) {
        seen.add(one);
        queue.push(one);
      }
  return seen;
}

/** From a position, two ways apart and back again on the same text. */
function isExponential({ enters, follows }: Automaton): boolean {
  const size = enters.length;
  const pairs = function* (state: number): Generator<number> {
    const [a, b] = [Math.floor(state / size), state % size];
    for (const c of follows[a]!)
      for (const d of follows[b]!) if (intersects(enters[c]!, enters[d]!)) yield c * size + d;
  };
  for (let at = 0; at < size; at++) {
    const same = at * size + at;
    for (const state of reachableFrom(same, pairs))
      if (Math.floor(state / size) !== state % size && reachableFrom(state, pairs).has(same)) return true;
  }
  return false;
}

/** The same text leads from p to p, from p to q and from q to q: any number of its repetitions may be p's, the rest q's. */
function isPolynomial({ enters, follows, ends }: Automaton): boolean {
  const size = enters.length;
  const triples = function* (state: number): Generator<number> {
    const [a, b, c] = [Math.floor(state / size / size), Math.floor(state / size) % size, state % size];
    for (const d of follows[a]!)
      for (const e of follows[b]!) {
        const both = enters[d]!.intersection(enters[e]!);
        if (both.size === 0) continue;
        for (const f of follows[c]!) if (intersects(both, enters[f]!)) yield (d * size + e) * size + f;
      }
  };
  const inLoops = [...enters.keys()].filter((at) => reachableFrom(at, (state) => follows[state]!).has(at));
  // Where a match may end, it has: nothing is tried again.
  for (const p of inLoops)
    for (const q of inLoops)
      if (p !== q && !ends.has(q) && reachableFrom((p * size + p) * size + q, triples).has((p * size + q) * size + q))
        return true;
  return false;
}
