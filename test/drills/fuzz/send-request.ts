import { type Agent, request } from 'node:http';
import type { FuzzRequest } from './requests.ts';
import type { ReceivedResponse } from './validate-response.ts';

/** Sends a request that was made up, over a real connection. Streams are read to their first event. Rejects when the connection breaks. */
export function sendRequest(agent: Agent, url: string, fuzzRequest: FuzzRequest): Promise<ReceivedResponse> {
  const { hostname, port } = new URL(url);
  const { method, target, headers, body, operation } = fuzzRequest;
  const bodyBytes = body === undefined ? undefined : Buffer.from(body);
  const framedHeaders = bodyBytes ? { ...headers, 'content-length': String(bodyBytes.length) } : headers;
  return new Promise((resolve, reject) => {
    const clientRequest = request(
      { agent, hostname, port, method, path: target, headers: framedHeaders },
      (response) => {
        let text = '';
        const receivedResponse = (): ReceivedResponse => ({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: text,
        });
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => {
          text += chunk;
          if (operation.isStream && response.statusCode === 200) {
            resolve(receivedResponse());
            clientRequest.destroy();
          }
        });
        response.on('end', () => resolve(receivedResponse()));
        response.on('error', reject);
      },
    );
    clientRequest.setTimeout(20_000, () => clientRequest.destroy(new Error('no answer within 20 s')));
    clientRequest.on('error', reject);
    clientRequest.end(bodyBytes);
  });
}
