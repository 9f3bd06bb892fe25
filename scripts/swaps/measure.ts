import { join } from 'node:path';
import { DATA_ROOT } from '../../indexer/tables/hand-written.ts';
import { QUALITY_TABLES } from '../../indexer/tables/quality-tables.ts';
import { readTable } from '../../indexer/tables/read-table.ts';
import { movesOfCodes, movesOfText } from '../../src/cantonese/melody.ts';
import { currentBuild } from '../../src/generation/build-files.ts';
import { fixContour } from '../../src/lyrics/fix-contour.ts';
import { readSungLine } from '../../src/lyrics/sung-line.ts';
import { swapSourcesOf } from '../../src/lyrics/swaps/find.ts';
import { openMemoryStore } from '../../src/stores/memory/open.ts';

/** How often fix-contour offers the word that stood in a line, on the planted and the natural clashes, how many lines with one turned move are repaired, and the
 * CPU time. */

const directory = process.argv[2] ?? (await currentBuild({ out: join(import.meta.dirname, '../../.data') })).dir;
const store = await openMemoryStore({ directory });
const NONE = new Map<number, string>();
const share = (all: readonly boolean[]) =>
  `${Math.round((1000 * all.filter(Boolean).length) / all.length) / 10} % of ${all.length}`;

await store.read(async (lexicon) => {
  const sources = await swapSourcesOf(lexicon);
  const planted = readTable(DATA_ROOT, QUALITY_TABLES.plantedClashes).rows.map(({ value }) => value);
  const natural = readTable(DATA_ROOT, QUALITY_TABLES.naturalClashes).rows.map(({ value }) => value);
  const turned = readTable(DATA_ROOT, QUALITY_TABLES.turnedMoves).rows.map(({ value }) => value);
  for (const tolerance of ['strict', 'singable'] as const)
    for (const phrases of [false, true])
      for (const half of ['dev', 'test'] as const) {
        const found: { offered: boolean; repaired: boolean; certain: boolean }[] = [];
        for (const { line, moves } of turned.filter((one) => one.half === half)) {
          const request = { line, melody: movesOfText(moves), tolerance, readings: NONE, maxCandidates: 8, phrases };
          const { risks, repairs = [] } = await fixContour(request, sources);
          if (risks.length === 0) continue;
          found.push({
            offered: risks.every(({ wordSwaps }) => wordSwaps.length > 0),
            repaired: repairs.length > 0,
            certain: repairs.some(({ isGuess }) => !isGuess),
          });
        }
        const shareOf = (key: keyof (typeof found)[number]) => share(found.map((one) => one[key]));
        const kind = `${tolerance} turned ${half}${phrases ? ', with phrases' : ''}`;
        console.log(
          `${kind}: offered ${shareOf('offered')}, repaired ${shareOf('repaired')}, certain ${shareOf('certain')}`,
        );
      }
  const lines = [
    ...planted.map(({ line, word, planted: other }) => ({
      set: 'planted',
      sung: line,
      line: line.replace(word, other),
      replaced: other,
      usable: [word],
    })),
    ...natural.map(({ half, line, word, usable }) => ({
      set: `natural ${half}`,
      sung: line.replace(word, usable[0]!),
      line,
      replaced: word,
      usable,
    })),
  ].map((row) => ({ ...row, melody: movesOfCodes(readSungLine(row.sung, sources.table, NONE).codes) }));
  for (const tolerance of ['strict', 'singable'] as const) {
    const bySet = new Map<
      string,
      { place: number; count: number; clears: boolean; repaired: boolean; fixable: boolean }[]
    >();
    const [started, cpu] = [performance.now(), process.cpuUsage()];
    for (const { set, line, replaced, usable, melody } of lines) {
      const { risks, repairs } = await fixContour(
        { line, melody, tolerance, readings: NONE, maxCandidates: 8 },
        sources,
      );
      if (risks.length === 0) continue;
      const found = bySet.get(set) ?? [];
      bySet.set(set, found);
      const places = risks.map(({ wordSwaps }) =>
        wordSwaps.findIndex((swap) => swap.replaces === replaced && usable.includes(swap.word)),
      );
      found.push({
        place: Math.min(...places.map((place) => (place < 0 ? Infinity : place))),
        count: Math.min(...risks.map(({ wordSwaps }) => wordSwaps.length)),
        clears: risks.every(({ wordSwaps, position }) => wordSwaps.some(({ resolves }) => resolves.includes(position))),
        repaired: repairs !== undefined,
        fixable: risks.every((risk) => risk.fixable),
      });
    }
    const used = process.cpuUsage(cpu);
    for (const [set, found] of bySet) {
      console.log(
        `${tolerance} ${set}: first ${share(found.map(({ place }) => place === 0))}, first 3 ${share(found.map(({ place }) => place < 3))}, offered ${share(found.map(({ place }) => place < 99))}`,
      );
      console.log(
        `  none ${share(found.map(({ count }) => count === 0))}, all cleared ${share(found.map(({ clears }) => clears))}, repaired ${share(found.map(({ repaired }) => repaired))}, fixable ${share(found.map(({ fixable }) => fixable))}`,
      );
    }
    console.log(
      `  ${Math.round((used.user + used.system) / lines.length) / 1000} ms CPU, ${Math.round(((performance.now() - started) / lines.length) * 100) / 100} ms a line`,
    );
  }
});
await store.close();
