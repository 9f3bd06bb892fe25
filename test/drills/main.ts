import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { engineLost } from './engine-lost.ts';
import { overload } from './overload.ts';
import { type Drill, passed, runDrill, toMarkdown } from './report.ts';
import { restarted } from './restart.ts';
import { upgraded } from './upgrade.ts';

/**
 * `npm run drill -- NAME…`: carries out drills on real engines and says what was expected and what was seen. Without a name it lists
 * them; `all` is every one, but for the upgrade when no former release is given. Fails when an expectation was not met.
 */
const DRILLS: readonly Drill[] = [restarted, engineLost, overload, upgraded];
const RESULTS = fileURLToPath(new URL('results', import.meta.url));

async function main(names: readonly string[]): Promise<void> {
  const unknown = names.filter((name) => name !== 'all' && !DRILLS.some((drill) => drill.name === name));
  if (names.length === 0 || unknown.length > 0) {
    for (const name of unknown) console.error(`There is no drill "${name}".`);
    console.log(DRILLS.map(({ name, description }) => `${name.padEnd(18)}${description}`).join('\n'));
    process.exitCode = unknown.length > 0 ? 1 : 0;
    return;
  }
  mkdirSync(RESULTS, { recursive: true });
  for (const drill of DRILLS) {
    const isOfAll = names.includes('all') && (drill !== upgraded || process.env.FORMER_RELEASE !== undefined);
    if (!isOfAll && !names.includes(drill.name)) continue;
    const result = await runDrill(drill, (text) => console.error(`${drill.name}: ${text}`));
    writeFileSync(join(RESULTS, `${drill.name}.json`), JSON.stringify(result, null, 2));
    console.log(toMarkdown(result));
    if (!passed(result)) process.exitCode = 1;
  }
}

await main(process.argv.slice(2));
