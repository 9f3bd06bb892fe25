import { describe, expect, it, jest } from '@jest/globals';
import { ANONYMOUS, anonymousMeter } from '../../src/metering/meter-port.ts';
import { repairSong } from '../../src/operations/repair.ts';
import { memoryStore } from '../../src/stores/memory/memory-store.ts';
import { entryLines, smallManifest } from '../contract/small-lexicon.ts';
import { smallLexicon } from '../contract/small-lexicon-meanings.ts';
import { smallStore, startService } from '../http/service.ts';
import { forTests } from '../support/for-tests.ts';

describe('POST /workflow/repair', () => {
  const service = forTests(() => startService());
  const post = (body: unknown) => service.post('/api/lexicon/workflow/repair', body);

  it('answers as many lines as have room in a document, and where to go on', async () => {
    const line = '大害'.repeat(99);
    const lines = Array.from({ length: 25 }, () => ({ line, moves: '+-'.repeat(99).slice(0, 197) }));
    const { body } = await post({ lines, max_candidates: 20 });
    expect(body.next_line).toBe(body.lines.length);
    expect(body.lines.length).toBeGreaterThan(0);
    expect(JSON.stringify(body).length).toBeLessThan(2_100_000);
    expect(body.credits).toBe(Math.max(5, body.lines.length));
    const rest = await post({ lines, max_candidates: 20, start_line: body.next_line });
    expect(rest.body.lines[0].index).toBe(body.next_line);
  });

  it('lets other work go on between lines, of which each alone takes no time', async () => {
    // Each look at the clock takes 6 ms, a slice 5.
    let clock = 0;
    const now = jest.spyOn(performance, 'now').mockImplementation(() => (clock += 6));
    const body = repairSong.request.body.parse({
      lines: Array.from({ length: 10 }, () => ({ line: '我愛', moves: '=' })),
    });
    let turns = 0;
    let isDone = false;
    const count = () => {
      turns++;
      if (!isDone) setImmediate(count);
    };
    await smallStore().read(async (lexicon) => {
      setImmediate(count);
      await repairSong.handle({ path: {}, query: {}, body }, lexicon, ANONYMOUS, anonymousMeter);
    });
    isDone = true;
    now.mockRestore();
    expect(turns).toBeGreaterThanOrEqual(9);
  });
});

describe('free readings follow the melody', () => {
  /** The small lexicon with 嗎, which is free to be maa3 or maa1, in the place of 害. */
  const lines = entryLines().map((line) =>
    line.char === '害'
      ? { ...line, char: '嗎', readings: [{ ...line.readings[0]!, jyutping: 'maa3', code: '4', rhyme: 'aa' }] }
      : line,
  );

  const service = forTests(() => startService({ store: memoryStore(smallLexicon(lines, smallManifest('gfree'))) }));

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
});
