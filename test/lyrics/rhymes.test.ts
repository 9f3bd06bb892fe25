import type { RhymeQuery, SimilarityFeatures } from '../../src/lexicon/query.ts';
import type { MatchedEntry } from '../../src/lexicon/store.ts';
import { LIKE_WINDOW, rhymeClose } from '../../src/lyrics/rhyme-close.ts';
import { closeRhymes, compareWithScheme, type RhymedLine, repeatedEnds } from '../../src/lyrics/song-rhymes.ts';
import { describeFunctions } from '../support/function-tables.ts';

/** A line as the word at its end, its jyutping and its final: `近 gan6 an`, `-` where it has none; nothing is a blank line. */
function lineOf(text: string): RhymedLine {
  const [word = '', jyutping, rhyme, line = `我${word}`] = text.split(' ').map((part) => (part === '-' ? null : part));
  if (!word) return { line: '', end: null };
  const end = { char: Array.from(word).at(-1)!, word, jyutping: jyutping ?? null, rhyme: rhyme ?? null };
  return { line: line!, end };
}

// 甲 to 己 in the order of ends of a line; of the first tier 乙 and 丙 are nearer than 甲, and 戊 nearest of all in the second.
const FOUND = ['甲 ong', '乙 ong', '丙 ong', '丁 on', '戊 on'].map((text) => {
  const [char, rhyme] = text.split(' ');
  return { entry: { char }, reading: { rhyme } } as unknown as MatchedEntry;
});
const rows = new Map(Object.entries({ 甲: 1, 乙: 2, 丙: 3, 戊: 9 }).map(([word, one]) => [word, Int8Array.of(one, 0)]));
const LIKE: SimilarityFeatures = { vectors: [Int8Array.of(10, 0)], words: new Map([['乙', 50]]), excluded: [] };

/** Words that rhyme and are like another, from a page whose offset is told from the end of the window, and the page that is asked for. */
async function likeWords(fromWindow: number | null, offset: number, limit: number) {
  const asked: RhymeQuery[] = [];
  const start = fromWindow === null ? offset : LIKE_WINDOW + fromWindow;
  const request = {
    final: 'ong',
    loose: true,
    words: { themeScope: 'tagged' as const },
    like: LIKE,
    offset: start,
    limit,
  };
  const rhymes = async (query: RhymeQuery) => {
    asked.push(query);
    return [{ endTone: 1 as const, count: 5, words: FOUND }];
  };
  const report = await rhymeClose(request, { rhymes, meanings: async () => ({ words: rows, tokens: new Map() }) });
  const words = report.groups[0]!.words.map(({ entry }) => entry.char).join('');
  return [fromWindow === null ? words : null, asked[0]!.offset - LIKE_WINDOW, asked[0]!.limit - LIKE_WINDOW];
}

describeFunctions('song-rhymes', {
  likeWords,
  /** By letter: its lines, the rhyme, lines that are close, lines that are off. */
  scheme: (letters: string, ...lines: string[]) =>
    compareWithScheme(
      lines.map(lineOf),
      Array.from(letters, (letter) => (letter === '.' ? undefined : letter)),
    ).map(({ letter, lines, rhyme, close, off }) => {
      const shown = (list: typeof off) => list.map(({ line, rhyme }) => `${line} ${rhyme}`).join(', ');
      return [letter, lines.join(' '), rhyme, shown(close), shown(off)];
    }),
  close: (...lines: string[]) => closeRhymes(lines.map(lineOf)).map((pair) => pair.join(' ')),
  repeated: (...lines: string[]) =>
    repeatedEnds(lines.map(lineOf)).map((end) => [end.char, end.jyutping, end.words.join(' '), end.lines.join(' ')]),
});
