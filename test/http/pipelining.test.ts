import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { listen, type RunningServer } from '../../src/http/listen.ts';
import { until } from '../support/until.ts';

const request = (path: string) => `GET ${path} HTTP/1.1\r\nHost: lexicon\r\n\r\n`;

/** Guard of "one pipelined connection occupies queue and loop". */
describe('requests that are sent at once on a connection', () => {
  const begun: string[] = [];
  let finish: (() => void)[];
  let server: RunningServer;
  let client: Socket;
  let received: string;
  beforeEach(async () => {
    finish = [];
    begun.length = 0;
    received = '';
    server = await listen(
      (request, response) => {
        begun.push(request.url!);
        finish.push(() => response.end(request.url));
      },
      { host: '127.0.0.1', port: 0 },
    );
    client = connect(Number(new URL(server.url).port), '127.0.0.1');
    client.setEncoding('latin1').on('data', (text) => (received += text));
    client.on('error', () => undefined);
  });
  afterEach(async () => {
    client.destroy();
    for (const end of finish) end();
    await server.stop();
  });

  it('are served one after another, in order', async () => {
    client.write(['/a', '/b', '/c'].map(request).join(''));
    for (const path of ['/a', '/b', '/c']) {
      await until(() => begun.includes(path));
      expect(begun.at(-1)).toBe(path);
      finish.shift()!();
      await until(() => received.endsWith(path));
    }
    client.write(request('/d'));
    await until(() => begun.includes('/d'));
    expect(begun).toEqual(['/a', '/b', '/c', '/d']);
  });

  it('may be 51, and of more none is served nor even parsed', async () => {
    const parsed = { count: 0 };
    const countParsed = () => parsed.count++;
    subscribe('http.server.request.start', countParsed);
    client.write(Array.from({ length: 51 }, (_, at) => request(`/${at}`)).join(''));
    for (let served = 0; served < 51; served++) {
      await until(() => begun.length === served + 1);
      finish.shift()!();
    }
    await until(() => received.endsWith('/50'));
    expect(parsed.count).toBe(51);

    client.write(request('/again').repeat(1000));
    await once(client, 'close');
    unsubscribe('http.server.request.start', countParsed);
    expect(begun.slice(51)).toEqual(['/again']);
    expect(parsed.count).toBe(51 + 52);
  });

  it('leave other connections their turns', async () => {
    finish.push = (end) => {
      end();
      return 0;
    };
    const other = connect(Number(new URL(server.url).port), '127.0.0.1');
    for (const socket of [client, other]) {
      socket.write(request('/first'));
      await once(socket, 'data');
    }
    client.write(request('/many').repeat(50));
    other.write(request('/one'));
    await until(() => begun.length === 53);
    other.destroy();
    expect(begun.indexOf('/one')).toBeLessThan(52);
  });

  it('are not served any more when the client has gone', async () => {
    client.write(['/a', '/b'].map(request).join(''));
    await until(() => begun.length === 1);
    client.destroy();
    const other = connect(Number(new URL(server.url).port), '127.0.0.1');
    other.write(request('/other'));
    await until(() => begun.length > 1);
    other.destroy();
    expect(begun).toEqual(['/a', '/other']);
  });
});
