import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Runs the benchmarks that need nothing but this machine, one after another; `--smoke` is a minute's run of each. */
const BENCHMARKS = ['store.ts', 'metering.ts'];

for (const name of BENCHMARKS) {
  console.log(`\n## ${name.replace('.ts', '')}\n`);
  const script = fileURLToPath(new URL(name, import.meta.url));
  const { status } = spawnSync(process.execPath, [script, ...process.argv.slice(2)], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
