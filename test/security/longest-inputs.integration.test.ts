import { describe, expect, it } from '@jest/globals';
import { ENDPOINTS } from '../../src/endpoints.ts';
import { forTests } from '../support/for-tests.ts';
import { fullBuild } from '../support/full-build.ts';
import { COSTLY_TEXTS, LONGEST_INPUTS, type LongestInput } from './longest-inputs.ts';
import { startMeasuredService } from './measure.ts';

/** In units of work, each of some millisecond: processor time, which does not depend on what else the machine does. */
const MAX_TURN_UNITS = 60;
/** The first line of a song is answered with all of its suggestions, which are 3 MB and are written at once. */
const MAX_TURN_UNITS_OF: Readonly<Record<string, number>> = { repair: 200 };
/** A request that takes so many units leaves `/healthz` a turn, and one of ten times as many ten. */
const UNITS_PER_PROBE = 100;
/** Ten times as much input may cost so many times as much. */
const MAX_GROWTH = 25;
/** Below that, the growth of processor time is not told from what a request costs whatever is in it. */
const MIN_COST_UNITS = 4;
/** A garbage collection or another program may fall into a measurement; the work of the operation itself is in each. */
const ATTEMPTS = 5;
const ANSWERED = [
  200, 404,
  // By the deadline, where the machine is busy: that is a bound too.
  504,
];

/** Guard of "69 bytes hold the event loop for 14 s". */
describe('the longest inputs, of the costliest characters', () => {
  const service = forTests(async () => startMeasuredService((await fullBuild()).directory));

  it.each(ENDPOINTS.map(({ id }) => id))(
    'of %s cost as much as they are long, and leave other requests their turn',
    async (id) => {
      const inputs = LONGEST_INPUTS[id];
      if (!inputs) throw new Error(`Add to test/security/longest-inputs.ts the longest and costliest input of ${id}.`);
      const wrong: unknown[] = [];
      for (const input of inputs)
        for (const text of COSTLY_TEXTS) {
          const found = await measure(id, input, text);
          if (found !== undefined) wrong.push(found);
        }
      expect(wrong).toEqual([]);
    },
  );

  it('are listed for endpoints that there are', () => {
    const ids: string[] = ENDPOINTS.map(({ id }) => id);
    expect(Object.keys(LONGEST_INPUTS).filter((id) => !ids.includes(id))).toEqual([]);
  });

  /** What is wrong with the work of an input, each time that it is measured; undefined where nothing is. */
  async function measure(id: string, input: (text: string, share: number) => LongestInput, text: string) {
    const [all, tenth] = [input(text, 1), input(text, 0.1)];
    const costOf = async (request: LongestInput) => (await service.processorTime(request)).processMs / service.unitMs;
    // Tables that are made when they are first needed are no cost of the request.
    await service.processorTime(all);
    const best = { cost: Infinity, costOfTenth: Infinity, turn: Infinity, probes: 0 };
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const { longestTurnMs, probes, status } = await service.turns(all);
      if (!ANSWERED.includes(status)) return { input: all.path.slice(0, 100), text, status };
      best.cost = Math.min(best.cost, await costOf(all));
      best.costOfTenth = Math.min(best.costOfTenth, await costOf(tenth));
      best.turn = Math.min(best.turn, longestTurnMs / service.unitMs);
      best.probes = Math.max(best.probes, probes);
      const isLinear = best.cost <= MAX_GROWTH * Math.max(best.costOfTenth, MIN_COST_UNITS);
      const isProbed = best.probes >= Math.floor(best.cost / UNITS_PER_PROBE);
      if (isLinear && isProbed && best.turn <= (MAX_TURN_UNITS_OF[id] ?? MAX_TURN_UNITS)) return undefined;
    }
    return { input: all.path.slice(0, 100), text, ...best };
  }
});
