import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../servers/elasticsearch/node.ts';
import { firstRefusal, startLoad, statusText, summarize } from '../load.ts';
import type { Drill, Reporter } from '../report.ts';
import { startService } from '../service.ts';

const LOAD_MS = 8_000;

/** Serves under load with its log at a place that cannot be written. */
async function serveWithLogAt(reporter: Reporter, fault: string, log: number): Promise<void> {
  reporter.step(fault);
  const metricsPort = await freePort();
  const environment = { LOG_LEVEL: 'info', METRICS_PORT: String(metricsPort) };
  const service = await startService({ environment, stdout: log, untilListening: true });
  try {
    const load = startLoad({ urls: [service.url], clients: 8, paths: (sequence) => AUTOCOMPLETE[sequence % 2]! });
    await sleep(LOAD_MS);
    const samples = await load.stop();
    const summary = summarize(samples);
    reporter.expect(
      `${fault}: every request gets 200`,
      samples.length > 0 && summary.ok === samples.length,
      `${statusText(summary)}; p99 ${summary.p99.toFixed(1)} ms${firstRefusal(samples)}`,
    );
    const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    const dropped = Number(/^lexicon_log_lines_dropped_total (\d+)/m.exec(metrics)?.[1] ?? 0);
    reporter.expect(`${fault}: what is lost is counted`, dropped > 0, `${dropped} lines`);
    const { code, seconds } = await service.terminate('SIGTERM');
    reporter.expect(`${fault}: SIGTERM ends it within 3 s`, code === 0 && seconds < 3, `${seconds.toFixed(2)} s`);
  } finally {
    await service.stop();
  }
}

/** Answered from a cache, so that many lines are written. */
const AUTOCOMPLETE = ['/api/lexicon/autocomplete?prefix=hoi', '/api/lexicon/autocomplete?prefix=sam'];

export const unwritableLog: Drill = {
  name: 'log',
  description: 'a log that cannot be written: /dev/full, a full disk, a reader that stops',
  async run(reporter) {
    const folder = mkdtempSync(join(tmpdir(), 'drill-log-'));
    const withFile = async (fault: string, path: string, flags: string) => {
      const file = openSync(path, flags);
      await serveWithLogAt(reporter, fault, file).finally(() => closeSync(file));
    };
    try {
      await withFile('/dev/full', '/dev/full', 'w');
      const pipe = join(folder, 'pipe');
      spawnSync('mkfifo', [pipe]);
      // Open for reading too, so that there is a reader, which never reads.
      await withFile('a reader that stops', pipe, 'r+');
      if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', folder]).status !== 0)
        reporter.step('WAS NOT RUN: a full disk needs the right to mount a small one');
      else await withFile('a full disk', join(folder, 'log'), 'a').finally(() => spawnSync('umount', [folder]));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
