import type { RequestListener } from 'node:http';
import { pino } from 'pino';
import { z } from 'zod';
import { type AppOptions, createApp } from '../../src/http/app.ts';
import { listen, type RunningServer } from '../../src/http/listen.ts';
import type { EntryLine } from '../../src/lexicon/formats.ts';
import type { Lexicon, LexiconStore } from '../../src/lexicon/store.ts';
import { type Endpoint, endpoint, operation } from '../../src/operations/operation.ts';
import { memoryStore } from '../../src/stores/memory/memory-store.ts';
import { entryLines, smallManifest } from '../contract/small-lexicon.ts';
import { smallLexicon } from '../contract/small-lexicon-meanings.ts';
import { until } from '../support/until.ts';

/** What a test sees of an answer. */
export interface TestResponse {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies freely.
  readonly body: any;
}

export interface TestService extends RunningServer, AsyncDisposable {
  /** Lines of the log so far, parsed. */
  readonly log: Record<string, unknown>[];
  get(path: string, init?: RequestInit): Promise<TestResponse>;
  /** Sends a body as JSON; a string as it is. */
  post(path: string, body: unknown): Promise<TestResponse>;
}

/** An endpoint of a test's own, for what those of the lexicon do not do. */
export const testEndpoint = (path: string, handle: () => Promise<unknown>): Endpoint =>
  endpoint(
    'GET',
    path,
    operation({
      id: path,
      tag: 'Service',
      summary: '',
      description: '',
      tool: { name: 'none', whenToUse: '' },
      example: { summary: '' },
      request: {},
      response: z.unknown(),
      handle,
    }),
    { group: 'other', scopes: ['lex_read'], cost: () => ({ credits: 1 }) },
  );

/** What the rows of the small lexicon leave empty and a card shows. */
export function withSenses(line: EntryLine): EntryLine {
  if (line.char !== '開心') return line;
  const happy = { pos: 'a', category: 'adj.all', definition: 'happy', synonyms: ['快樂', '愛'] } as const;
  const play = { pos: 'v', category: null, definition: 'to have fun', synonyms: [] } as const;
  return {
    ...line,
    definition: 'happy; to have fun',
    examples: ['今日好開心'],
    senses: [
      { ...happy, synonyms: [...happy.synonyms] },
      { ...play, synonyms: [...play.synonyms] },
    ],
  };
}

export function smallStore(generation = 'gsmall'): LexiconStore {
  return memoryStore(smallLexicon(entryLines().map(withSenses), smallManifest(generation)));
}

/** The small lexicon, with the names of what was asked of it; `change` puts another generation in its place. */
export function watchedStore() {
  let live = smallStore();
  const asked: string[] = [];
  const watch = (lexicon: Lexicon) =>
    new Proxy(lexicon, {
      get(target, name: keyof Lexicon) {
        const value = target[name];
        if (typeof value === 'function') asked.push(name);
        return value;
      },
    });
  const store: LexiconStore = { ...live, read: (work) => live.read((lexicon) => work(watch(lexicon))) };
  const change = (generation: string) => {
    live = smallStore(generation);
  };
  return { store, asked, change };
}

/** The whole service on a free port, over the small lexicon unless told otherwise. */
export async function startService({
  wrap = (app) => app,
  listening: listenOptions = {},
  ...options
}: Partial<AppOptions> & {
  readonly wrap?: (app: RequestListener) => RequestListener;
  readonly listening?: Partial<Parameters<typeof listen>[1]>;
} = {}): Promise<TestService> {
  const log: Record<string, unknown>[] = [];
  const logger = pino({ base: null }, { write: (line: string) => void log.push(JSON.parse(line)) });
  const config = { corsOrigins: ['*'], trustProxy: 0 };
  const app = createApp({ store: smallStore(), logger, config, ...options });
  const listening = await listen(wrap(app), { host: '127.0.0.1', port: 0, ...listenOptions });
  const get = async (path: string, init?: RequestInit): Promise<TestResponse> => {
    const response = await fetch(listening.url + path, init);
    const text = await response.text();
    const isJson = /[/+]json/.test(response.headers.get('content-type') ?? '');
    return { status: response.status, headers: response.headers, body: isJson && text ? JSON.parse(text) : text };
  };
  const post = (path: string, body: unknown) =>
    get(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  return { ...listening, log, get, post, [Symbol.asyncDispose]: listening.stop };
}

/** The line of the access log of a request, once it is written. */
export async function accessLine({ log }: TestService, requestId: string): Promise<Record<string, unknown>> {
  const find = () => log.find(({ request_id, route }) => request_id === requestId && route !== undefined);
  await until(() => find() !== undefined);
  return find()!;
}

/** A query with its values percent-encoded. */
export function query(parameters: Readonly<Record<string, string | number | boolean>>): string {
  return new URLSearchParams(
    Object.entries(parameters).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
}

export function chars(response: TestResponse): string[] {
  return response.body.words.map(({ char }: { char: string }) => char);
}

/** `parameter: message` of each error of a 400. */
export function errorsOf({ body }: TestResponse): string[] {
  return body.errors.map(({ in: where, name, message }: Record<string, string>) => `${where} ${name}: ${message}`);
}
