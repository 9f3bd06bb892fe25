import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import type { AppOptions } from '../../src/http/app.ts';
import { issueKey, type NewKeyOptions } from '../../src/metering/key.ts';
import { openMetering, openMeteringStore } from '../../src/metering/open.ts';
import { DEFAULT_PLANS_FILE, openPlans, type Plans } from '../../src/metering/plans.ts';
import type { KeyRecord, MeteringStore } from '../../src/metering/store.ts';
import { startService, type TestResponse, type TestService } from '../http/service.ts';

interface MeteredOptions {
  readonly redisUrl?: string | undefined;
  readonly prefix?: string;
  readonly clock?: () => number;
  /** Changes to the plans of config/plans.json. */
  readonly plans?: (plans: Record<string, { daily_credits: number }>) => void;
  readonly app?: Partial<AppOptions>;
  readonly onCharge?: NonNullable<Parameters<typeof openMetering>[0]['onCharge']>;
  readonly onKeyCheck?: (result: string) => void;
  readonly onKeyLookup?: (atHand: boolean) => void;
  /** Starts though Redis cannot be reached; `store` then must not be used. */
  readonly withoutStore?: boolean;
}

export interface Caller {
  /** A key; without one the caller is anonymous. */
  readonly key?: string;
  /** Address behind the one trusted proxy. */
  readonly from?: string;
  readonly origin?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface MeteredService extends AsyncDisposable {
  readonly service: TestService;
  /** A second hand on the store, as the operator's tool has it. */
  readonly store: MeteringStore;
  readonly plans: Plans;
  readonly plansFile: string;
  readonly isDown: () => boolean;
  /** How often its store was taken to be away. */
  readonly countOutages: () => number;
  request(path: string, caller?: Caller): Promise<TestResponse>;
  issue(overrides?: Partial<NewKeyOptions>): Promise<{ key: string; record: KeyRecord }>;
  stop(): Promise<void>;
}

let issuedIps = 0;
/** An address that no other caller of this test file has. */
export function newClientIp(): string {
  issuedIps++;
  return `10.${(issuedIps >> 16) & 255}.${(issuedIps >> 8) & 255}.${issuedIps & 255}`;
}

/** The whole service with its meter, over the small lexicon. */
export async function startMetered(options: MeteredOptions = {}): Promise<MeteredService> {
  const dataDir = await mkdtemp(join(tmpdir(), 'metered-'));
  const plansFile = join(dataDir, 'plans.json');
  const text = JSON.parse(await readFile(DEFAULT_PLANS_FILE, 'utf8'));
  options.plans?.(text.plans);
  await writeFile(plansFile, JSON.stringify(text));
  const plans = openPlans(plansFile);
  const config = { dataDir, redisUrl: options.redisUrl };
  const { clock = Date.now, prefix = 'lexicon:' } = options;
  let outages = 0;
  const countOutage = (line: string) => {
    if (line.includes('the metering store is down')) outages++;
  };
  const logger = pino({ level: 'warn' }, { write: countOutage });
  const { onCharge = () => undefined, onKeyLookup = () => undefined, onKeyCheck = () => undefined } = options;
  const metering = await openMetering({ config, plans, logger, clock, prefix, onCharge, onKeyLookup, onKeyCheck });
  const store = await openMeteringStore(
    { ...config, ...(options.withoutStore ? { redisUrl: undefined } : {}) },
    logger,
    prefix,
  );
  const service = await startService({
    meter: metering.meter,
    config: { corsOrigins: ['*'], trustProxy: 1 },
    ...options.app,
  });
  const request: MeteredService['request'] = (path, { key, from, origin, body, headers = {} } = {}) =>
    service.get(path, {
      method: body === undefined ? 'GET' : 'POST',
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      headers: {
        ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }),
        ...(from === undefined ? {} : { 'X-Forwarded-For': from }),
        ...(origin === undefined ? {} : { Origin: origin }),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
    });
  const issue: MeteredService['issue'] = (overrides) =>
    issueKey(
      store,
      {
        name: 'test',
        plan: 'free',
        origins: [],
        expiresAt: undefined,
        scopes: ['lex_read', 'lex_ac', 'lex_workflow'],
        ...overrides,
      },
      clock(),
    );
  const stop = async () => {
    await service.stop();
    await metering.close();
    await store.close();
    await rm(dataDir, { recursive: true, force: true });
  };
  const countOutages = () => outages;
  return {
    service,
    store,
    plans,
    plansFile,
    isDown: metering.isDown,
    countOutages,
    request,
    issue,
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

/** Cost, remaining and limit as the headers say. */
export function quotaOf({ headers }: TestResponse): [cost: number, remaining: number, limit: number] {
  const read = (name: string) => Number(headers.get(`x-quota-${name}`));
  return [read('cost'), read('remaining'), read('limit')];
}

export const cardOf = (word: string, search = '') => `/api/lexicon/word/${encodeURIComponent(word)}${search}`;
