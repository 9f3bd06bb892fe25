import { describe, expect, it } from '@jest/globals';
import { encodeRequestTarget } from '../../src/http/encode-request-target.ts';

describe('a request target in raw UTF-8', () => {
  const packet = (text: string) => Buffer.from(text, 'utf8');

  it('is percent-encoded, and its connection closed', () => {
    expect(encodeRequestTarget(packet('GET /a?b=愛&c=%E6 HTTP/1.1\r\nHost: x\r\n\r\n'))?.toString('latin1')).toBe(
      'GET /a?b=%E6%84%9B&c=%E6 HTTP/1.1\r\nConnection: close\r\nHost: x\r\n\r\n',
    );
  });

  it.each([
    ['a plain one', 'GET /a HTTP/1.1\r\n\r\n'],
    ['one with a body', 'GET /愛 HTTP/1.1\r\nContent-Length: 3\r\n\r\n'],
    ['a chunked one', 'GET /愛 HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n'],
    ['another method', 'POST /愛 HTTP/1.1\r\n\r\n'],
    ['an unfinished head', 'GET /愛 HTTP/1.1\r\nHost: x\r\n'],
    ['two requests', 'GET /愛 HTTP/1.1\r\n\r\nGET /b HTTP/1.1\r\n\r\n'],
    ['a space inside', 'GET /愛 b HTTP/1.1\r\n\r\n'],
    ['a line end inside', 'GET /愛\nX: y HTTP/1.1\r\n\r\n'],
  ])('is left alone: %s', (_, text) => {
    expect(encodeRequestTarget(packet(text))).toBeUndefined();
  });
});
