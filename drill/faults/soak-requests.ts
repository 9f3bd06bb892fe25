import fc from 'fast-check';
import { PARTS_OF_SPEECH, REGISTERS, VALENCES } from '../../src/lexicon/entry.ts';
import type { EntryLine } from '../../src/lexicon/formats.ts';
import { FACETS } from '../../src/lexicon/query.ts';
import type { Operation } from '../fuzz/operations.ts';
import { type MadeRequest, requests } from '../fuzz/requests.ts';
import type { Arrival } from '../load.ts';

/** Anonymous callers, more than any table of them may hold. */
const ADDRESSES = 50_000;
/** Requests made up at once. */
const SLICE = 200;

interface SoakOptions {
  readonly random: () => number;
  readonly entries: readonly EntryLine[];
  readonly keys: readonly string[];
  readonly operations: readonly Operation[];
}

/** Everything that callers do, seldom the same twice, from ever other callers: what may be remembered of any of it is remembered. */
export function soakRequests({ random, entries, keys, operations }: SoakOptions): () => Arrival {
  const below = (n: number) => Math.floor(random() * n);
  const pick = <T>(list: readonly T[]): T => list[below(list.length)]!;
  const word = () => pick(entries).char;
  const distinct = (of: (entry: EntryLine) => readonly (string | null)[]) => [
    ...new Set(entries.flatMap(of).filter((value) => value !== null && value !== '')),
  ];
  const [finals, codes] = [
    distinct(({ readings }) => readings.map(({ rhyme }) => rhyme)),
    distinct(({ readings }) => readings.map(({ code }) => code)),
  ];
  const syllables = distinct(({ readings }) => readings.flatMap(({ jyutping }) => jyutping.split(' ')));
  const values: Readonly<Record<string, readonly unknown[]>> = {
    rhyme: finals,
    code: codes,
    emotion: distinct(({ affect }) => [affect.emotion]),
    theme: distinct(({ affect }) => affect.themes),
    category: distinct(({ category }) => [category]),
    valence: VALENCES,
    reg: REGISTERS,
    pos: PARTS_OF_SPEECH,
    length: [1, 2, 3, 4],
    vulgar: [false],
  };
  const names = Object.keys(values);

  const characters = (text: string) => Array.from(text);

  const query = (path: string, parameters: Readonly<Record<string, unknown>>): Arrival => ({
    path: `${path}?${Object.entries(parameters)
      .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
      .join('&')}`,
  });
  const post = (path: string, body: object): Arrival => ({ method: 'POST', path, body: JSON.stringify(body) });
  const filters = () =>
    Object.fromEntries(Array.from({ length: below(4) }, () => pick(names)).map((name) => [name, pick(values[name]!)]));
  const line = () => Array.from({ length: 3 + below(5) }, word).join('');
  const sung = () => {
    const text = line();
    return { line: text, melody: Array.from(text, () => 55 + below(14)) };
  };
  const page = () => ({ limit: 1 + below(60), offset: below(300) });
  const facets = () => (below(2) === 0 ? {} : { facets: below(2) === 0 ? 'all' : `${pick(FACETS)}` });

  const kinds: readonly (readonly [share: number, make: () => Arrival])[] = [
    [24, () => query('/api/lexicon/browse', { ...filters(), ...facets(), ...page() })],
    [8, () => query('/api/lexicon/search', { ...filters(), ...facets(), ends: characters(word()).at(-1), ...page() })],
    [5, () => query('/api/lexicon/search', { ...filters(), rhyme_char: word(), loose_rhyme: true, ...page() })],
    [3, () => query('/api/lexicon/search', { near: word(), ...page() })],
    [2, () => query('/api/lexicon/search', { like: word(), ...filters(), ...page() })],
    [40, () => query('/api/lexicon/autocomplete', { prefix: typed(word(), pick(syllables)), limit: 1 + below(50) })],
    [12, () => query(`/api/lexicon/word/${encodeURIComponent(word())}`, { relations_limit: below(200) })],
    [6, () => query('/api/lexicon/synonyms', { word: word(), ...page() })],
    [4, () => post('/api/lexicon/annotate', { text: `${line()}\n${line()}` })],
    [2, () => post('/api/lexicon/workflow/fix-contour', sung())],
    [1, () => post('/api/lexicon/workflow/check', { lines: [sung(), sung()] })],
  ];
  const typed = (one: string, syllable: string) =>
    below(3) === 0
      ? syllable.slice(0, 1 + below(syllable.length))
      : characters(one)
          .slice(0, 1 + below(4))
          .join('');
  const total = kinds.reduce((sum, [share]) => sum + share, 0);
  const right = (): Arrival => {
    let at = random() * total;
    return kinds.find(([share]) => (at -= share) < 0)![1]();
  };

  const made = requests(operations.filter(({ isStream }) => !isStream));
  let slice: MadeRequest[] = [];
  const madeUp = (): Arrival => {
    if (slice.length === 0) slice = fc.sample(made, { seed: below(2 ** 31), numRuns: SLICE });
    const { method, target, headers, body } = slice.pop()!;
    return { method, path: target, headers, ...(body === undefined ? {} : { body }) };
  };

  const address = () => {
    const n = below(ADDRESSES);
    return n % 2 === 0 ? `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}` : `2001:db8:${n.toString(16)}::1`;
  };
  const caller = (): Readonly<Record<string, string>> => ({
    'x-forwarded-for': address(),
    ...(below(2) === 0 ? { authorization: `Bearer ${pick(keys)}` } : {}),
    ...(below(3) > 0 ? { 'accept-encoding': pick(['br', 'gzip', 'gzip, deflate, br']) } : {}),
  });

  return () => {
    // A few are made up from the API document, half of them wrong.
    const isDoubtful = below(20) === 0;
    const arrival = isDoubtful ? madeUp() : right();
    const json = arrival.body === undefined ? {} : { 'content-type': 'application/json' };
    return { ...arrival, headers: { ...caller(), ...json, ...arrival.headers }, isDoubtful };
  };
}
