import { rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { randomNumbers } from '../indexer/random-numbers.ts';
import { lexiconEntries, mixedRequests } from '../test/drills/faults/mixed-requests.ts';
import { lexicon, newDataDir } from '../test/drills/service.ts';
import { startTarget } from './elasticsearch/target.ts';
import { type Figure, rowOf, tableOf } from './memory/figures.ts';
import { measureService } from './memory/measure-service.ts';
import { isMeasurable } from './memory/process-memory.ts';
import { writeReport } from './report.ts';

/**
 * The memory of the service in a process of its own, embedded and with Elasticsearch: after the start, after the first annotate, after
 * minutes of all kinds of requests, and while another generation takes over. What Linux tells is read; elsewhere nothing is measured.
 *
 *   node bench/memory.ts [--smoke] [--minutes N] [--only embedded|elasticsearch]
 */
const { values: options } = parseArgs({
  options: {
    smoke: { type: 'boolean', default: false },
    minutes: { type: 'string' },
    only: { type: 'string', default: '' },
  },
});
const MINUTES = Number(options.minutes ?? (options.smoke ? 0.1 : 10));
const SEED = 20261123;
const GOALS = {
  embedded: { afterStart: 200, afterLoad: 380 },
  elasticsearch: { ready: 1.5, afterStart: 180, afterLoad: 320 },
};
/** A short run leaves Elasticsearch out: loading it twice takes a minute. */
const isWanted = (name: string) =>
  options.only === '' ? name === 'embedded' || !options.smoke : name === options.only;

async function measureWithElasticsearch(measured: { dataDir: string; minutes: number }): Promise<Figure[]> {
  const target = await startTarget();
  try {
    const environment = { DATA_DIR: measured.dataDir, ELASTICSEARCH_URL: target.url };
    lexicon(['load'], environment);
    lexicon(['load', '--force'], environment);
    return await measureService({
      ...measured,
      name: 'Elasticsearch',
      environment,
      goals: GOALS.elasticsearch,
      nextRequest: await requests(),
      switchGeneration: () => lexicon(['rollback'], environment),
    });
  } finally {
    await target.remove();
  }
}

const requests = async () => mixedRequests(randomNumbers(SEED), await lexiconEntries());

if (!isMeasurable) {
  console.log('Not measured: only Linux tells the memory of a process as this benchmark reads it (/proc).');
  process.exit();
}
const dataDir = newDataDir();
try {
  const measured = { dataDir, minutes: MINUTES };
  const figures: Figure[] = [];
  if (isWanted('embedded')) {
    const nextRequest = await requests();
    figures.push(
      ...(await measureService({ ...measured, name: 'embedded', environment: {}, goals: GOALS.embedded, nextRequest })),
    );
  }
  if (isWanted('elasticsearch')) figures.push(...(await measureWithElasticsearch(measured)));
  writeReport({ part: 'memory', data: { 'minutes of load': MINUTES, callers: 6 }, rows: figures.map(rowOf) });
  console.log(tableOf(figures));
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}
