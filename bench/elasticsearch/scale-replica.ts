import { rmSync } from 'node:fs';
import { randomNumbers } from '../../indexer/random-numbers.ts';
import { issueKey, newDataDir, type RunningService, startService } from '../../test/drills/service.ts';
import type { MultipliedLexicon } from '../lexicon/multiplied.ts';
import { BENCH_FACETS } from '../lexicon/rows.ts';
import type { Row } from '../report.ts';
import { apiClient, measureConcurrentClients, measureMs, rowOf } from './measure.ts';

const CLIENTS = 8;
const READY_TIMEOUT_MS = 300_000;
const MAX_ANNOTATED = 500;
const WORDS_IN_LINE = 4;

/** The service in a process of its own: until it is ready, its memory then and after questions of several kinds, and their times. */
export async function measureReplica(url: string, lexicon: MultipliedLexicon, seconds: number): Promise<Row[]> {
  const single = (name: string, value: number, unit: string): Row => ({
    name,
    n: 1,
    p50: value,
    p95: value,
    p99: value,
    unit,
  });
  const dataDir = newDataDir();
  const startedAt = performance.now();
  const service = await startService({
    dataDir,
    timeoutMs: READY_TIMEOUT_MS,
    environment: { ELASTICSEARCH_URL: url },
  });
  try {
    const rows = [
      single('replica, ready after', (performance.now() - startedAt) / 1000, 's'),
      single('replica, memory when ready', service.memory(), 'MB'),
    ];
    const key = issueKey(service.dataDir, 'partner');
    const api = apiClient({ url: service.url, key: key }, CLIENTS);
    const random = randomNumbers(3);
    const questions = [
      () => {
        const { pos, readings } = lexicon.randomLine(random);
        return `browse?pos=${pos}&rhyme=${readings[0]!.rhyme}&facets=${BENCH_FACETS}&limit=20`;
      },
      () => `autocomplete?prefix=${encodeURIComponent([...lexicon.randomLine(random).char][0]!)}`,
      () => `synonyms?word=${encodeURIComponent(lexicon.randomOriginal(random).char)}&limit=20`,
      () => `word/${encodeURIComponent(lexicon.randomLine(random).char)}`,
    ];
    const ask = (run: number) =>
      api.send(`/api/lexicon/${questions[run % questions.length]!()}`).catch((error: Error) => {
        // Some words are known to have no relations.
        if (!/: 404 /.test(error.message)) throw error;
      });
    rows.push(...(await measureConcurrentClients(`replica, mixed, ${CLIENTS} clients`, CLIENTS, ask, { seconds })));
    api.close();
    const times: number[] = [];
    const until = performance.now() + seconds * 1000;
    while (performance.now() < until && times.length < MAX_ANNOTATED) {
      const text = Array.from({ length: WORDS_IN_LINE }, () => lexicon.randomLine(random).char).join('');
      times.push(await measureMs(() => annotate(service, key, text)));
    }
    rows.push(single('replica, memory after that', service.memory(), 'MB'));
    rows.push(rowOf('replica, annotate a line of any words', times));
    return rows;
  } finally {
    await service.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function annotate({ url }: RunningService, key: string, text: string): Promise<void> {
  const response = await fetch(`${url}/api/lexicon/annotate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify({ text }),
  });
  if (!response.ok) throw new Error(`annotate: ${response.status} ${await response.text()}`);
  await response.arrayBuffer();
}
