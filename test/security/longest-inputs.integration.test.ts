import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ENDPOINTS } from '../../src/endpoints.ts';
import { FULL_BUILD_TIMEOUT_MS, fullBuild } from '../support/full-build.ts';
import { COSTLY_TEXTS, LONGEST_INPUTS, type LongestInput } from './longest-inputs.ts';
import { type MeasuredRequest, type MeasuredService, startMeasuredService } from './measure.ts';

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
const REPEATS = 2;
/** What takes longer is measured once: it is told from chance without. */
const LONG_UNITS = 500;
const ANSWERED = [
  200, 404,
  // By the deadline, where the machine is busy: that is a bound too.
  504,
];

const median = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]!;

/** Guard of "69 bytes hold the event loop for 14 s". */
describe('the longest inputs, of the costliest characters', () => {
  let service: MeasuredService;
  beforeAll(async () => {
    service = await startMeasuredService((await fullBuild()).directory);
  }, FULL_BUILD_TIMEOUT_MS);
  afterAll(() => service.stop());

  it.each(ENDPOINTS.map(({ id }) => id))(
    'of %s cost as much as they are long, and leave other requests their turn',
    async (id) => {
      const inputs = LONGEST_INPUTS[id];
      if (!inputs) throw new Error(`Add to test/security/longest-inputs.ts the longest and costliest input of ${id}.`);
      const wrong: unknown[] = [];
      for (const input of inputs)
        for (const text of COSTLY_TEXTS) {
          const [all, tenth] = [input(text, 1), input(text, 0.1)];
          const repeat = async (measure: () => Promise<MeasuredRequest>) => {
            const results = [await measure()];
            while (results.length < REPEATS && results[0]!.processMs < LONG_UNITS * service.unitMs)
              results.push(await measure());
            return results;
          };
          const costOf = async (request: LongestInput) =>
            median((await repeat(() => service.processorTime(request))).map(({ processMs }) => processMs)) /
            service.unitMs;
          // Tables that are made when they are first needed are no cost of the request.
          await service.processorTime(all);
          const [cost, costOfTenth] = [await costOf(all), await costOf(tenth)];
          const turns = await repeat(() => service.turns(all));
          // Once a longer turn may be that of a garbage collection; the longest turn of the operation comes each time.
          const turn = Math.min(...turns.map(({ longestTurnMs }) => longestTurnMs)) / service.unitMs;
          const probes = Math.max(...turns.map(({ probes }) => probes));
          const found = { input: all.path.slice(0, 100), text, cost, costOfTenth, turn, probes, of: turns[0]!.status };
          const isLinear = cost <= MAX_GROWTH * Math.max(costOfTenth, MIN_COST_UNITS);
          const isAnswered = turns.every(({ status }) => ANSWERED.includes(status));
          const isProbed = probes >= Math.floor(cost / UNITS_PER_PROBE);
          if (!isLinear || !isAnswered || !isProbed || turn > (MAX_TURN_UNITS_OF[id] ?? MAX_TURN_UNITS))
            wrong.push(found);
        }
      expect(wrong).toEqual([]);
    },
    300_000,
  );

  it('are listed for endpoints that there are', () => {
    const ids: string[] = ENDPOINTS.map(({ id }) => id);
    expect(Object.keys(LONGEST_INPUTS).filter((id) => !ids.includes(id))).toEqual([]);
  });
});
