import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { LongestInput } from './longest-inputs.ts';

export type ToService = 'count processor time' | 'watch turns' | 'stop';

export interface Measured {
  /** Processor time of all threads. */
  readonly processMs: number;
  /** Processor time of the longest turn of the event loop, and its time by the clock; 0 unless turns were watched. */
  readonly longestTurnMs: number;
  readonly longestTurnWallMs: number;
}

export interface MeasuredRequest extends Measured {
  readonly status: number;
  readonly bytes: number;
  /** Answers of `/healthz` that came before the answer, and the longest time that one took. */
  readonly probes: number;
  readonly slowestProbeMs: number;
}

/** @param directory of a build of the lexicon */
export async function startMeasuredService(directory: string) {
  const child = fork(fileURLToPath(new URL('./measured-service.ts', import.meta.url)), [directory], {
    execArgv: ['--max-semi-space-size=4', '--max-old-space-size=1024'],
  });
  const message = async () => (await once(child, 'message'))[0];
  const { url, unitMs } = (await message()) as { url: string; unitMs: number };
  const tell = (text: ToService) => {
    const answer = message();
    child.send(text);
    return answer;
  };

  const send = async ({ path, body }: LongestInput) => {
    const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    const response = await fetch(url + path, { ...init, headers: { 'Content-Type': 'application/json' } });
    return { status: response.status, text: await response.text() };
  };

  const probeUntil = async (answer: Promise<unknown>) => {
    let isAnswered = false;
    answer.finally(() => (isAnswered = true)).catch(() => undefined);
    let [probes, slowestProbeMs] = [0, 0];
    while (!isAnswered) {
      const startedAt = performance.now();
      await (await fetch(`${url}/healthz`)).text();
      if (!isAnswered) probes++;
      slowestProbeMs = Math.max(slowestProbeMs, performance.now() - startedAt);
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    return { probes, slowestProbeMs };
  };

  const measure = async (what: ToService, input: LongestInput): Promise<MeasuredRequest> => {
    await tell(what);
    const answer = send(input);
    const probes = what === 'watch turns' ? await probeUntil(answer) : { probes: 0, slowestProbeMs: 0 };
    const { status, text } = await answer;
    return { ...((await tell('stop')) as Measured), ...probes, status, bytes: Buffer.byteLength(text) };
  };

  return {
    /** Processor time of a unit of work. */
    unitMs,
    processorTime: (input: LongestInput) => measure('count processor time', input),
    turns: (input: LongestInput) => measure('watch turns', input),
    async stop() {
      child.disconnect();
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}
