import { movesOfText } from '../../../src/cantonese/melody.ts';
import type { Replacement, ReplacementQuery, WordlistItem } from '../../../src/lexicon/store.ts';
import { characterTable } from '../../../src/workflow/character-table.ts';
import { fixContour } from '../../../src/workflow/fix-contour.ts';
import { buildWordTable } from '../../../src/workflow/word-table.ts';
import { listed } from './lines.ts';

// Codes: 我 4, 愛 4, 你 4, 海 3, 大 2, 行 0, 開心 33, 快樂 42, 成 0, 長 0, but 3 in 成長. From low to high: 0, 2, 4, 3.
export const WORDS = [
  listed('我', 'ngo5', 1700),
  listed('你', 'nei5', 1700),
  listed('愛', 'oi3', 1400),
  listed('大', 'daai6', 1400),
  listed('海', 'hoi2', 1300),
  listed('行', 'haang4 / hang6', 1300),
  listed('開心', 'hoi1 sam1', 1400, { category: 'adj.all', pos: 'a', themes: ['愛情'] }),
  listed('快樂', 'faai3 lok6', 1400),
  listed('長', 'coeng4', 1300),
  listed('成', 'sing4', 1200),
  listed('成長', 'sing4 zoeng2', 1300),
];

interface Asked {
  readonly moves: string;
  readonly tolerance?: 'strict' | 'singable';
  readonly readings?: readonly [number, string][];
  readonly limit?: number;
  /** What may stand for a word. */
  readonly instead?: Record<string, Replacement[]>;
  /** Words beside those of every test. */
  readonly more?: readonly WordlistItem[];
}

/** Fixes a line with a lexicon of a few words, and tells what was asked of it besides. */
export async function fix(
  line: string,
  { moves, tolerance = 'strict', readings = [], limit = 8, instead = {}, more = [] }: Asked,
) {
  const asked: ReplacementQuery[][] = [];
  const words = [...WORDS, ...more];
  const report = await fixContour(
    { line, melody: movesOfText(moves), tolerance, readings: new Map(readings), maxCandidates: limit },
    {
      table: buildWordTable(words),
      characters: characterTable(words),
      replacements: async (queries) => {
        asked.push([...queries]);
        return queries.map(({ word }) => instead[word] ?? []);
      },
    },
  );
  return { ...report, asked };
}
