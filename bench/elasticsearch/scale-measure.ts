import { setTimeout as sleep } from 'node:timers/promises';
import { randomNumbers } from '../../indexer/random-numbers.ts';
import type { EntryLine } from '../../src/lexicon/formats.ts';
import type { LexiconStore } from '../../src/lexicon/store.ts';
import type { MultipliedLexicon } from '../lexicon/multiplied.ts';
import type { Row } from '../report.ts';
import { measureMs, rowOf } from './measure.ts';
import { type Draw, QUESTIONS } from './scale-questions.ts';

export interface MeasureLimits {
  /** Questions of each kind and number of clients. */
  readonly runs: number;
  /** No more are asked after so long. */
  readonly seconds: number;
  /** Processor time of the node so far. */
  readonly processorSeconds: () => number;
}

function draws(lexicon: MultipliedLexicon, seed: number): Draw {
  const random = randomNumbers(seed);
  const realWord = (): EntryLine => {
    for (;;) {
      const line = lexicon.randomOriginal(random);
      if (line.length > 1) return line;
    }
  };
  return { random, word: () => lexicon.randomLine(random), realWord };
}

/** Each kind by itself, from so many clients at once, each question another one. */
export async function measureWarm(
  store: LexiconStore,
  lexicon: MultipliedLexicon,
  clients: number,
  { runs, seconds, processorSeconds }: MeasureLimits,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [kind, ask] of Object.entries(QUESTIONS)) {
    const draw = draws(lexicon, 2 + clients);
    const times: number[] = [];
    let failed = 0;
    let left = runs;
    const until = performance.now() + seconds * 1000;
    const client = async () => {
      while (left-- > 0 && performance.now() < until) {
        const { ms, hasFailed } = await timed(() => store.read((reader) => ask(reader, draw)));
        times.push(ms);
        if (!hasFailed) continue;
        failed++;
        // After some failures questions are refused for a while.
        await sleep(2000);
      }
    };
    const processorBefore = processorSeconds();
    await Promise.all(Array.from({ length: clients }, client));
    const work = ((processorSeconds() - processorBefore) * 1000) / times.length;
    const name = `${kind}, ${clients === 1 ? 'one client' : `${clients} clients`}`;
    rows.push(rowOf(name, times), { name: `${name}: processor`, n: times.length, p50: work, p95: work, p99: work });
    if (failed > 0)
      rows.push({ name: `${name}: given up`, n: times.length, p50: failed, p95: failed, p99: failed, unit: '' });
  }
  return rows;
}

async function timed(ask: () => Promise<unknown>): Promise<{ ms: number; hasFailed: boolean }> {
  let hasFailed = false;
  const ms = await measureMs(() =>
    ask().catch((error: Error) => {
      console.log(error.message);
      hasFailed = true;
    }),
  );
  return { ms, hasFailed };
}
