import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A span as OTLP's JSON has it, its attributes as an object. */
export interface ReceivedSpan {
  readonly name: string;
  /** 1 internal, 2 server, 3 client. */
  readonly kind: number;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly attributes: Readonly<Record<string, string | number | boolean>>;
  /** 0 unset, 1 ok, 2 error. */
  readonly status: number;
  readonly events: number;
  readonly resource: Readonly<Record<string, string | number | boolean>>;
}

export interface Collector {
  readonly url: string;
  readonly spans: ReceivedSpan[];
  /** All bodies as they came. */
  text(): string;
  /** Paths and content types of what came. */
  readonly requests: { readonly path: string; readonly type: string; readonly headers: object }[];
  /** Waits until a span came that fits. */
  waitForSpan(predicate: (span: ReceivedSpan) => boolean): Promise<ReceivedSpan>;
  stop(): Promise<void>;
}

// biome-ignore lint/suspicious/noExplicitAny: the wire's own shape.
type Wire = any;

function attributesOf(list: Wire[] = []): Record<string, string | number | boolean> {
  return Object.fromEntries(
    list.map(({ key, value }) => [
      key,
      value.stringValue ?? value.boolValue ?? Number(value.intValue ?? value.doubleValue),
    ]),
  );
}

function spansOf(body: Wire): ReceivedSpan[] {
  return body.resourceSpans.flatMap(({ resource, scopeSpans }: Wire) =>
    scopeSpans.flatMap(({ spans }: Wire) =>
      spans.map((span: Wire) => ({
        name: span.name,
        kind: span.kind,
        traceId: span.traceId,
        spanId: span.spanId,
        parentSpanId: span.parentSpanId || undefined,
        attributes: attributesOf(span.attributes),
        status: span.status?.code ?? 0,
        events: span.events?.length ?? 0,
        resource: attributesOf(resource.attributes),
      })),
    ),
  );
}

/** A receiver of OTLP over HTTP. `neverResponds`: it takes everything and never answers. */
export async function startCollector({ neverResponds = false } = {}): Promise<Collector> {
  const [spans, texts, requests]: [ReceivedSpan[], string[], Collector['requests']] = [[], [], []];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const text = Buffer.concat(parts).toString();
    const { 'content-type': type = '' } = request.headers;
    requests.push({ path: request.url ?? '', type, headers: request.headers });
    if (neverResponds) return;
    texts.push(text);
    spans.push(...spansOf(JSON.parse(text)));
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const waitForSpan: Collector['waitForSpan'] = async (predicate) => {
    for (;;) {
      const found = spans.find(predicate);
      if (found) return found;
      await sleep(20);
    }
  };
  return {
    spans,
    requests,
    waitForSpan,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    text: () => texts.join('\n'),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
