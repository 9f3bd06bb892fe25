import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import type { HostileCase } from './hostile-request.ts';
import type { Operation } from './operations.ts';
import { type FuzzRequest, requests } from './requests.ts';
import { sendRaw } from './send-raw.ts';
import { sendRequest } from './send-request.ts';
import type { ReceivedResponse, ResponseValidator } from './validate-response.ts';

/** The results of a campaign. */
export interface Campaign {
  readonly requestCount: number;
  /** Requests that are valid according to the document. */
  readonly validCount: number;
  readonly byStatus: ReadonlyMap<number, number>;
  readonly byOperation: ReadonlyMap<string, number>;
  /** Requests with wrong responses, each with how to repeat it and what was wrong. */
  readonly faults: readonly string[];
}

interface CampaignOptions {
  readonly url: string;
  readonly operations: readonly Operation[];
  readonly validate: ResponseValidator;
  readonly count: number;
  readonly seed: number;
  /** Requests under way at once. */
  readonly clients: number;
  readonly onProgress?: (requestCount: number) => void;
}

/** Made up at once; few enough to hold. */
const BATCH_SIZE = 500;

/** Sends made-up requests and judges every answer. The same seed makes the same requests. */
export async function campaign(options: CampaignOptions): Promise<Campaign> {
  const { url, operations, validate, count, seed, clients, onProgress } = options;
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const [byStatus, byOperation] = [new Map<number, number>(), new Map<string, number>()];
  const faults: string[] = [];
  let [requestCount, validCount] = [0, 0];
  const sendOne = async (fuzzRequest: FuzzRequest) => {
    const found = await answerFaults(agent, url, fuzzRequest, validate, byStatus);
    requestCount++;
    if (fuzzRequest.isValid) validCount++;
    byOperation.set(fuzzRequest.operation.id, (byOperation.get(fuzzRequest.operation.id) ?? 0) + 1);
    if (found.length > 0) faults.push(`${asCommand(fuzzRequest)}: ${found.join('; ')}`);
  };
  for (let firstIndex = 0; firstIndex < count; firstIndex += BATCH_SIZE) {
    const arbitrary = requests(operations);
    const batch = fc.sample(arbitrary, { seed: seed + firstIndex, numRuns: Math.min(BATCH_SIZE, count - firstIndex) });
    const client = async () => {
      for (let fuzzRequest = batch.pop(); fuzzRequest; fuzzRequest = batch.pop()) await sendOne(fuzzRequest);
    };
    await Promise.all(Array.from({ length: clients }, client));
    onProgress?.(requestCount);
  }
  agent.destroy();
  return { requestCount, validCount, byStatus, byOperation, faults };
}

async function answerFaults(
  agent: Agent,
  url: string,
  fuzzRequest: FuzzRequest,
  validate: ResponseValidator,
  byStatus: Map<number, number>,
): Promise<string[]> {
  try {
    const response = await sendUntilAccepted(agent, url, fuzzRequest);
    byStatus.set(response.status, (byStatus.get(response.status) ?? 0) + 1);
    return validate({ method: fuzzRequest.method, operation: fuzzRequest.operation }, response);
  } catch (error) {
    return [`no answer: ${(error as Error).message}`];
  }
}

/** Retries requests that the service sheds under overload. */
async function sendUntilAccepted(agent: Agent, url: string, fuzzRequest: FuzzRequest): Promise<ReceivedResponse> {
  let response = await sendRequest(agent, url, fuzzRequest);
  for (let retries = 0; retries < 5 && isShed(response); retries++) {
    await sleep(1000);
    response = await sendRequest(agent, url, fuzzRequest);
  }
  return response;
}

function isShed({ status, headers, body }: ReceivedResponse): boolean {
  return status === 503 && headers['retry-after'] === '1' && body.includes('more than it can answer in time');
}

/** The request in one line, truncated. */
function asCommand({ method, target, headers, body }: FuzzRequest): string {
  const fields = Object.entries(headers).map(([name, value]) => `${name}: ${value.slice(0, 80)}`);
  return [method, target.slice(0, 400), ...fields, body?.slice(0, 400) ?? ''].filter((part) => part !== '').join(' | ');
}

/** Sends each hostile case and answers what was wrong. */
export async function hostileFaults(
  url: string,
  cases: readonly HostileCase[],
  validate: ResponseValidator,
): Promise<string[]> {
  const faults: string[] = [];
  for (const { name, bytes, expected, closesAfterSend = false, answers = 1 } of cases) {
    try {
      const responses = await sendRaw(url, bytes, { closesAfterSend, answers });
      const method = /^[A-Z]+/.exec(bytes.toString('latin1', 0, 20))?.[0] ?? 'GET';
      const statuses = responses.length === 0 ? [0] : responses.map(({ status }) => status);
      const unexpected = statuses.filter((status) => !expected.includes(status));
      if (unexpected.length > 0)
        faults.push(`${name}: status ${unexpected.join(', ')} instead of ${expected.join(' or ')}`);
      if (expected[0] !== 0 && responses.length > 0 && responses.length < answers)
        faults.push(`${name}: ${responses.length} answers`);
      for (const response of responses)
        faults.push(...validate({ method }, response).map((fault) => `${name}: ${fault}`));
    } catch (error) {
      faults.push(`${name}: ${(error as Error).message}`);
    }
  }
  return faults;
}
