import fc from 'fast-check';
import { PARTS_OF_SPEECH, REGISTERS, VALENCES } from '../../../src/lexicon/entry.ts';
import type { EntryLine } from '../../../src/lexicon/formats.ts';
import { FACETS } from '../../../src/lexicon/query.ts';
import type { Operation } from '../fuzz/operations.ts';
import { type FuzzRequest, requests } from '../fuzz/requests.ts';
import type { LoadRequest } from '../load.ts';

/** Anonymous callers, more than any table of them may hold. */
const CLIENT_IP_COUNT = 50_000;
/** Requests made up at once. */
const BATCH_SIZE = 200;

interface SoakOptions {
  readonly random: () => number;
  readonly entries: readonly EntryLine[];
  readonly keys: readonly string[];
  readonly operations: readonly Operation[];
}

/** Everything that callers do, seldom the same twice, from ever other callers: what may be remembered of any of it is remembered. */
export function soakRequests({ random, entries, keys, operations }: SoakOptions): () => LoadRequest {
  const randomBelow = (n: number) => Math.floor(random() * n);
  const pick = <T>(list: readonly T[]): T => list[randomBelow(list.length)]!;
  const word = () => pick(entries).char;
  const distinct = (of: (entry: EntryLine) => readonly (string | null)[]) => [
    ...new Set(entries.flatMap(of).filter((value): value is string => value !== null && value !== '')),
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

  const query = (path: string, parameters: Readonly<Record<string, unknown>>): LoadRequest => ({
    path: `${path}?${Object.entries(parameters)
      .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
      .join('&')}`,
  });
  const post = (path: string, body: object): LoadRequest => ({ method: 'POST', path, body: JSON.stringify(body) });
  const filters = () =>
    Object.fromEntries(
      Array.from({ length: randomBelow(4) }, () => pick(names)).map((name) => [name, pick(values[name]!)]),
    );
  const line = () => Array.from({ length: 3 + randomBelow(5) }, word).join('');
  const sungLine = () => {
    const text = line();
    return { line: text, melody: Array.from(text, () => 55 + randomBelow(14)) };
  };
  const page = () => ({ limit: 1 + randomBelow(60), offset: randomBelow(300) });
  const facets = () => (randomBelow(2) === 0 ? {} : { facets: randomBelow(2) === 0 ? 'all' : `${pick(FACETS)}` });

  const kinds: readonly (readonly [share: number, make: () => LoadRequest])[] = [
    [24, () => query('/api/lexicon/browse', { ...filters(), ...facets(), ...page() })],
    [8, () => query('/api/lexicon/search', { ...filters(), ...facets(), ends: characters(word()).at(-1), ...page() })],
    [5, () => query('/api/lexicon/search', { ...filters(), rhyme_char: word(), loose_rhyme: true, ...page() })],
    [3, () => query('/api/lexicon/search', { near: word(), ...page() })],
    [2, () => query('/api/lexicon/search', { like: word(), ...filters(), ...page() })],
    [
      40,
      () =>
        query('/api/lexicon/autocomplete', {
          prefix: randomPrefix(word(), pick(syllables)),
          limit: 1 + randomBelow(50),
        }),
    ],
    [12, () => query(`/api/lexicon/word/${encodeURIComponent(word())}`, { relations_limit: randomBelow(200) })],
    [6, () => query('/api/lexicon/synonyms', { word: word(), ...page() })],
    [4, () => post('/api/lexicon/annotate', { text: `${line()}\n${line()}` })],
    [2, () => post('/api/lexicon/workflow/fix-contour', sungLine())],
    [1, () => post('/api/lexicon/workflow/check', { lines: [sungLine(), sungLine()] })],
  ];
  const randomPrefix = (one: string, syllable: string) =>
    randomBelow(3) === 0
      ? syllable.slice(0, 1 + randomBelow(syllable.length))
      : characters(one)
          .slice(0, 1 + randomBelow(4))
          .join('');
  const total = kinds.reduce((sum, [share]) => sum + share, 0);
  const validRequest = (): LoadRequest => {
    let at = random() * total;
    return kinds.find(([share]) => (at -= share) < 0)![1]();
  };

  const fuzzRequests = requests(operations.filter(({ isStream }) => !isStream));
  let batch: FuzzRequest[] = [];
  const nextFuzzRequest = (): LoadRequest => {
    if (batch.length === 0) batch = fc.sample(fuzzRequests, { seed: randomBelow(2 ** 31), numRuns: BATCH_SIZE });
    const { method, target, headers, body } = batch.pop()!;
    return { method, path: target, headers, ...(body === undefined ? {} : { body }) };
  };

  const clientIp = () => {
    const n = randomBelow(CLIENT_IP_COUNT);
    return n % 2 === 0 ? `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}` : `2001:db8:${n.toString(16)}::1`;
  };
  const caller = (): Readonly<Record<string, string>> => ({
    'x-forwarded-for': clientIp(),
    ...(randomBelow(2) === 0 ? { authorization: `Bearer ${pick(keys)}` } : {}),
    ...(randomBelow(3) > 0 ? { 'accept-encoding': pick(['br', 'gzip', 'gzip, deflate, br']) } : {}),
  });

  return () => {
    // A few are made up from the API document, half of them wrong.
    const mayBeInvalid = randomBelow(20) === 0;
    const loadRequest = mayBeInvalid ? nextFuzzRequest() : validRequest();
    const json = loadRequest.body === undefined ? {} : { 'content-type': 'application/json' };
    return { ...loadRequest, headers: { ...caller(), ...json, ...loadRequest.headers }, mayBeInvalid };
  };
}
