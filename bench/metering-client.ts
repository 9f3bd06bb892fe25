import { Agent, get } from 'node:http';
import { parentPort } from 'node:worker_threads';

/** Asks one address many times: half of the requests one after the other, half of them eight at a time. */
interface Task {
  readonly url: string;
  readonly key: string | undefined;
  readonly requests: number;
}

const CONCURRENCY = 8;
const agent = new Agent({ keepAlive: true, maxSockets: CONCURRENCY });

function send({ url, key }: Task): Promise<number> {
  const headers = key === undefined ? {} : { Authorization: `Bearer ${key}` };
  return new Promise((resolve, reject) => {
    const startedAt = performance.now();
    get(url, { agent, headers }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url} answered ${response.statusCode}`));
      response.resume();
      response.on('end', () => resolve(performance.now() - startedAt));
    }).on('error', reject);
  });
}

parentPort!.on('message', async (task: Task) => {
  const half = Math.ceil(task.requests / 2);
  const times: number[] = [];
  for (let index = 0; index < half; index++) times.push(await send(task));
  times.sort((a, b) => a - b);
  const startedAt = performance.now();
  let remaining = half;
  const worker = async () => {
    while (remaining-- > 0) await send(task);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  const throughput = half / ((performance.now() - startedAt) / 1000);
  parentPort!.postMessage({ median: times[Math.floor(half / 2)], throughput });
});
