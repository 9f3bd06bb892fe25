import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DRILLS } from './drills.ts';
import { passed, runDrill, toMarkdown } from './report.ts';

/**
 * `npm run drill -- NAME…`: carries out drills against real engines and says of each what was expected and what was seen. Without
 * a name it lists them; `all` is every one. Fails when an expectation was not met.
 */
const RESULTS = fileURLToPath(new URL('results', import.meta.url));

async function main(names: readonly string[]): Promise<void> {
  const unknown = names.filter((name) => name !== 'all' && !DRILLS.some((drill) => drill.name === name));
  if (names.length === 0 || unknown.length > 0) {
    for (const name of unknown) console.error(`There is no drill "${name}".`);
    console.log(DRILLS.map(({ name, description: about }) => `${name.padEnd(24)}${about}`).join('\n'));
    process.exitCode = unknown.length > 0 ? 1 : 0;
    return;
  }
  mkdirSync(RESULTS, { recursive: true });
  for (const drill of DRILLS) {
    if (!names.includes('all') && !names.includes(drill.name)) continue;
    const result = await runDrill(drill, (text) => console.error(`${drill.name}: ${text}`));
    writeFileSync(join(RESULTS, `${drill.name}.json`), JSON.stringify(result, null, 2));
    console.log(toMarkdown(result));
    if (!passed(result)) process.exitCode = 1;
  }
}

await main(process.argv.slice(2));
