import { describe, expect, it } from '@jest/globals';
import { ROW_BYTES } from '../../src/lexicon/meaning.ts';
import { affectedWords, candidatesOfSpan, spansToAsk } from '../../src/workflow/candidates.ts';
import { characterTable } from '../../src/workflow/character-table.ts';
import { handWrittenCandidates } from '../../src/workflow/hand-written-candidates.ts';
import { findRisks } from '../../src/workflow/risks.ts';
import { createSubstitutionReader } from '../../src/workflow/verify-substitution.ts';
import { listOf, replacement, strictDemand, sungLine, wordLine } from './lines.ts';

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
/** Two words with a meaning. */
const ROWS = new Map(['冷', '風'].map((word) => [word, new Int8Array(ROW_BYTES).fill(10)]));

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

describe('what the lexicon is asked', () => {
  const asked = (text: string, moves: string) => {
    const line = sungLine(text, table);
    const constraint = strictDemand(moves);
    const risks = findRisks(line.codes, constraint);
    return spansToAsk(line, affectedWords(line, risks), risks, ROWS, table, characters, constraint);
  };

  it('are content words with their category, not function words, and two words that one may stand for', () => {
    const spans = asked('我很冷', '++');
    expect(spans.map(({ start, text, headword }) => [start, text, headword])).toEqual([
      [2, '冷', '冷'],
      [1, '很冷', '冷'],
    ]);
    expect(spans[0]!.query).toMatchObject({ word: '冷', length: 1, similar: { pos: 'a', codes: expect.any(Array) } });
    expect(spans[1]!.query).toEqual({ word: '冷', length: 2 });
  });

  it('answers candidates in order of preference, each once, as long as the span', () => {
    const [span] = asked('我很冷', '++');
    const found = candidatesOfSpan(
      span!,
      [
        replacement('寒', 'hon4', '0', { pos: 'a', score: 92 }),
        replacement('涼', 'loeng4', '0', { pos: 'a', score: 95 }),
        replacement('涼', 'loeng4', '0', { pos: 'a', source: 'generated', score: 60 }),
        replacement('冷', 'laang5', '4', { pos: 'a' }),
        replacement('寒冷', 'hon4 laang5', '04', { pos: 'a' }),
        replacement('凍', 'dung3', '4', { pos: 'a', reg: '粵' }),
      ],
      characters,
      'written',
    );
    expect(found.map(({ word, preference }) => [word, preference])).toEqual([
      ['涼', 89],
      ['寒', 86],
    ]);
  });

  it('put specialist entries behind every other word, however near they are', () => {
    const [span] = asked('我很冷', '++');
    const found = candidatesOfSpan(
      span!,
      [
        replacement('冽', 'lit6', '2', { pos: 'a', score: 95, likeness: 1600 }),
        replacement('寒', 'hon4', '0', { pos: 'a', source: 'similar', score: 0, likeness: 1350 }),
      ],
      characters,
      'written',
    );
    expect(found.map(({ word }) => word)).toEqual(['寒', '冽']);
  });

  it('take for two words only synonyms of the same part of speech, less gladly', () => {
    const pair = asked('我很冷', '++')[1]!;
    const found = candidatesOfSpan(
      pair,
      [
        replacement('寒冷', 'hon4 laang5', '04', { pos: 'a' }),
        replacement('寒流', 'hon4 lau4', '00', { pos: 'n' }),
        replacement('冰凍', 'bing1 dung3', '34', { pos: 'a', source: 'similar', score: 0, likeness: 1600 }),
      ],
      characters,
      'written',
    );
    expect(found.map(({ start, replaces, word, preference }) => [start, replaces, word, preference])).toEqual([
      [1, '很冷', '寒冷', 76],
    ]);
  });
});
