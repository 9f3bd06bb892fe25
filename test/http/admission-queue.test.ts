import { AsyncLocalStorage } from 'node:async_hooks';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { type AdmissionQueue, createAdmissionQueue } from '../../src/http/admission-queue.ts';

/** A simulated process: each request occupies it for `costMs`, and others arrive meanwhile. */
class SimulatedProcess {
  clock = 0;
  costMs = 5;
  readonly served: { name: string; waitedMs: number }[] = [];
  readonly refused: { name: string; waitedMs: number }[] = [];
  readonly warnings: unknown[][] = [];
  readonly queue: AdmissionQueue;
  #callbacks: (() => void)[] = [];

  constructor() {
    const logger = { warn: (...line: unknown[]) => void this.warnings.push(line) } as never;
    this.queue = createAdmissionQueue(
      logger,
      () => this.clock,
      (call) => void this.#callbacks.push(call),
    );
  }

  arrive(name: string, hasKey = true, account = 'one'): void {
    const arrivedAt = this.clock;
    const waited = () => ({ name, waitedMs: this.clock - arrivedAt });
    this.queue.enqueue(account, hasKey, {
      serve: () => {
        this.served.push(waited());
        this.clock += this.costMs;
      },
      refuse: () => void this.refused.push(waited()),
    });
  }

  /** One turn of the event loop. */
  turn(): void {
    const callbacks = this.#callbacks;
    this.#callbacks = [];
    for (const call of callbacks) call();
    this.clock += 0.1;
  }

  /** Turns until no request waits. */
  settle(): void {
    while (this.queue.countWaiting() > 0) this.turn();
    this.turn();
  }

  /** Requests arrive at a steady rate, each at its own time however long the turn before took. */
  load(
    perSecond: number,
    seconds: number,
    request: (index: number) => [name: string, hasKey: boolean, account?: string],
  ): void {
    const startedAt = this.clock;
    let arrived = 0;
    while (this.clock < startedAt + seconds * 1000) {
      const due = Math.floor(((this.clock - startedAt) / 1000) * perSecond);
      while (arrived < due) this.arrive(...request(arrived++));
      this.turn();
    }
    while (arrived < Math.round(perSecond * seconds)) this.arrive(...request(arrived++));
  }
}

const longestWait = (requests: readonly { waitedMs: number }[]) =>
  Math.max(...requests.map(({ waitedMs }) => waitedMs));
const namesOf = (requests: readonly { name: string }[]) => requests.map(({ name }) => name);
const sequence = (length: number) => Array.from({ length }, (_, index) => `${index}`);
const withKey = (index: number): [string, boolean] => [`${index}`, true];

