import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const MODULE = new URL('../../src/telemetry/batched-destination.ts', import.meta.url).href;

describe('the log', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'log-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  /** Runs a program that has `log`, and answers what its file holds afterwards. */
  function linesOf(program: string): string[] {
    const file = join(folder, 'log');
    rmSync(file, { force: true });
    const code = `import { openSync } from 'node:fs';
      import { pino } from 'pino';
      import { batchedDestination } from ${JSON.stringify(MODULE)};
      const log = pino({ base: null, timestamp: false }, batchedDestination(openSync(${JSON.stringify(file)}, 'w')));
      ${program}`;
    const { stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8' });
    expect(stderr).toBe('');
    return readFileSync(file, 'utf8').trimEnd().split('\n');
  }

  it('holds every line in order, though the process ends at once', () => {
    const lines = linesOf("for (let at = 0; at < 1000; at++) log.info({ at }); log.info('終'); process.exit(0);");
    expect(lines).toHaveLength(1001);
    expect(lines.slice(0, 1000).map((line) => JSON.parse(line).at)).toEqual(
      Array.from({ length: 1000 }, (_, at) => at),
    );
    expect(JSON.parse(lines[1000]!).msg).toBe('終');
  });

  it('holds every line in order, though the process ends while some are being written', () => {
    const lines = linesOf(`for (let at = 0; at < 200; at++) log.info({ at });
      setImmediate(() => setImmediate(() => {
        for (let at = 200; at < 1000; at++) log.info({ at });
        process.exit(0);
      }));`);
    expect(lines.map((line) => JSON.parse(line).at)).toEqual(Array.from({ length: 1000 }, (_, at) => at));
  });

  it('flushes a single line after a delay, and on exit', () => {
    const lines = linesOf(`import { readFileSync } from 'node:fs';
      log.info('one');
      setTimeout(() => log.info(String(readFileSync(${JSON.stringify(join(folder, 'log'))}).length)), 400);`);
    expect(lines.map((line) => JSON.parse(line).msg)).toEqual(['one', String('{"level":30,"msg":"one"}\n'.length)]);
  });
});
