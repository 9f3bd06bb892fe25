import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { ask } from './ask.ts';
import type { HostileCase } from './hostile-request.ts';
import type { Answered, Judge } from './judge.ts';
import type { Operation } from './operations.ts';
import { sendRaw } from './raw.ts';
import { type MadeRequest, requests } from './requests.ts';

/** What a campaign found. */
export interface Campaign {
  readonly asked: number;
  /** How many were as the document wants them. */
  readonly valid: number;
  readonly byStatus: ReadonlyMap<number, number>;
  readonly byOperation: ReadonlyMap<string, number>;
  /** Requests whose answers were wrong, each with how to make it again and what was wrong. */
  readonly faults: readonly string[];
}

interface CampaignOptions {
  readonly url: string;
  readonly operations: readonly Operation[];
  readonly judge: Judge;
  readonly count: number;
  readonly seed: number;
  /** Requests under way at once. */
  readonly clients: number;
  readonly onProgress?: (asked: number) => void;
}

/** Made up at once; few enough to hold. */
const SLICE = 500;

/** Sends made-up requests and judges every answer. The same seed makes the same requests. */
export async function campaign(options: CampaignOptions): Promise<Campaign> {
  const { url, operations, judge, count, seed, clients, onProgress } = options;
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const [byStatus, byOperation] = [new Map<number, number>(), new Map<string, number>()];
  const faults: string[] = [];
  let [asked, valid] = [0, 0];
  const one = async (made: MadeRequest) => {
    const found = await answerFaults(agent, url, made, judge, byStatus);
    asked++;
    if (made.isValid) valid++;
    byOperation.set(made.operation.id, (byOperation.get(made.operation.id) ?? 0) + 1);
    if (found.length > 0) faults.push(`${asCommand(made)}: ${found.join('; ')}`);
  };
  for (let from = 0; from < count; from += SLICE) {
    const arbitrary = requests(operations);
    const slice = fc.sample(arbitrary, { seed: seed + from, numRuns: Math.min(SLICE, count - from) });
    const client = async () => {
      for (let made = slice.pop(); made; made = slice.pop()) await one(made);
    };
    await Promise.all(Array.from({ length: clients }, client));
    onProgress?.(asked);
  }
  agent.destroy();
  return { asked, valid, byStatus, byOperation, faults };
}

async function answerFaults(
  agent: Agent,
  url: string,
  made: MadeRequest,
  judge: Judge,
  byStatus: Map<number, number>,
): Promise<string[]> {
  try {
    const answered = await askUntilTaken(agent, url, made);
    byStatus.set(answered.status, (byStatus.get(answered.status) ?? 0) + 1);
    return judge({ method: made.method, operation: made.operation }, answered);
  } catch (error) {
    return [`no answer: ${(error as Error).message}`];
  }
}

/** A service that has too much to do says so, and when to come again; whoever goes on asking hears the same. */
async function askUntilTaken(agent: Agent, url: string, made: MadeRequest): Promise<Answered> {
  let answered = await ask(agent, url, made);
  for (let again = 0; again < 5 && isShed(answered); again++) {
    await sleep(1000);
    answered = await ask(agent, url, made);
  }
  return answered;
}

function isShed({ status, headers, body }: Answered): boolean {
  return status === 503 && headers['retry-after'] === '1' && body.includes('more than it can answer in time');
}

/** A line that makes the request again, cut to what can be read. */
function asCommand({ method, target, headers, body }: MadeRequest): string {
  const fields = Object.entries(headers).map(([name, value]) => `${name}: ${value.slice(0, 80)}`);
  return [method, target.slice(0, 400), ...fields, body?.slice(0, 400) ?? ''].filter((part) => part !== '').join(' | ');
}

/** Sends each hostile case and answers what was wrong. */
export async function hostileFaults(url: string, cases: readonly HostileCase[], judge: Judge): Promise<string[]> {
  const faults: string[] = [];
  for (const { name, bytes, expected, ends = false, answers = 1 } of cases) {
    try {
      const all = await sendRaw(url, bytes, { ends, answers });
      const method = /^[A-Z]+/.exec(bytes.toString('latin1', 0, 20))?.[0] ?? 'GET';
      const statuses = all.length === 0 ? [0] : all.map(({ status }) => status);
      const wrong = statuses.filter((status) => !expected.includes(status));
      if (wrong.length > 0) faults.push(`${name}: status ${wrong.join(', ')} instead of ${expected.join(' or ')}`);
      if (expected[0] !== 0 && all.length > 0 && all.length < answers) faults.push(`${name}: ${all.length} answers`);
      for (const one of all) faults.push(...judge({ method }, one).map((fault) => `${name}: ${fault}`));
    } catch (error) {
      faults.push(`${name}: ${(error as Error).message}`);
    }
  }
  return faults;
}
