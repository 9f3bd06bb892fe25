import { type Agent, request } from 'node:http';
import type { Answered } from './judge.ts';
import type { MadeRequest } from './requests.ts';

/** Sends a request that was made up, over a real connection. Streams are read to their first event. Rejects when the connection breaks. */
export function ask(agent: Agent, url: string, made: MadeRequest): Promise<Answered> {
  const { hostname, port } = new URL(url);
  const { method, target, headers, body, operation } = made;
  const bytes = body === undefined ? undefined : Buffer.from(body);
  const framed = bytes ? { ...headers, 'content-length': String(bytes.length) } : headers;
  return new Promise((resolve, reject) => {
    const asked = request({ agent, hostname, port, method, path: target, headers: framed }, (response) => {
      let text = '';
      const answered = (): Answered => ({
        status: response.statusCode ?? 0,
        headers: response.headers,
        body: text,
      });
      response.setEncoding('utf8');
      response.on('data', (part: string) => {
        text += part;
        if (operation.isStream && response.statusCode === 200) {
          resolve(answered());
          asked.destroy();
        }
      });
      response.on('end', () => resolve(answered()));
      response.on('error', reject);
    });
    asked.setTimeout(20_000, () => asked.destroy(new Error('no answer within 20 s')));
    asked.on('error', reject);
    asked.end(bytes);
  });
}
