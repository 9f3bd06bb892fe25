import { movesOfText } from '../../src/cantonese/melody.ts';
import { buildWordTable } from '../../src/cantonese/word-table.ts';
import type { Replacement, ReplacementQuery, WordlistItem } from '../../src/lexicon/store.ts';
import { characterTable } from '../../src/workflow/character-table.ts';
import { fixContour } from '../../src/workflow/fix-contour.ts';
import { wordlistItem } from './lines.ts';

// Codes: 我 4, 愛 4, 你 4, 雪 4, 遠 4, 海 3, 大 2, 行 0, 開心 33, 快樂 42, 成 0, 長 0, but 3 in 成長. From low to high: 0, 2, 4, 3.
export const WORDS = [
  wordlistItem('我', 'ngo5', 1700),
  wordlistItem('你', 'nei5', 1700),
  // No function words, unlike 我 and 你: other words may stand for them.
  wordlistItem('雪', 'syut3', 1400),
  wordlistItem('遠', 'jyun5', 1400),
  wordlistItem('愛', 'oi3', 1400),
  wordlistItem('大', 'daai6', 1400),
  wordlistItem('海', 'hoi2', 1300),
  wordlistItem('行', 'haang4 / hang6', 1300),
  wordlistItem('開心', 'hoi1 sam1', 1400, { category: 'adj.all', pos: 'a', themes: ['愛情'] }),
  wordlistItem('快樂', 'faai3 lok6', 1400),
  wordlistItem('長', 'coeng4', 1300),
  wordlistItem('成', 'sing4', 1200),
  wordlistItem('成長', 'sing4 zoeng2', 1300),
];

interface FixOptions {
  readonly moves: string;
  readonly tolerance?: 'strict' | 'singable';
  readonly readings?: readonly [number, string][];
  readonly limit?: number;
  /** What may stand for a word. */
  readonly replacementsByWord?: Record<string, Replacement[]>;
  /** Words beside those of every test. */
  readonly extraWords?: readonly WordlistItem[];
}

/** Fixes a line with a lexicon of a few words, and tells what was asked of it besides. */
export async function fixLine(
  line: string,
  { moves, tolerance = 'strict', readings = [], limit = 8, replacementsByWord = {}, extraWords = [] }: FixOptions,
) {
  const asked: ReplacementQuery[][] = [];
  const words = [...WORDS, ...extraWords];
  const report = await fixContour(
    { line, melody: movesOfText(moves), tolerance, readings: new Map(readings), maxCandidates: limit },
    {
      table: buildWordTable(words),
      characters: characterTable(words),
      replacements: async (queries) => {
        asked.push([...queries]);
        return queries.map(({ word }) => replacementsByWord[word] ?? []);
      },
    },
  );
  return { ...report, asked };
}
