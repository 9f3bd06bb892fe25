import { IncomingMessage, type RequestListener, type Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { duplexPair } from 'node:stream';
import { Problem } from '../problem.ts';
import { sendProblem } from './problem-response.ts';
import type { Step } from './request-context.ts';

/** Requests that are not what HTTP wants. They go through the app, so that their responses have what every response has. */

export interface ParserError extends NodeJS.ErrnoException {
  readonly rawPacket?: Buffer;
}

/** Errors of Node's parser, in requests that the app has not seen yet. */
const parserProblems = new WeakMap<IncomingMessage, Problem>();

export type Exchange = Readonly<{ request: IncomingMessage; response: ServerResponse }>;

/**
 * Answers what the parser, or the clock, broke off: in its turn, after the requests before it.
 *
 * @param exchangesNow those of the connection that are not done
 */
export function answerParserError(
  app: RequestListener,
  error: ParserError,
  socket: Socket,
  exchangesNow: () => readonly Exchange[],
): void {
  const exchanges = exchangesNow();
  const last = exchanges.at(-1);
  if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
  else if (!last) answerUnparsed(app, error, socket);
  else if (last.request.complete)
    last.response.once('close', () => setImmediate(answerParserError, app, error, socket, exchangesNow));
  // Its body is not whole.
  else if (exchanges.length > 1) parserProblems.set(last.request, problemOf(error));
  else if (last.response.headersSent) socket.destroy();
  else refuse(last.request, last.response, problemOf(error));
}

function problemOf({ code }: ParserError): Problem {
  if (code === 'HPE_HEADER_OVERFLOW') return new Problem('header_fields_too_large');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new Problem('request_timeout');
  return new Problem('invalid_parameter', {
    detail: 'This is not a valid HTTP request. Check its request line and headers.',
  });
}

function answerUnparsed(app: RequestListener, error: ParserError, socket: Socket): void {
  const request = new IncomingMessage(socket);
  // Best effort: what arrived in an earlier packet is not available here.
  const packet = error.rawPacket?.toString('latin1') ?? '';
  request.method = packet.startsWith('HEAD ') ? 'HEAD' : 'GET';
  // No path, as what was asked for is not known.
  request.url = '?';
  Object.assign(request, { httpVersion: '1.1', httpVersionMajor: 1, httpVersionMinor: 1 });
  const origin = /\r\norigin: *([!-~]+)/i.exec(packet)?.[1];
  if (origin !== undefined) request.headers.origin = origin;
  parserProblems.set(request, problemOf(error));
  const response = new ServerResponse(request);
  response.assignSocket(socket);
  response.once('finish', () => socket.destroySoon());
  app(request, response);
}

const MAX_URL_BYTES = 8192;

/** Refuses what the parser did not take, what RFC 9110 and RFC 9112 forbid beyond that, and addresses that are too long. */
export const rejectMalformed: Step = (request, response, next) => {
  const parserProblem = parserProblems.get(request);
  if (parserProblem) {
    refuse(request, response, parserProblem);
    return;
  }
  const fault = hostFault(request) ?? expectationFault(request);
  const { length } = request.url!;
  if (fault !== undefined) refuse(request, response, new Problem('invalid_parameter', { detail: fault }));
  else if (length <= MAX_URL_BYTES) next();
  else {
    const detail = `The address has ${length} bytes; at most ${MAX_URL_BYTES} are taken. Ask for fewer values in one request.`;
    throw new Problem('uri_too_long', { detail });
  }
};

function refuse(request: IncomingMessage, response: ServerResponse, problem: Problem): void {
  response.setHeader('Connection', 'close');
  sendProblem(request, response, problem);
}

/** `uri-host [ ":" port ]` of RFC 9110, 7.2. */
const HOST_PATTERN = /^(?:\[[\dA-Fa-f:.]+\]|[\w.~!$&'()*+,;=%-]*)(?::\d*)?$/;

/** RFC 9112, 3.2 forbids a request with no Host header, with several, or with an invalid one. */
function hostFault({ headers: { host }, rawHeaders, httpVersion }: IncomingMessage): string | undefined {
  if (host === undefined)
    return httpVersion === '1.1' ? 'This request has no Host header. Send one, as HTTP/1.1 wants it.' : undefined;
  // Node uses the first of several, where a proxy may have used another.
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2)
    if (rawHeaders[index]!.length === 4 && rawHeaders[index]!.toLowerCase() === 'host') count++;
  if (count > 1) return `This request has ${count} Host headers. Send one.`;
  return HOST_PATTERN.test(host)
    ? undefined
    : 'The Host header names no host. Send a name or an address, and a port if need be.';
}

/** Node handles `Expect: 100-continue` itself. HTTP/1.0 has no expectations. */
function expectationFault({ headers: { expect }, httpVersion }: IncomingMessage): string | undefined {
  if (expect === undefined || httpVersion !== '1.1' || /\b100-continue\b/i.test(expect)) return undefined;
  return 'No expectation but 100-continue is met here. Leave the Expect header out.';
}

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
    setTimeout: { value: (timeoutMs: number) => socket.setTimeout(timeoutMs) },
  });
  server.emit('connection', inside);
  outside.on('error', () => socket.destroy());
  socket.on('error', () => outside.destroy());
  socket.on('close', () => outside.destroy());
  socket.resume();
  outside.pipe(socket);
  outside.write(packet);
}
