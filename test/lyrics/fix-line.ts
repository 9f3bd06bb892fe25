import { movesOfText } from '../../src/cantonese/melody.ts';
import { ROW_BYTES } from '../../src/lexicon/meaning.ts';
import type { ReplacementQuery } from '../../src/lexicon/query.ts';
import type { PartnerName, Replacement } from '../../src/lexicon/store.ts';
import type { WordLine } from '../../src/lexicon/word-packer.ts';
import { characterTable } from '../../src/lyrics/character-table.ts';
import { fixContour } from '../../src/lyrics/fix-contour.ts';
import { listOf, wordLine, wordLines } from './lines.ts';

// Codes: 我 4, 愛 4, 你 4, 雪 4, 遠 4, 海 3, 大 2, 行 0, 開心 33, 快樂 42, 成 0, 長 0, but 3 in 成長. From low to high: 0, 2, 4, 3.
export const WORDS = [
  wordLine('我', 'ngo5', 1700),
  wordLine('你', 'nei5', 1700),
  // No function words, unlike 我 and 你: other words may stand for them.
  ...wordLines('雪 syut3 1400', '遠 jyun5 1400', '愛 oi3 1400', '大 daai6 1400', '海 hoi2 1300'),
  ...wordLines('行 haang4/hang6 1300'),
  wordLine('開心', 'hoi1 sam1', 1400, { category: 'adj.all', pos: 'a', themes: ['愛情'] }),
  ...wordLines('快樂 faai3_lok6 1400', '長 coeng4 1300', '成 sing4 1200', '成長 sing4_zoeng2 1300'),
];

/** The meaning of every word. */
const ROW = new Int8Array(ROW_BYTES).fill(1);

interface FixOptions {
  readonly moves: string;
  readonly tolerance?: 'strict' | 'singable';
  readonly readings?: readonly [number, string][];
  readonly limit?: number;
  readonly about?: string;
  readonly phrases?: boolean;
  readonly explain?: boolean;
  /** What may stand for a word. */
  readonly replacementsByWord?: Record<string, Replacement[]>;
  /** What goes with a word. */
  readonly partnersByWord?: Record<string, PartnerName[]>;
  /** Words beside those of every test. */
  readonly extraWords?: readonly WordLine[];
}

/** Fixes a line with a lexicon of a few words, and tells what was asked of it besides. */
export async function fixLine(
  line: string,
  {
    moves,
    tolerance = 'strict',
    readings = [],
    limit = 8,
    about,
    phrases,
    explain,
    replacementsByWord = {},
    partnersByWord = {},
    extraWords = [],
  }: FixOptions,
) {
  const asked: ReplacementQuery[][] = [];
  const table = listOf([...WORDS, ...extraWords]);
  const report = await fixContour(
    {
      line,
      melody: movesOfText(moves),
      tolerance,
      readings: new Map(readings),
      maxCandidates: limit,
      about,
      phrases,
      explain,
    },
    {
      table,
      characters: characterTable(table),
      lookup: async () => new Map(),
      meanings: async ({ words }) => ({ words: new Map(words.map((word) => [word, ROW])), tokens: new Map() }),
      replacements: async (queries) => {
        asked.push([...queries]);
        return queries.map(({ word }) => replacementsByWord[word] ?? []);
      },
      partnerNames: async ({ words }) => words.map((word) => partnersByWord[word] ?? []),
    },
  );
  return { ...report, asked };
}
