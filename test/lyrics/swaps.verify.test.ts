import { expect } from '@jest/globals';
import { movesOfText } from '../../src/cantonese/melody.ts';
import type { WordTable } from '../../src/cantonese/segmentation.ts';
import { createReadOtherwise, createSubstitutionReader } from '../../src/lyrics/swaps/read-in-place.ts';
import { createSubstitutionVerifier } from '../../src/lyrics/swaps/verify.ts';
import { tableOf } from '../cantonese/table.ts';
import { describeFunctions } from '../support/function-tables.ts';
import { sungLine } from './lines.ts';

// Codes: 我 4, 愛 4, 開心 33, 快樂 42, 行 0, 長 0, but 3 in 成長 (03), 你 4, 大 2, 害 2.
const table = tableOf(
  ...['我 ngo5 1700', '你 nei5 1700', '愛 oi3 1400', '大 daai6 1400', '害 hoi6 1200', '海 hoi2 1300'],
  ...['開心 hoi1_sam1 1400', '快樂 faai3_lok6 1400', '行 haang4/hong2 1300', '長 coeng4/zoeng2 1300'],
  ...['成 sing4 1300', '成長 sing4_zoeng2 1300'],
);

function trying(text: string, moves: string, chosen: Record<number, string> = {}, words: WordTable = table) {
  const readings = new Map(Object.entries(chosen).map(([position, jyutping]) => [Number(position), jyutping]));
  const asked = { melody: movesOfText(moves), tolerance: 'strict' as const };
  const line = sungLine(text, words, chosen);
  return createSubstitutionVerifier(line, createSubstitutionReader(line, words, readings), asked, readings);
}

describeFunctions('swaps-verify', {
  /** The tones of a line of which 行 at 1 is read hong2, with another reading: as they are told, and as the line is read with it chosen. */
  readOtherwise(position: number, jyutping: string) {
    const asked = { melody: movesOfText('=-='), tolerance: 'strict' as const };
    const chosen = new Map([[1, 'hong2']]);
    const told = createReadOtherwise(sungLine('我行長行', table, { 1: 'hong2' }), asked, chosen)(position, jyutping);
    expect(told).toEqual(sungLine('我行長行', table, { 1: 'hong2', [position]: jyutping }).tones);
    return told;
  },
  /** What becomes of a line with words put in, one by one: `start word jyutping`. */
  put(text: string, moves: string, words: readonly string[], chosen: Record<number, string> = {}, own?: string[]) {
    const attempt = trying(text, moves, chosen, own && tableOf(...own));
    return words.map((word) => {
      const [start, characters, jyutping] = word.split(' ') as [string, string, string];
      const found = attempt(Number(start), characters, jyutping.replaceAll('_', ' '));
      return found ? [found.line, found.resolves, found.lowers] : null;
    });
  },
});
