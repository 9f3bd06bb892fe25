import type { Agent } from 'node:http';
import { sendHttp } from '../http-request.ts';
import type { FuzzRequest } from './requests.ts';
import type { ReceivedResponse } from './validate-response.ts';

const TIMEOUT_MS = 20_000;

/** Sends a random request over a real connection. */
export async function sendRequest(agent: Agent, url: string, fuzzRequest: FuzzRequest): Promise<ReceivedResponse> {
  const options = { agent, timeoutMs: TIMEOUT_MS };
  const { status, headers, body } = await sendHttp(url, fuzzRequest, options);
  return { status, headers, body: body.toString() };
}
