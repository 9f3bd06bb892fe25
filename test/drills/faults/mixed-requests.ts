import { toSimplified } from '../../../indexer/sources/opencc.ts';
import { readBuild } from '../../../src/generation/build-files.ts';
import { indexJsonLines } from '../../../src/generation/json-lines.ts';
import { FACETS, type Facet, isReadingFacet, readingValue, wordValues } from '../../../src/lexicon/facets.ts';
import type { EntryLine } from '../../../src/lexicon/formats.ts';
import { currentBuild } from '../../support/builds.ts';
import type { LoadRequest } from '../load.ts';

/** The words that requests are made of: those of the current build. */
export async function lexiconEntries(): Promise<EntryLine[]> {
  const lines = indexJsonLines((await readBuild(await currentBuild())).entries);
  return Array.from({ length: lines.count }, (_, at) => lines.parse<EntryLine>(at));
}

/** Valid requests of all kinds, seldom the same twice. */
export function mixedRequests(random: () => number, entries: readonly EntryLine[]): () => LoadRequest {
  const randomBelow = (n: number) => Math.floor(random() * n);
  const pick = <T>(list: readonly T[]): T => list[randomBelow(list.length)]!;
  const word = () => pick(entries).char;
  const distinct = <T>(of: (entry: EntryLine) => readonly T[]) => [...new Set(entries.flatMap(of))];
  const valuesOf = (facet: Facet) => (entry: EntryLine) =>
    isReadingFacet(facet) ? entry.readings.map((reading) => readingValue(facet, reading)) : wordValues(facet, entry);
  const syllables = distinct(({ readings }) => readings.flatMap(({ jyutping }) => jyutping.split(' ')));
  const values: Readonly<Record<string, readonly unknown[]>> = {
    ...Object.fromEntries(FACETS.map((facet) => [facet, distinct(valuesOf(facet))])),
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
  // A run of letters has other places beside letters than alone, so that a line of them has no number of notes by its characters.
  const sungWords = entries.map(({ char }) => char).filter((char) => /^\p{Script=Han}+$/u.test(char));
  const line = () => Array.from({ length: 3 + randomBelow(5) }, () => pick(sungWords)).join('');
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
    [3, () => post('/api/lexicon/annotate', { text: `${line()}\n${line()}` })],
    [1, () => post('/api/lexicon/annotate', { text: `${toSimplified(line())}\n${line()}` })],
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
  return () => {
    let at = random() * total;
    return kinds.find(([share]) => (at -= share) < 0)![1]();
  };
}
