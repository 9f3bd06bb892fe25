import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { createArrears } from './arrears.ts';
import { createProcessLedger } from './process-ledger.ts';
import { type MeteringStore, type Outcome, type Posting, StoreUnavailable } from './store.ts';

/** How often a store that is down is tried, in milliseconds. */
const RETRY_EVERY = 250;
/** How long closing waits for arrears to be written, in milliseconds. */
const CLOSING_PATIENCE = 3_000;
/** Accounts whose spending is remembered, to go on from when the store fails. */
const REMEMBERED = 20_000;

/** What an account had spent when that was last said. */
export interface LastHeard {
  readonly spent: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** A store that goes on counting, in this process, while the one behind it is down, and writes what was used when that returns. */
export interface ResilientStore extends Omit<MeteringStore, 'post'> {
  post(posting: Posting, limit: number): Promise<Outcome>;
  readonly down: boolean;
  /** From the last posting of this process to the account that day; undefined where that is long ago, or the store is down. */
  lastHeard(account: string, day: string): LastHeard | undefined;
  /** Tells that the store behind was found to be down. */
  reportDown(error: unknown): void;
}

interface OutageOptions {
  readonly logger: Pick<Logger, 'warn' | 'info' | 'error'>;
  /** Why the store is down to begin with; absent when it is not. */
  readonly down?: string;
  /** Milliseconds since the epoch. */
  readonly clock?: () => number;
}

/** Keys and usage cannot be had while the store is down: those throw {@link StoreUnavailable}, at once. */
export function withstandOutages(store: MeteringStore, { logger, ...options }: OutageOptions): ResilientStore {
  const arrears = createArrears();
  const { clock = Date.now } = options;
  const known = new LRUCache<string, LastHeard>({ max: REMEMBERED });
  const nameOf = (account: string, day: string) => `${day} ${account}`;
  const before = (account: string, day: string) => known.get(nameOf(account, day))?.spent ?? 0;
  let ledger = createProcessLedger();
  let down = false;
  let ticket = 0;
  let underWay = 0;
  let timer: NodeJS.Timeout | undefined;

  const reportDown = (error: unknown) => {
    if (down) return;
    down = true;
    ledger = createProcessLedger();
    logger.warn({ err: { message: (error as Error).message } }, 'the metering store is down: counting in this process');
    timer = setTimeout(recover, RETRY_EVERY);
  };

  const recover = async () => {
    try {
      await writeArrears();
      down = false;
      logger.info('the metering store is back, and what was used meanwhile is written');
    } catch {
      timer = setTimeout(recover, RETRY_EVERY);
    }
  };

  const writeArrears = async () => {
    await store.ping();
    // A posting with a later ticket must not overtake those that are sent again.
    if (underWay > 0) throw new Error('postings are still under way');
    let count = 0;
    while (arrears.size > 0) {
      count += arrears.size;
      await arrears.write(async (posting, uncertain) => {
        const its = uncertain ?? ++ticket;
        await store.post(posting, Number.POSITIVE_INFINITY, its).catch((error: unknown) => {
          if (uncertain === undefined && mayHaveRun(error)) {
            arrears.addUncertain(posting, its);
            return;
          }
          throw error;
        });
      });
    }
    if (count > 0) logger.info({ postings: count }, 'usage of the outage is written');
  };

  const postHere = (posting: Posting, limit: number): Outcome => {
    const outcome = ledger.post(posting, limit, before(posting.account, posting.day));
    if (outcome.taken) arrears.add(posting);
    return outcome;
  };

  const post = async (posting: Posting, limit: number): Promise<Outcome> => {
    if (down) return postHere(posting, limit);
    const its = ++ticket;
    underWay++;
    try {
      const outcome = await store.post(posting, limit, its);
      known.set(nameOf(posting.account, posting.day), { spent: outcome.spent, at: clock() });
      return outcome;
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      reportDown(error);
      if (!error.mayHaveRun) return postHere(posting, limit);
      arrears.addUncertain(posting, its);
      // It may be paid for, so that it must not be refused.
      return ledger.post(posting, Number.POSITIVE_INFINITY, before(posting.account, posting.day));
    } finally {
      underWay--;
    }
  };

  const orDown = <A extends unknown[], T>(work: (...args: A) => Promise<T>) => {
    return async (...args: A): Promise<T> => {
      if (down) throw new StoreUnavailable(new Error('it is down'), { mayHaveRun: false });
      try {
        return await work(...args);
      } catch (error) {
        if (error instanceof StoreUnavailable) reportDown(error);
        throw error;
      }
    };
  };
  const orHere = <A extends unknown[]>(work: (...args: A) => Promise<number>, here: (...args: A) => number) => {
    const tried = orDown(work);
    return (...args: A) =>
      tried(...args).catch((error: unknown) => {
        if (error instanceof StoreUnavailable) return here(...args);
        throw error;
      });
  };

  if (options.down !== undefined) reportDown(new Error(options.down));
  return {
    addKey: orDown(store.addKey),
    key: orDown(store.key),
    keys: orDown(store.keys),
    changeKey: orDown(store.changeKey),
    usage: orDown(store.usage),
    dayKey: orDown(store.dayKey),
    ping: orDown(store.ping),
    post,
    spent: orHere(store.spent, (account, day) => ledger.spent(account, day, before(account, day))),
    paid: orHere(store.paid, (posting) => ledger.paid(posting)),
    lastHeard: (account, day) => (down ? undefined : known.get(nameOf(account, day))),
    reportDown,
    get down() {
      return down;
    },
    async close() {
      clearTimeout(timer);
      const patience = Date.now() + CLOSING_PATIENCE;
      while (down && arrears.size > 0 && Date.now() < patience) {
        await writeArrears().catch(() => new Promise((resolve) => setTimeout(resolve, RETRY_EVERY)));
      }
      if (arrears.size > 0) logger.error({ postings: arrears.size }, 'usage could not be written, and is lost');
      await store.close();
    },
  };
}

function mayHaveRun(error: unknown): boolean {
  return error instanceof StoreUnavailable && error.mayHaveRun;
}
