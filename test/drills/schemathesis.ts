import { spawn, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Drill } from './report.ts';
import { issueKey, startService } from './service.ts';

const COMMAND = process.env.SCHEMATHESIS ?? 'schemathesis';
const EXAMPLES = process.env.SCHEMATHESIS_EXAMPLES ?? '300';
const SEED = process.env.SCHEMATHESIS_SEED ?? String(Date.now() % 1_000_000);

/** What it cannot judge by the document, and why. */
const NOT_CHECKED = [
  // Rules between parameters are not in the schemas; schemathesis_rules.py knows them, and fails on every other refusal.
  '--exclude-checks=positive_data_acceptance',
];

/** The check in schemathesis_rules.py. */
const HOOKS = {
  PYTHONPATH: fileURLToPath(new URL('.', import.meta.url)),
  PYTHONDONTWRITEBYTECODE: '1',
  SCHEMATHESIS_HOOKS: 'schemathesis_rules',
};

/** Refusals that it does not know as such: too long an address, too large a body or head. */
const SETTINGS = `[checks.negative_data_rejection]
expected-statuses = [400, 401, 403, 404, 405, 406, 413, 414, 415, 431]
`;

/** Runs a command to its end in a folder, and answers its code and everything that it wrote. */
async function outputOf(
  command: string,
  args: readonly string[],
  cwd: string,
): Promise<{ code: number | null; text: string }> {
  const child = spawn(command, args, { cwd, env: { ...process.env, ...HOOKS }, stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (part) => (text += part));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  return { code, text };
}

/** SCHEMATHESIS names the command, SCHEMATHESIS_EXAMPLES makes it longer, SCHEMATHESIS_SEED makes it the same again. */
export const schemathesis: Drill = {
  name: 'schemathesis',
  description: 'Schemathesis tests every endpoint against the OpenAPI document (Python: pip install schemathesis)',
  async run(reporter) {
    const { error, stdout } = spawnSync(COMMAND, ['--version'], { encoding: 'utf8' });
    if (error)
      throw new Error(`${COMMAND} is not there. Install it (pip install schemathesis), or name it: SCHEMATHESIS=…`);
    const service = await startService();
    try {
      reporter.step(`${stdout.trim()}, seed ${SEED}`);
      const authorization = `Authorization: Bearer ${issueKey(service.dataDir, 'partner')}`;
      const runArgs = ['run', `${service.url}/openapi.json`, '--header', authorization];
      const phaseArgs = ['--phases', 'examples,coverage,fuzzing', '--max-examples', EXAMPLES, '--seed', SEED];
      const continueArgs = ['--continue-on-failure', '--suppress-health-check', 'all', ...NOT_CHECKED];
      // In a folder that goes with the service: it keeps there what it found, and finds there how to judge.
      writeFileSync(join(service.dataDir, 'schemathesis.toml'), SETTINGS);
      const { code, text } = await outputOf(COMMAND, [...runArgs, ...phaseArgs, ...continueArgs], service.dataDir);
      const count = /^ +(\d+) generated.*$/m.exec(text);
      reporter.expect(
        `generated requests (seed ${SEED}): no 5xx; status, type, headers and schema of every response as documented; invalid requests are refused, valid ones only by a rule between parameters`,
        code === 0 && count !== null,
        code === 0 ? (count?.[0].trim() ?? 'nothing was asked') : truncateLongWords(text),
      );
    } finally {
      await service.stop();
    }
  },
};

/** Addresses that were made up can be kilobytes long. */
function truncateLongWords(text: string): string {
  return text.replaceAll(/\S{300,}/g, (longWord) => `${longWord.slice(0, 300)}…`).slice(-6000);
}
