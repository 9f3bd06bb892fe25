import { Agent, get } from 'node:http';
import { parentPort } from 'node:worker_threads';

/** Asks one address many times: half of the requests one after the other, half of them eight at a time. */
interface Task {
  readonly url: string;
  readonly key: string | undefined;
  readonly requests: number;
}

const AT_ONCE = 8;
const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });

function ask({ url, key }: Task): Promise<number> {
  const headers = key === undefined ? {} : { Authorization: `Bearer ${key}` };
  return new Promise((resolve, reject) => {
    const begun = performance.now();
    get(url, { agent, headers }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url} answered ${response.statusCode}`));
      response.resume();
      response.on('end', () => resolve(performance.now() - begun));
    }).on('error', reject);
  });
}

parentPort!.on('message', async (task: Task) => {
  const half = Math.ceil(task.requests / 2);
  const times: number[] = [];
  for (let at = 0; at < half; at++) times.push(await ask(task));
  times.sort((a, b) => a - b);
  const begun = performance.now();
  let left = half;
  const lane = async () => {
    while (left-- > 0) await ask(task);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  const throughput = half / ((performance.now() - begun) / 1000);
  parentPort!.postMessage({ median: times[Math.floor(half / 2)], throughput });
});
