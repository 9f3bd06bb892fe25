import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { findRegressions } from './regressions.ts';
import { type Report, resultsFile } from './report.ts';

/**
 * Says which ratios fell by more than a quarter against the committed reference, and fails when one did.
 *
 *   node bench/compare.ts [RESULTS.json [REFERENCE.json]]
 *
 * A new reference is a copy of `bench/results/all.json`.
 */
const [results = resultsFile('all'), reference = fileURLToPath(new URL('reference.json', import.meta.url))] =
  process.argv.slice(2);
const read = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as Report[];
const { compared, regressions } = findRegressions(read(reference), read(results));
for (const { part, row, comparedTo, referenceRatio, currentRatio } of regressions)
  console.error(
    `${part}: ${row}: ${currentRatio} times as good as ${comparedTo}, in the reference ${referenceRatio} times`,
  );
if (compared === 0) console.error('Nothing in the results is in the reference: run "npm run bench" first.');
else console.log(`${compared} ratios compared, ${regressions.length} of them fell by more than a quarter.`);
if (regressions.length > 0 || compared === 0) process.exit(1);
