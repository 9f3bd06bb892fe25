import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, it } from '@jest/globals';
import { startService } from './service.ts';

it('looks every two seconds for heads that are overdue, not every thirty', async () => {
  const service = await startService({ listening: { timeouts: { headersTimeout: 100 } } });
  const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\nHost: lexicon\r\nX-Slow: ');
  const [response] = await once(socket, 'data');
  expect(String(response)).toMatch(/^HTTP\/1\.1 408 /);
  await service.stop();
}, 15_000);
