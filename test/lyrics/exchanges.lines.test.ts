import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { styleOf } from '../../src/cantonese/context-rules.ts';
import { exchangesFor } from '../../src/lyrics/exchanges.ts';

interface JudgedLine {
  readonly half: string;
  readonly line: string;
  readonly word: string;
  readonly may: readonly string[];
  readonly mustNot: readonly string[];
}

const LINES: readonly JudgedLine[] = readFileSync(
  new URL('../../data/quality/exchange-lines.tsv', import.meta.url),
  'utf8',
)
  .trimEnd()
  .split('\n')
  .slice(1)
  .map((row) => {
    const [half, line, word, may, mustNot] = row.split('\t') as [string, string, string, string, string];
    return { half, line, word, may: may === '' ? [] : may.split('、'), mustNot: mustNot.split('、') };
  });

/** What the table puts in a word's place: for the whole of it, or for a part of it. */
function offered({ line, word }: JudgedLine): Set<string> {
  const at = line.indexOf(word);
  const found = new Set<string>();
  for (let start = 0; start < word.length; start++)
    for (let end = start + 1; end <= word.length; end++) {
      const [before, after] = [line.slice(0, at + start), line.slice(at + end)];
      for (const other of exchangesFor(word.slice(start, end), before, after, styleOf(line)))
        found.add(word.slice(0, start) + other + word.slice(end));
    }
  return found;
}

describe.each([
  ['dev', 0.94],
  ['test', 0.75],
])('function words of the lines of half %s', (half, share) => {
  const lines = LINES.filter((one) => one.half === half);

  it('mostly have what a lyricist would put for them', () => {
    const wanted = lines.flatMap((one) => one.may.map((word) => offered(one).has(word)));
    expect(wanted.length).toBeGreaterThan(150);
    expect(wanted.filter(Boolean).length / wanted.length).toBeGreaterThan(share);
  });

  it('never have what breaks their sense or grammar', () => {
    const wrong = lines.flatMap((one) => {
      const words = offered(one);
      return one.mustNot.filter((word) => words.has(word)).map((word) => `${one.line}: ${word} for ${one.word}`);
    });
    expect(wrong).toEqual([]);
  });
});
