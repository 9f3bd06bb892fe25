import type { Posting } from './store.ts';

/** Postings that are still to be written, summed up so that a long outage takes no more room than what was asked in it. */
export interface Arrears {
  readonly size: number;
  /** A posting that was not written. */
  add(posting: Posting): void;
  /** A posting that may have been written, under this ticket: it is sent again under the same one. */
  addUncertain(posting: Posting, ticket: number): void;
  /** Writes everything, the uncertain ones first and in their order; stops at the first failure and keeps what is left. */
  write(post: (posting: Posting, ticket: number | undefined) => Promise<unknown>): Promise<void>;
}

export function createArrears(): Arrears {
  const uncertain = new Map<number, Posting>();
  const summed = new Map<string, Posting>();
  return {
    get size() {
      return uncertain.size + summed.size;
    },
    add(posting) {
      const { account, day, endpoint, subject } = posting;
      const name = JSON.stringify([account, day, endpoint, subject]);
      const before = summed.get(name);
      summed.set(name, before ? sumOf(before, posting) : posting);
    },
    addUncertain(posting, ticket) {
      uncertain.set(ticket, posting);
    },
    async write(post) {
      for (const ticket of [...uncertain.keys()].sort((a, b) => a - b)) {
        await post(uncertain.get(ticket)!, ticket);
        uncertain.delete(ticket);
      }
      for (const [name, posting] of summed) {
        // Taken out first: what is added meanwhile begins a new sum.
        summed.delete(name);
        try {
          await post(posting, undefined);
        } catch (error) {
          const since = summed.get(name);
          summed.set(name, since ? sumOf(posting, since) : posting);
          throw error;
        }
      }
    },
  };
}

/** For one subject the highest cost counts; without a subject each request is paid for. */
function sumOf(one: Posting, other: Posting): Posting {
  return {
    ...one,
    credits: one.subject === undefined ? one.credits + other.credits : Math.max(one.credits, other.credits),
    requests: one.requests + other.requests,
    errors: one.errors + other.errors,
  };
}
