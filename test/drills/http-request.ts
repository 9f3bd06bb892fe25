import { type Agent, type IncomingHttpHeaders, request } from 'node:http';

export interface HttpRequest {
  readonly method?: string;
  /** Path and query, percent-encoded. */
  readonly target: string;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  readonly body?: string | Uint8Array | undefined;
}

export interface HttpResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface SendOptions {
  readonly agent: Agent;
  readonly timeoutMs: number;
}

/** The connection failed. */
export class ConnectionError extends Error {
  readonly code: string | undefined;
  /** Whether the request was sent on a kept connection, which the server may have closed at the same time. */
  readonly isReusedSocket: boolean;

  constructor(cause: NodeJS.ErrnoException, isReusedSocket: boolean) {
    super(cause.message, { cause });
    this.name = 'ConnectionError';
    this.code = cause.code;
    this.isReusedSocket = isReusedSocket;
  }
}

/** Sends one request over a real connection, and reads the whole response. Rejects with a {@link ConnectionError}. */
export function sendHttp(
  url: string,
  { method = 'GET', target, headers = {}, body }: HttpRequest,
  { agent, timeoutMs }: SendOptions,
): Promise<HttpResponse> {
  const { hostname, port } = new URL(url);
  // Node does not frame the body of a GET by itself: without a length the next request would begin with it.
  const framing = body ? { 'content-length': String(Buffer.byteLength(body)) } : {};
  const options = { agent, hostname, port, method, path: target, headers: { ...headers, ...framing } };
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => reject(new ConnectionError(error, clientRequest.reusedSocket));
    const clientRequest = request(options, (response) => {
      const { statusCode: status = 0, headers: responseHeaders } = response;
      const chunks: Buffer[] = [];
      const finish = () => resolve({ status, headers: responseHeaders, body: Buffer.concat(chunks) });
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', finish);
      response.on('error', fail);
    });
    clientRequest.setTimeout(timeoutMs, () => clientRequest.destroy(new Error(`no response within ${timeoutMs} ms`)));
    clientRequest.on('error', fail);
    clientRequest.end(body);
  });
}
