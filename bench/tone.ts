import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { getJyutpingList } from 'to-jyutping';
import { ensureBuild } from '../indexer/build.ts';
import { randomNumbers } from '../indexer/random-numbers.ts';
import type { Move } from '../src/cantonese/contour.ts';
import type { Lexicon } from '../src/lexicon/store.ts';
import { annotateText } from '../src/lyrics/annotate.ts';
import { fixContour } from '../src/lyrics/fix-contour.ts';
import { swapSourcesOf } from '../src/lyrics/swaps/find.ts';
import { openMemoryStore } from '../src/stores/memory/open.ts';
import { type Row, report } from './report.ts';

/**
 * The tone logic: characters a second of annotation (words cut, readings chosen in their context, codes, rhymes) beside
 * to-jyutping and, where Python has it, pycantonese; and lines a second of fix-contour. Lines are made of common words, as no
 * lyrics may lie here. All read the same lines, in turns.
 *
 *   node bench/tone.ts [--smoke] [--build DIRECTORY]          PYTHON=… names another Python
 */
const { values: options } = parseArgs({
  options: { smoke: { type: 'boolean', default: false }, build: { type: 'string' } },
});
const ROUNDS = options.smoke ? 3 : 11;
const LINES = options.smoke ? 200 : 2000;
const CONTOURS = options.smoke ? 50 : 400;

/** Seconds that each round took, the first, which warms up, left out. */
type Rounds = readonly number[];

interface Subject {
  readonly name: string;
  run(): void | Promise<void>;
}

/** Lets the subjects take turns, so that what else the machine does falls on all of them. */
async function runInterleaved(subjects: readonly Subject[]): Promise<Map<string, Rounds>> {
  const rounds = new Map(subjects.map(({ name }): [string, number[]] => [name, []]));
  for (let round = 0; round <= ROUNDS; round++) {
    for (const { name, run } of subjects) {
      const startedAt = performance.now();
      await run();
      if (round > 0) rounds.get(name)!.push((performance.now() - startedAt) / 1000);
    }
  }
  return rounds;
}

/** pycantonese does the same in a process of its own and says how long each round took; undefined where it is not there. */
function pycantonese(lines: readonly string[]): Rounds | undefined {
  const script = `
import json, sys, time
import pycantonese
lines = json.load(sys.stdin)
for round in range(${ROUNDS} + 1):
    begun = time.perf_counter()
    for line in lines: pycantonese.characters_to_jyutping(line)
    if round > 0: print(time.perf_counter() - begun)
`;
  const pycantoneseRounds = process.env.PYTHON ?? 'python3';
  const { status, stdout } = spawnSync(pycantoneseRounds, ['-c', script], {
    input: JSON.stringify(lines),
    encoding: 'utf8',
  });
  return status === 0 ? stdout.trim().split('\n').map(Number) : undefined;
}

function quantile(sorted: readonly number[], part: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]!;
}

/** Things a second; p95 and p99 are what the slower rounds reached. */
function speedRow(name: string, unit: string, count: number, rounds: Rounds): Row {
  const speeds = rounds.map((seconds) => count / seconds).sort((a, b) => b - a);
  return {
    name,
    n: rounds.length,
    unit,
    p50: quantile(speeds, 0.5),
    p95: quantile(speeds, 0.95),
    p99: quantile(speeds, 0.99),
  };
}

async function measure(lexicon: Lexicon): Promise<{ rows: Row[]; characters: number; agreement: string }> {
  const table = await lexicon.wordTable();
  const random = randomNumbers(20261121);
  const words = Array.from({ length: 20_000 }, (_, word) => table.text(word));
  const lines = Array.from({ length: LINES }, () =>
    Array.from({ length: 5 }, () => words[Math.floor(words.length * random() ** 2)]!).join(''),
  );
  const characters = lines.reduce((sum, line) => sum + [...line].length, 0);
  const toJyutping = (line: string) => getJyutpingList(line).map(([, jyutping]) => jyutping);
  let agreeing = 0;
  for (const line of lines) {
    const [ours] = annotateText([line], table);
    const theirs = toJyutping(line);
    agreeing += ours!.characters.filter(({ jyutping }, at) => jyutping === theirs[at]).length;
  }
  const rounds = await runInterleaved([
    { name: 'annotate', run: () => void annotateText(lines, table) },
    { name: 'to-jyutping', run: () => lines.forEach(toJyutping) },
  ]);
  const pycantoneseRounds = pycantonese(lines);
  if (!pycantoneseRounds) console.log('pycantonese is not measured: PYTHON (or python3) has no such package.');
  const named = [...rounds, ...(pycantoneseRounds ? [['pycantonese', pycantoneseRounds] as const] : [])];
  const rows = named.map(([name, subjectRounds]) => speedRow(name, 'characters/s', characters, subjectRounds));
  const baselines = rows.slice(1).map(({ name, p50 }): [string, number] => [name, rows[0]!.p50 / p50]);
  rows[0] = { ...rows[0]!, ratioTo: Object.fromEntries(baselines) };
  rows.push(await contourRow(lexicon, lines.slice(0, CONTOURS), random));
  return {
    rows,
    characters,
    agreement: `${((100 * agreeing) / characters).toFixed(1)} % of readings as to-jyutping has them`,
  };
}

async function contourRow(lexicon: Lexicon, lines: readonly string[], random: () => number): Promise<Row> {
  const sources = await swapSourcesOf(lexicon);
  const requests = lines.map((line) => ({
    ...({ line, tolerance: 'strict', readings: new Map(), maxCandidates: 8 } as const),
    melody: [...line].map((_, at) => (at === 0 ? null : (['+', '-', '='] as Move[])[Math.floor(random() * 3)]!)),
  }));
  const rounds = await runInterleaved([
    {
      name: 'fix-contour',
      async run() {
        for (const request of requests) await fixContour(request, sources);
      },
    },
  ]);
  return speedRow('fix-contour', 'lines/s', lines.length, rounds.get('fix-contour')!);
}

const directory = options.build ?? (await ensureBuild({ out: process.env.DATA_DIR ?? '.data' })).dir;
const store = await openMemoryStore({ directory });
const { rows, characters, agreement } = await store.read(measure);
await store.close();
report({
  part: 'tone',
  data: {
    lines: LINES,
    characters,
    'lines of fix-contour': CONTOURS,
    rounds: ROUNDS,
    'warm-up': 'one round',
    agreement,
  },
  rows,
});
