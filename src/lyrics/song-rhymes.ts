import { sungRhymeOf } from '../cantonese/rhyme.ts';

/** End of a line: its last sung character. */
export interface LineEnd {
  readonly char: string;
  /** The word that it ends. */
  readonly word: string;
  readonly jyutping: string | null;
  /** Final of the reading. */
  readonly rhyme: string | null;
}

/** A line of a song; `end` is null where nothing is sung. */
export interface RhymedLine {
  readonly line: string;
  readonly end: LineEnd | null;
}

interface RhymedAt {
  readonly line: number;
  readonly rhyme: string | null;
}

/** The lines that should rhyme with each other, and how they do. */
export interface WantedRhyme {
  readonly letter: string;
  readonly lines: readonly number[];
  /** The final that most of them have; null where none has a reading. */
  readonly rhyme: string | null;
  /** Lines with another final that songs pair with it. */
  readonly close: readonly RhymedAt[];
  /** Lines that do not rhyme. */
  readonly off: readonly RhymedAt[];
}

/** A character that ends several lines in the same reading. */
export interface RepeatedEnd {
  readonly char: string;
  readonly jyutping: string;
  readonly words: readonly string[];
  readonly lines: readonly number[];
}

/** Compares line ends with a scheme: a letter for each line with something sung; undefined for a line that need not rhyme. */
export function compareWithScheme(
  lines: readonly RhymedLine[],
  scheme: readonly (string | undefined)[],
): WantedRhyme[] {
  const groups = new Map<string, RhymedAt[]>();
  const sung = lines.flatMap(({ end }, line) => (end ? [{ line, rhyme: end.rhyme }] : []));
  for (const [i, item] of sung.entries()) {
    const letter = scheme[i];
    if (letter === undefined) continue;
    const group = groups.get(letter) ?? [];
    groups.set(letter, group);
    group.push(item);
  }
  return [...groups].map(([letter, group]) => {
    const rhyme = commonestRhyme(group);
    const isClose = (item: RhymedAt) => rhyme !== null && item.rhyme !== null && isCloseRhyme(rhyme, item.rhyme);
    const others = group.filter((item) => item.rhyme === null || item.rhyme !== rhyme);
    return {
      letter,
      lines: group.map(({ line }) => line),
      rhyme,
      close: others.filter(isClose),
      off: others.filter((item) => !isClose(item)),
    };
  });
}

function isCloseRhyme(a: string, b: string): boolean {
  return a !== b && sungRhymeOf(a) === sungRhymeOf(b);
}

/** The final with the most lines; of equals the one with more close rhymes, then the first. */
function commonestRhyme(group: readonly RhymedAt[]): string | null {
  const counts = new Map<string, number>();
  for (const { rhyme } of group) if (rhyme !== null) counts.set(rhyme, (counts.get(rhyme) ?? 0) + 1);
  const ranked = [...counts].map(([rhyme, count]) => {
    const close = [...counts].reduce((sum, [other, lines]) => sum + (isCloseRhyme(rhyme, other) ? lines : 0), 0);
    return { rhyme, count, close };
  });
  // Sorting is stable: equals stay in order of appearance.
  return ranked.sort((a, b) => b.count - a.count || b.close - a.close)[0]?.rhyme ?? null;
}

/** Pairs of different finals of line ends that songs rhyme with each other, in order of appearance. */
export function closeRhymes(lines: readonly RhymedLine[]): [string, string][] {
  const rhymes = [...new Set(lines.flatMap(({ end }) => end?.rhyme ?? []))];
  return rhymes.flatMap((a, i) =>
    rhymes.slice(i + 1).flatMap((b): [string, string][] => (isCloseRhyme(a, b) ? [[a, b]] : [])),
  );
}

/** Characters that end several lines in the same reading. A line that is sung again as it is counts once. */
export function repeatedEnds(lines: readonly RhymedLine[]): RepeatedEnd[] {
  const seen = new Set<string>();
  const ends = new Map<string, { char: string; jyutping: string; words: Set<string>; lines: number[] }>();
  for (const [index, { line, end }] of lines.entries()) {
    if (!end || end.jyutping === null || seen.has(line)) continue;
    seen.add(line);
    const { char, jyutping, word } = end;
    const key = `${char} ${jyutping}`;
    const found = ends.get(key) ?? { char, jyutping, words: new Set(), lines: [] };
    ends.set(key, found);
    found.words.add(word);
    found.lines.push(index);
  }
  return [...ends.values()]
    .filter(({ lines: repeated }) => repeated.length > 1)
    .map(({ words, ...end }) => ({ ...end, words: [...words] }));
}
