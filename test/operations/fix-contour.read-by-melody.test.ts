import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { memoryStore } from '../../src/stores/memory/memory-store.ts';
import { entryLines, smallManifest } from '../contract/small-lexicon.ts';
import { smallLexicon } from '../contract/small-lexicon-meanings.ts';
import { startService, type TestService } from '../http/service.ts';

/** The small lexicon with 嗎, which is free to be maa3 or maa1, in the place of 害. */
const lines = entryLines().map((line) =>
  line.char === '害'
    ? { ...line, char: '嗎', readings: [{ ...line.readings[0]!, jyutping: 'maa3', code: '4', rhyme: 'aa' }] }
    : line,
);

let service: TestService;
beforeAll(async () => {
  service = await startService({ store: memoryStore(smallLexicon(lines, smallManifest('gfree'))) });
});
afterAll(() => service.stop());

const post = async (path: string, body: unknown) => (await service.post(`/api/lexicon/workflow/${path}`, body)).body;

// 愛嗎 is 4 to 4, level, as oi3 maa3; with maa1 it rises.
it.each([
  ['=', 'maa3', undefined],
  ['+', 'maa1', 'melody'],
  ['-', 'maa3', undefined],
])('under %p 愛嗎 ends in %s', async (moves, jyutping, by) => {
  const line = { line: '愛嗎', moves };
  const checked = await post('check', { lines: [line] });
  const fixed = await post('fix-contour', line);
  for (const chars of [checked.lines[0].chars, fixed.chars]) {
    expect(chars[1].jyutping).toBe(jyutping);
    expect(chars[1].reading_by).toBe(by);
  }
  const repaired = await post('repair', { lines: [line] });
  expect(repaired.lines[0].read_by_melody).toEqual(by && [{ sung_position: 1, jyutping }]);
});

it('is as the writer has chosen it, whatever the melody', async () => {
  const line = { line: '愛嗎', moves: '+', readings: [{ position: 1, jyutping: 'maa3' }] };
  const { chars, risk_count } = await post('fix-contour', line);
  expect([chars[1].jyutping, chars[1].reading_by, risk_count]).toEqual(['maa3', undefined, 1]);
});
