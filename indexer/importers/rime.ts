import { toHongKong } from '../sources/opencc.ts';
import {
  type Importer,
  type ImportResult,
  NAME_THE_SOURCE,
  readingProblem,
  type SourceLocation,
  type SourceText,
  sourceLines,
  spacedJyutping,
  wordRejection,
} from './importer.ts';

/**
 * rime-cantonese: `*.dict.yaml` (a YAML head between `---` and `...`, then `word TAB jyutping TAB weight`) and lists of
 * frequencies such as `essay-cantonese.txt` (`word TAB count`).
 */
export const rime: Importer = {
  name: 'rime',
  summary: 'rime-cantonese: .dict.yaml files with words, and lists of frequencies (essay-cantonese.txt)',
  async terms(files) {
    const hasPlaceNames = files.some((file) => /\.maps\.dict\.yaml/.test(file));
    return {
      name: 'rime-cantonese',
      licence: hasPlaceNames ? 'CC BY 4.0; ODbL 1.0 (place names)' : 'CC BY 4.0',
      url: 'https://github.com/rime/rime-cantonese',
      attribution: hasPlaceNames
        ? 'The rime-cantonese authors (CanCLID); OpenStreetMap contributors'
        : 'The rime-cantonese authors (CanCLID)',
      used_for: 'words, readings and frequencies',
      conditions: hasPlaceNames
        ? `${NAME_THE_SOURCE} Share-alike for the place names: a database made with them is passed on under ODbL 1.0.`
        : NAME_THE_SOURCE,
    };
  },
  read: readRime,
};

interface Word {
  readonly location: SourceLocation;
  readonly readings: { readonly jyutping: string; readonly weight: number }[];
}

const isDictionary = (file: string) => /\.dict\.yaml(\.gz)?$/.test(file);

async function* readRime(files: readonly string[]): AsyncGenerator<ImportResult> {
  const counts = new Map<string, number>();
  for (const file of files.filter((one) => !isDictionary(one))) yield* readCounts(file, counts);
  const classOf = frequencyClasses(counts.values());
  // A word's readings stand far apart, as the files are in order of sound.
  const words = new Map<string, Word>();
  for (const file of files.filter(isDictionary)) yield* readWords(file, words);
  for (const [word, { location, readings }] of words) {
    const char = toHongKong(word);
    const count = counts.get(word);
    const ranked = readings.sort((a, b) => b.weight - a.weight).map(({ jyutping }) => jyutping);
    yield {
      location,
      line: {
        kind: 'entry',
        char,
        readings: ranked,
        supplement: true,
        ...(count === undefined ? {} : { frequency_class: classOf(count) }),
      },
    };
  }
}

async function* readCounts(path: string, counts: Map<string, number>): AsyncGenerator<ImportResult> {
  for await (const { file, line, text } of sourceLines(path)) {
    if (text === '' || text.startsWith('#')) continue;
    const [word = '', number = ''] = text.split('\t');
    if (wordRejection(word)) continue;
    if (/^\d+$/.test(number)) counts.set(word, Math.max(counts.get(word) ?? 0, Number(number)));
    else yield { problem: { file, line, field: 'count', message: `"${number}" is not a whole number` } };
  }
}

async function* readWords(path: string, words: Map<string, Word>): AsyncGenerator<ImportResult> {
  for await (const source of tableLines(path)) {
    const { file, line, text } = source;
    const [word = '', code = '', weight = ''] = text.split('\t');
    const rejection = wordRejection(word);
    // Phrases without a code are read by rime itself, from their words: they say nothing new.
    if (rejection || code === '') {
      yield { skipped: rejection ?? 'phrases without a reading' };
      continue;
    }
    const jyutping = spacedJyutping(code);
    const problem = readingProblem(word, jyutping) ?? (weightOf(weight) === undefined ? 'weight' : undefined);
    if (problem) {
      const message = problem === 'weight' ? `"${weight}" is no weight such as 5% or 120` : problem;
      yield { problem: { file, line, field: problem === 'weight' ? 'weight' : 'jyutping', message } };
      continue;
    }
    const existing = words.get(word) ?? { location: { file, line }, readings: [] };
    existing.readings.push({ jyutping, weight: weightOf(weight)! });
    words.set(word, existing);
  }
}

/** The lines after the YAML head, without comments. */
async function* tableLines(path: string): AsyncGenerator<SourceText> {
  let inHeader = true;
  for await (const source of sourceLines(path)) {
    if (inHeader) inHeader = source.text !== '...';
    else if (source.text !== '' && !source.text.startsWith('#')) yield source;
  }
}

/** `3%`, `120`; no weight is the full one. */
function weightOf(text: string): number | undefined {
  if (text === '') return 100;
  const match = /^(\d+(?:\.\d+)?)%?$/.exec(text);
  return match ? Number(match[1]) : undefined;
}

/** Frequency classes from counts of another text, whatever its size: by the word's place in the order of counts. */

/** How many words are in class 5, 4, 3 and 2; all others are in class 1. */
const CLASS_SIZES = [400, 3_000, 12_000, 40_000] as const;

/** Answers the class (1 to 5) of a count, by how many of all counts are higher. */
function frequencyClasses(counts: Iterable<number>): (count: number) => number {
  const ordered = Float64Array.from(counts).sort();
  const bounds: number[] = [];
  let size = 0;
  for (const classSize of CLASS_SIZES) {
    size += classSize;
    bounds.push(ordered[ordered.length - size] ?? 0);
  }
  return (count) => {
    const index = bounds.findIndex((bound) => count >= bound);
    return index < 0 ? 1 : 5 - index;
  };
}
