import { describe, expect, it } from '@jest/globals';
import type { Tone } from '../../src/cantonese/jyutping.ts';
import type { RhymeGroup, RhymeQuery } from '../../src/lexicon/store.ts';
import { type RhymeCloseRequest, rhymeClose } from '../../src/workflow/rhyme-close.ts';

const group = (endTone: Tone, count: number): RhymeGroup => ({ endTone, count, words: [] });

async function close(rest: Partial<RhymeCloseRequest>, found: readonly RhymeGroup[] = []) {
  const asked: RhymeQuery[] = [];
  const rhymes = async (query: RhymeQuery) => {
    asked.push(query);
    return found;
  };
  const request = { final: 'oi', loose: false, words: { themeScope: 'tagged' as const }, offset: 0, limit: 5, ...rest };
  return { report: await rhymeClose(request, { rhymes }), asked };
}

describe('words that rhyme in the close of a line', () => {
  it('are asked for by the final alone, with every filter as it was given', async () => {
    const words = { themeScope: 'all', length: [2] } as const;
    const { asked, report } = await close({ words, offset: 3, limit: 7 });
    expect(asked).toEqual([{ tiers: [['oi']], words, offset: 3, limit: 7 }]);
    expect(asked[0]).not.toHaveProperty('endTone');
    expect(report.rhymesUsed).toEqual(['oi']);
    expect((await close({ endTone: 3 })).asked).toMatchObject([{ endTone: 3 }]);
  });

  it('come in three tiers when the rhyme is widened: itself, what songs rhyme with it, the rest of its group', async () => {
    // Songs rhyme ong with on (20.7); oeng is in the group, but not sung together with it.
    const { asked, report } = await close({ final: 'ong', loose: true });
    expect(asked[0]!.tiers).toEqual([['ong'], ['on'], ['oeng']]);
    expect(report.rhymesUsed).toEqual(['ong', 'on', 'oeng']);
  });

  it('leave out a tier that has nothing', async () => {
    // Songs join oi and ui no more often than chance; ai is alone in its group.
    expect((await close({ final: 'oi', loose: true })).asked[0]!.tiers).toEqual([['oi'], ['ui']]);
    expect((await close({ final: 'ai', loose: true })).asked[0]!.tiers).toEqual([['ai']]);
  });

  it('are grouped by tone, the highest pitch first, and counted together', async () => {
    // Pitches: tones 1 and 2 the highest, then 3 and 5, then 6, then 4.
    const found = ([6, 4, 5, 2, 3, 1] as const).map((tone) => group(tone, tone * 10));
    const { report } = await close({}, found);
    expect(report.groups.map(({ endTone, pitchLevel, count }) => [endTone, pitchLevel, count])).toEqual([
      [1, 6, 10],
      [2, 6, 20],
      [3, 4, 30],
      [5, 4, 50],
      [6, 2, 60],
      [4, 0, 40],
    ]);
    expect(report.total).toBe(210);
  });

  it('are none, and not asked for, where the reference is unknown', async () => {
    const { report, asked } = await close({ final: undefined });
    expect(report).toEqual({ total: 0, rhymesUsed: [], groups: [] });
    expect(asked).toEqual([]);
  });
});
