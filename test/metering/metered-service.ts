import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import type { AppOptions } from '../../src/app.ts';
import { issueKey, type KeyWish } from '../../src/metering/issue-keys.ts';
import type { KeyRecord } from '../../src/metering/key.ts';
import { openMetering, openMeteringStore } from '../../src/metering/open.ts';
import { DEFAULT_PLANS_FILE, openPlans, type PlanBook } from '../../src/metering/plans.ts';
import type { MeteringStore } from '../../src/metering/store.ts';
import { type Answer, type Service, startService } from '../http/service.ts';

interface MeteredOptions {
  readonly redisUrl?: string | undefined;
  readonly prefix?: string;
  readonly clock?: () => number;
  /** Changes to the plans of config/plans.json. */
  readonly plans?: (plans: Record<string, { daily_credits: number }>) => void;
  readonly app?: Partial<AppOptions>;
  readonly onCharge?: NonNullable<Parameters<typeof openMetering>[0]['onCharge']>;
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

export interface MeteredService {
  readonly service: Service;
  /** A second hand on the store, as the operator's tool has it. */
  readonly store: MeteringStore;
  readonly plans: PlanBook;
  readonly plansFile: string;
  readonly isDown: () => boolean;
  ask(path: string, caller?: Caller): Promise<Answer>;
  issue(wish?: Partial<KeyWish>): Promise<{ key: string; record: KeyRecord }>;
  stop(): Promise<void>;
}

let addresses = 0;
/** An address that no other caller of this test file has. */
export function newAddress(): string {
  addresses++;
  return `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`;
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
  const logger = pino({ enabled: false });
  const { onCharge = () => undefined, onKeyLookup = () => undefined } = options;
  const metering = await openMetering({ config, plans, logger, clock, prefix, onCharge, onKeyLookup });
  const store = await openMeteringStore(
    { ...config, ...(options.withoutStore ? { redisUrl: undefined } : {}) },
    logger,
    prefix,
  );
  const service = await startService({
    ...{ meter: metering.meter, config: { corsOrigins: ['*'], trustProxy: 1 } },
    ...options.app,
  });
  const ask: MeteredService['ask'] = (path, { key, from, origin, body, headers = {} } = {}) =>
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
  const issue: MeteredService['issue'] = (wish) =>
    issueKey(
      store,
      {
        ...{ name: 'test', plan: 'free', origins: [], expiresAt: undefined },
        ...{ scopes: ['lex_read', 'lex_ac', 'lex_workflow'], ...wish },
      },
      clock(),
    );
  const stop = async () => {
    await service.stop();
    await metering.close();
    await store.close();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { service, store, plans, plansFile, isDown: metering.isDown, ask, issue, stop };
}

/** Cost, remaining and limit as the headers say. */
export function quotaOf({ headers }: Answer): [cost: number, remaining: number, limit: number] {
  const read = (name: string) => Number(headers.get(`x-quota-${name}`));
  return [read('cost'), read('remaining'), read('limit')];
}

export const cardOf = (word: string, search = '') => `/api/lexicon/word/${encodeURIComponent(word)}${search}`;
