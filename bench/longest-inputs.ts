import { COSTLY_TEXTS, LONGEST_INPUTS } from '../test/security/longest-inputs.ts';
import { startMeasuredService } from '../test/security/measure.ts';
import { currentBuild } from '../test/support/builds.ts';

/**
 * Times the longest input of each operation, made of the costliest characters, and prints milliseconds: the processor time of a tenth of the
 * input and of all of it, the longest turn of the event loop and the longest wait of `/healthz`.
 *
 *   node bench/longest-inputs.ts [OPERATION …]
 */
const REPEATS = 5;
const named = process.argv.slice(2);

const service = await startMeasuredService(await currentBuild());
const middle = (times: readonly number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!.toFixed(1);
for (const [id, inputs] of Object.entries(LONGEST_INPUTS)) {
  if (named.length > 0 && !named.includes(id)) continue;
  for (const input of inputs)
    for (const text of COSTLY_TEXTS) {
      const [tenth, all, turns, probes]: number[][] = [[], [], [], []];
      for (let done = 0; done < REPEATS; done++) {
        tenth!.push((await service.processorTime(input(text, 0.1))).processMs);
        all!.push((await service.processorTime(input(text, 1))).processMs);
        const { longestTurnWallMs, slowestProbeMs } = await service.turns(input(text, 1));
        turns!.push(longestTurnWallMs);
        probes!.push(slowestProbeMs);
      }
      const [tenthMs, allMs, turnMs, probeMs] = [tenth!, all!, turns!, probes!].map(middle);
      const name = `${id} ${decodeURIComponent(input(text, 1).path).slice(0, 60)}`;
      console.log(`${name}: a tenth ${tenthMs}, all ${allMs}, turn ${turnMs}, /healthz ${probeMs}`);
    }
}
await service.stop();
