import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../servers/elasticsearch/node.ts';
import { startLoad, statusText } from './load.ts';
import type { Drill } from './report.ts';
import { startService } from './service.ts';

export const restarted: Drill = {
  name: 'restart',
  description: 'SIGTERM under load to one of two replicas after the other: no request fails',
  async run(reporter) {
    const ports = [await freePort(), await freePort()];
    const start = (index: number) => startService({ port: ports[index]! });
    const replicas = [await start(0), await start(1)];
    const load = startLoad({ urls: replicas.map(({ url }) => url), clients: 8 });
    try {
      await sleep(1000);
      for (const index of [0, 1, 0, 1]) {
        reporter.step(`SIGTERM to replica ${index}`);
        const { code, seconds } = await replicas[index]!.terminate('SIGTERM');
        reporter.expect(`replica ${index} exits by itself`, code === 0, `code ${code} after ${seconds.toFixed(2)} s`);
        replicas[index] = await start(index);
        await sleep(500);
      }
      const samples = await load.stop();
      reporter.expect(
        'every request gets 200 from one of two replicas',
        samples.length > 0 && samples.every(({ status }) => status === 200),
        statusText(samples),
      );
    } finally {
      await load.stop();
      for (const replica of replicas) await replica.stop();
    }
  },
};
