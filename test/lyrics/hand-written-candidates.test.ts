import { describe, expect, it } from '@jest/globals';
import { characterTable } from '../../src/lyrics/character-table.ts';
import { handWrittenCandidates, isExchangedStill } from '../../src/lyrics/hand-written-candidates.ts';
import { findRisks } from '../../src/lyrics/risks.ts';
import { affectedWords } from '../../src/lyrics/spans.ts';
import { createSubstitutionReader } from '../../src/lyrics/verify-substitution.ts';
import { listOf, strictDemand, sungLine, wordLine } from './lines.ts';

const WORDS = [
  wordLine('我', 'ngo5', 1700),
  wordLine('你', 'nei5', 1700),
  wordLine('今晚', 'gam1 maan5', 1500),
  wordLine('今夜', 'gam1 je6', 1400),
  wordLine('等', 'dang2', 1400, { pos: 'v' }),
  wordLine('很', 'han2', 1500, { pos: 'r' }),
  wordLine('冷', 'laang5', 1400, { pos: 'a', category: 'adj.all', themes: ['天氣'] }),
  wordLine('風', 'fung1', 1400, { pos: 'n' }),
  wordLine('雨', 'jyu5', 1400, { pos: 'n' }),
  wordLine('和', 'wo4', 1500, { pos: 'r' }),
  wordLine('與', 'jyu5', 1500, { pos: 'r' }),
  wordLine('風雨', 'fung1 jyu5', 300),
  wordLine('冽', 'lit6', 100, { kind: 'specialist' }),
];
const table = listOf(WORDS);
const characters = characterTable(table);
async function handWritten(text: string, moves: string) {
  const line = sungLine(text, table);
  const affected = affectedWords(line, findRisks(line.codes, strictDemand(moves)));
  const read = createSubstitutionReader(line, table, new Map());
  const candidates = await handWrittenCandidates(
    line,
    affected,
    table,
    characters,
    (start, word) => read(start, word).jyutping,
    async () => undefined,
  );
  return candidates.map(({ start, replaces, word, code }) => `${start} ${replaces} ${word} ${code}`);
}

describe('what the table has for a word of the line', () => {
  it('goes on standing there only where the rest of the changed line still asks for it', () => {
    const line = sungLine('窗外的雨', table);
    const swap = { start: 2, replaces: '的', word: '那' };
    expect(isExchangedStill(line, swap, '門外那雨', table)).toBe(true);
    expect(isExchangedStill(line, swap, '車窗那雨', table)).toBe(false);
    // No exchange of the table.
    expect(isExchangedStill(line, { start: 3, replaces: '雨', word: '雪' }, '車窗的雪', table)).toBe(true);
  });
});

describe('what the hand-written tables have for a line', () => {
  it('are function words that can be read, and only for words near a risk', async () => {
    // 太, 極 and 甚 for 很 are no words here, and have no reading.
    expect(await handWritten('我很冷', '++')).toEqual([]);
    expect(await handWritten('風和雨', '--')).toEqual(['0 風和雨 雨和風 403', '1 和 與 4']);
    expect(await handWritten('風和雨我你', '-+=+')).toEqual([]);
  });

  it('are a time and its subject with changed places, at the beginning of a clause', async () => {
    expect(await handWritten('今晚我很冷', '++*+')).toContain('0 今晚我 我今晚 434');
    expect(await handWritten('我今晚很冷', '-+*+')).toContain('0 我今晚 今晚我 344');
    // An object stays where it is, and so does what stands across a mark.
    expect(await handWritten('等我今晚', '+++')).not.toContain('1 我今晚 今晚我 344');
    expect(await handWritten('今晚，我很冷', '+++')).not.toContain('0 今晚我 我今晚 434');
  });
});
