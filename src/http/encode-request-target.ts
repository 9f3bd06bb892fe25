import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { duplexPair } from 'node:stream';

/**
 * curl sends `?word=開心` as raw UTF-8. RFC 3986 forbids it and Node's parser refuses the request, but it is the first thing that
 * people try. Such requests are percent-encoded and parsed again.
 */

const END_OF_HEAD = '\r\n\r\n';
const REQUEST_LINE = /^(GET|HEAD) [!-~\x80-\xff]+ HTTP\/1\.[01]$/;
const WITH_BODY = /^(content-length|transfer-encoding)\s*:/im;

/**
 * Percent-encodes the target of a request without a body, and adds `Connection: close`. Undefined when the packet is not one such
 * request, or its target is valid.
 */
export function encodeRequestTarget(packet: Buffer): Buffer | undefined {
  const text = packet.toString('latin1');
  if (text.indexOf(END_OF_HEAD) !== text.length - END_OF_HEAD.length) return undefined;
  const [line = ''] = text.split('\r\n', 1);
  const headers = text.slice(line.length);
  if (!REQUEST_LINE.test(line) || WITH_BODY.test(headers)) return undefined;
  const mended = line.replace(/[\x80-\xff]/g, (byte) => '%' + byte.charCodeAt(0).toString(16).toUpperCase());
  return mended === line ? undefined : Buffer.from(`${mended}\r\nConnection: close${headers}`, 'latin1');
}

/** Parses `packet` as if it had arrived on `socket`, and sends the response there. */
export function reparse(server: Server, socket: Socket, packet: Buffer): void {
  const [inside, outside] = duplexPair();
  Object.defineProperties(inside, {
    remoteAddress: { value: socket.remoteAddress },
    remotePort: { value: socket.remotePort },
  });
  server.emit('connection', inside);
  outside.on('error', () => socket.destroy());
  socket.on('error', () => outside.destroy());
  socket.on('close', () => outside.destroy());
  socket.resume();
  outside.pipe(socket);
  outside.write(packet);
}