describe('the admission queue', () => {
  let process: SimulatedProcess;
  beforeEach(() => {
    process = new SimulatedProcess();
  });

  it('serves requests in the turn that reads them while there is time', () => {
    process.costMs = 0.9;
    for (const name of sequence(10)) process.arrive(name);
    expect(namesOf(process.served)).toEqual(sequence(10));
    process.clock += 5;
    process.turn();
    process.arrive('in the next turn');
    expect(process.served.at(-1)?.name).toBe('in the next turn');
    expect(process.queue.countWaiting()).toBe(0);
  });

  it.each([60, 5, 0.1])('serves requests of %d ms in slices, between which others are read', (costMs) => {
    process.costMs = costMs;
    for (const name of sequence(1000)) process.arrive(name);
    let turns = 0;
    for (; process.queue.countWaiting() > 0; turns++) {
      const startedAt = process.clock;
      process.turn();
      expect(process.clock - startedAt).toBeLessThan(10 + costMs + 0.2);
    }
    expect(turns).toBeLessThan((1.1 * 1000 * costMs) / Math.max(10, costMs) + 2);
  });

  it('refuses requests of an account that has many waiting before those of one that has one', () => {
    process.load(400, 10, (index) => [index % 40 === 0 ? 'single' : 'many', true, index % 40 === 0 ? 'two' : 'one']);
    process.settle();
    expect(process.refused.length).toBeGreaterThan(1000);
    expect(namesOf(process.refused)).not.toContain('single');
  });

  it('serves requests in time or refuses them under overload, and as many as it can', () => {
    for (const factor of [1.5, 3, 10]) {
      process = new SimulatedProcess();
      process.load(200 * factor, 10, withKey);
      process.settle();
      const { served, refused, warnings } = process;
      expect([factor, served.length + refused.length]).toEqual([factor, 200 * factor * 10]);
      expect(served.length).toBeGreaterThan(0.95 * 10 * 200);
      expect(process.queue.countRefused()).toBe(refused.length);
      // Those at the beginning wait until it is clear that this is no burst.
      expect(longestWait(served)).toBeLessThan(300);
      const waits = served.map(({ waitedMs }) => waitedMs).sort((a, b) => a - b);
      expect(waits[Math.floor(waits.length * 0.99)]).toBeLessThan(250);
      expect(longestWait(refused)).toBeLessThan(310);
      // One line in the log, not one for each.
      expect(warnings).toEqual([[expect.anything(), expect.stringContaining('more is asked than can be answered')]]);
    }
  });

  it('refuses nothing below capacity', () => {
    process.load(180, 10, withKey);
    process.settle();
    expect(process.refused).toEqual([]);
  });

  it.each([
    ['at once', 400, 0],
    ['within 300 ms', 400, 300],
    ['at once, while others come at half of capacity', 400, 0, 100],
    ['as many as may wait', 2_000, 0],
  ])('serves the whole burst: %s', (_, count, spreadMs, background = 0) => {
    if (spreadMs > 0) process.load(count / (spreadMs / 1000), spreadMs / 1000, withKey);
    else for (const name of sequence(count)) process.arrive(name);
    if (background > 0) process.load(background, 5, withKey);
    process.settle();
    expect([process.refused.length, process.queue.countRefused()]).toEqual([0, 0]);
    expect(process.served.length).toBe(count + background * 5);
    if (background === 0) expect(namesOf(process.served)).toEqual(sequence(count));
  });

  it('serves bursts again as soon as the overload is over', () => {
    process.load(600, 3, withKey);
    process.settle();
    const refused = process.refused.length;
    expect(refused).toBeGreaterThan(0);
    process.load(150, 0.5, withKey);
    for (const name of sequence(100)) process.arrive(name);
    process.settle();
    expect(process.refused.length).toBe(refused);
  });

  it('serves callers with a key first, and gives the others what is left', () => {
    // One in twenty has a key: 40 a second, where 200 can be served and 800 come.
    process.load(800, 5, (index) => [index % 20 === 0 ? 'keyed' : 'anonymous', index % 20 === 0]);
    process.settle();
    const keyed = process.served.filter(({ name }) => name === 'keyed');
    expect(process.refused.filter(({ name }) => name === 'keyed')).toEqual([]);
    expect(keyed.length).toBeGreaterThanOrEqual(199);
    expect(longestWait(keyed)).toBeLessThan(50);
    expect(process.served.length - keyed.length).toBeGreaterThan(0.9 * 5 * 160);
  });

  it('does not refuse callers with a key for what others do, though they wait for a stall', () => {
    const request = (index: number): [string, boolean] => [index % 20 === 0 ? 'keyed' : 'anonymous', index % 20 === 0];
    process.load(800, 2, request);
    for (let index = 0; index < 8; index++) process.arrive('keyed');
    process.clock += 400;
    process.load(800, 2, request);
    process.settle();
    expect(namesOf(process.refused)).not.toContain('keyed');
    expect(process.refused.length).toBeGreaterThan(1000);
  });

  it('serves one caller without a key in five while callers with a key wait', () => {
    process.load(1600, 5, (index) => [index % 2 === 0 ? 'keyed' : 'anonymous', index % 2 === 0]);
    process.settle();
    const anonymous = process.served.filter(({ name }) => name === 'anonymous').length;
    expect(anonymous / process.served.length).toBeGreaterThan(0.15);
    expect(anonymous / process.served.length).toBeLessThan(0.25);
    expect(process.served.length).toBeGreaterThan(0.95 * 5 * 200);
  });

  it.each([
    ['with a key', true],
    ['without', false],
  ])('gives accounts their turns, so that one that floods delays no other: callers %s', (_, hasKey) => {
    // 200 a second can be served. Four accounts send 20 each, and one 540.
    process.load(620, 5, (index) =>
      index % 31 < 4 ? ['calm', hasKey, `calm ${index % 31}`] : ['flood', hasKey, 'flood'],
    );
    process.settle();
    expect(namesOf(process.refused)).not.toContain('calm');
    const calm = process.served.filter(({ name }) => name === 'calm');
    expect(calm).toHaveLength(400);
    expect(longestWait(calm)).toBeLessThan(50);
    expect(process.refused.length).toBeGreaterThan(1500);
    expect(process.served.length).toBeGreaterThan(0.95 * 5 * 200);
  });

  it('serves requests that arrive first, so that what is asked from many addresses is refused and not left waiting', () => {
    process.costMs = 10;
    const entered: number[] = [];
    // Each address asks for one request after another; arriving costs little.
    const enter = (address: number) => {
      const enteredAt = process.clock;
      process.queue.enter(`${address}`, () => {
        entered.push(process.clock - enteredAt);
        process.clock += 0.1;
        process.arrive(`${address}`, false, `${address}`);
      });
    };
    while (process.clock < 2000) {
      for (let address = 0; address < 20; address++) enter(address);
      process.turn();
    }
    expect(Math.max(...entered)).toBeLessThan(200);
    expect(process.served.length).toBeGreaterThan(100);
    expect(process.refused.length).toBeGreaterThan(1000);
  });

  it('makes room in a full queue where most waits', () => {
    for (const name of sequence(2_010)) process.arrive(name, false, 'flood');
    for (const name of ['a', 'b', 'c']) process.arrive(name, false, name);
    expect(process.queue.countWaiting()).toBe(2_000);
    process.settle();
    for (const name of ['a', 'b', 'c']) expect(namesOf(process.served)).toContain(name);
  });

  it('serves what waited for one stall of the event loop', () => {
    process.costMs = 0.2;
    for (const name of sequence(60)) process.arrive(name);
    process.clock += 400;
    for (const name of sequence(200)) process.arrive(name);
    process.settle();
    expect([process.served.length, process.refused.length]).toEqual([260, 0]);
  });

  it.each([
    [6, 0],
    [40, 1],
  ])('with %d callers, each with one request at a time, of 60 ms, refuses at least %d', (callers, least) => {
    process.costMs = 60;
    for (let sent = 0; process.clock < 5000; ) {
      const idle = callers - (sent - process.served.length - process.refused.length);
      for (let caller = 0; caller < idle; caller++) process.arrive(`${sent++}`);
      process.turn();
    }
    if (least === 0) expect(process.refused).toEqual([]);
    else expect(process.refused.length).toBeGreaterThanOrEqual(least);
    expect(process.served.length).toBeGreaterThan(0.9 * (5000 / 60));
  });

  it('accepts new connections before it serves what waits, for 50 ms at most', () => {
    for (const name of sequence(40)) process.arrive(name);
    const before = process.served.length;
    const turnsWithConnections = (durationMs: number) => {
      for (const until = process.clock + durationMs; process.clock < until; process.turn()) process.queue.connected();
    };
    turnsWithConnections(49);
    expect(process.served.length).toBe(before);
    turnsWithConnections(30);
    expect(process.served.length - before).toBe(2);
    for (let turn = 0; turn < 2; turn++) process.turn();
    expect(process.served.length - before).toBe(4);
    process.settle();
    expect([process.served.length, process.refused.length]).toEqual([40, 0]);
  });

  it('bounds the number of those that wait', () => {
    for (const name of sequence(2100)) process.arrive(name);
    expect(process.queue.countWaiting()).toBe(2000);
    expect(process.refused.length).toBe(2100 - 2000 - process.served.length);
  });

  it('serves each request in the async context that it came in', () => {
    const storage = new AsyncLocalStorage<string>();
    const contexts: unknown[] = [];
    for (const name of sequence(5))
      storage.run(name, () => {
        process.queue.enqueue('one', false, {
          serve: () => {
            contexts.push(storage.getStore());
            process.clock += 5;
          },
          refuse: () => undefined,
        });
      });
    process.settle();
    expect(contexts).toEqual(sequence(5));
  });
});
