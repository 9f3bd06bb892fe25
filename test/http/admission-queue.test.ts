import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { type AdmissionQueue, createAdmissionQueue } from '../../src/http/admission-queue.ts';

/** A process in which every request takes a while, and others come meanwhile. */
class Process {
  clock = 0;
  /** Milliseconds that a request takes. */
  cost = 5;
  readonly served: { name: string; waited: number }[] = [];
  readonly refused: { name: string; waited: number }[] = [];
  readonly warned: unknown[][] = [];
  readonly guard: AdmissionQueue;
  #calls: (() => void)[] = [];

  constructor() {
    this.guard = createAdmissionQueue({
      logger: { warn: (...said: unknown[]) => void this.warned.push(said) } as never,
      now: () => this.clock,
      afterReading: (call) => void this.#calls.push(call),
    });
  }

  come(name: string, hasKey = true): void {
    const came = this.clock;
    this.guard.enqueue(() => hasKey, {
      serve: () => {
        this.served.push({ name, waited: this.clock - came });
        this.clock += this.cost;
      },
      refuse: () => void this.refused.push({ name, waited: this.clock - came }),
    });
  }

  /** One turn of the event loop: what was put off is called. */
  turn(): void {
    const calls = this.#calls;
    this.#calls = [];
    for (const call of calls) call();
    this.clock += 0.1;
  }

  /** Turns until nobody waits. */
  settle(): void {
    while (this.guard.waiting > 0) this.turn();
    this.turn();
  }

  /** Lets requests come at a rate while turns go on, each at its own time however long the turn before took. */
  load(perSecond: number, seconds: number, each: (at: number) => [name: string, hasKey: boolean]): void {
    const begun = this.clock;
    let came = 0;
    while (this.clock < begun + seconds * 1000) {
      const due = Math.floor(((this.clock - begun) / 1000) * perSecond);
      while (came < due) this.come(...each(came++));
      this.turn();
    }
  }
}

const slowest = (all: readonly { waited: number }[]) => Math.max(...all.map(({ waited }) => waited));

describe('the admission queue', () => {
  let here: Process;
  beforeEach(() => {
    jest.useFakeTimers();
    here = new Process();
  });
  afterEach(() => {
    here.guard.stop();
    jest.useRealTimers();
  });

  it('are served at once, in the turn that reads them, while there is time', () => {
    here.cost = 1;
    for (let at = 0; at < 10; at++) here.come(`${at}`);
    expect(here.served.map(({ name }) => name)).toEqual(Array.from({ length: 10 }, (_, at) => `${at}`));
    expect(here.guard.waiting).toBe(0);
  });

  it('are all served when they are one burst, however long it takes', () => {
    for (let at = 0; at < 400; at++) here.come(`${at}`);
    expect(here.guard.waiting).toBeGreaterThan(300);
    here.settle();
    expect([here.served.length, here.refused.length]).toEqual([400, 0]);
    expect(here.served.map(({ name }) => Number(name))).toEqual(Array.from({ length: 400 }, (_, at) => at));
    expect(here.guard.refused).toBe(0);
  });

  it('are read while earlier ones are served', () => {
    for (let at = 0; at < 40; at++) here.come(`${at}`);
    const before = here.clock;
    here.turn();
    // Eight at most between two looks at what has come.
    expect(here.clock - before).toBeLessThan(8 * here.cost + 1);
  });

  it.each([1.5, 3, 10])(
    'at %d times what can be served are served in time or refused at once, and as many are served as can be',
    (times) => {
      here.load(200 * times, 10, (at) => [`${at}`, true]);
      here.settle();
      expect(slowest(here.served)).toBeLessThan(245);
      expect(here.served.length).toBeGreaterThan(0.95 * 10 * 200);
      expect(here.served.length + here.refused.length).toBeGreaterThan(0.99 * 10 * 200 * times);
      expect(here.guard.refused).toBe(here.refused.length);
      // Who is refused learns it soon.
      expect(slowest(here.refused)).toBeLessThan(300);
      // One line, not one for each.
      expect(here.warned.length).toBeLessThanOrEqual(2);
      expect(here.warned[0]![1]).toContain('more is asked than can be answered');
    },
  );

  it('are not refused below what can be served', () => {
    here.load(180, 10, (at) => [`${at}`, true]);
    here.settle();
    expect(here.refused).toEqual([]);
  });

  it('are served again as soon as fewer come', () => {
    here.load(600, 3, (at) => [`${at}`, true]);
    here.settle();
    const refused = here.refused.length;
    expect(refused).toBeGreaterThan(0);
    here.load(150, 2, (at) => [`after ${at}`, true]);
    for (let at = 0; at < 60; at++) here.come(`burst ${at}`);
    here.settle();
    expect(here.refused.length).toBe(refused);
  });

  it('of callers with a key are served first; a crowd without one does not shut them out', () => {
    // One in twenty has a key: 40 a second, where 200 can be served and 800 come.
    here.load(800, 5, (at) => [at % 20 === 0 ? 'keyed' : 'anonymous', at % 20 === 0]);
    here.settle();
    const keyed = here.served.filter(({ name }) => name === 'keyed');
    expect(here.refused.filter(({ name }) => name === 'keyed')).toEqual([]);
    expect(keyed.length).toBeGreaterThanOrEqual(199);
    expect(slowest(keyed)).toBeLessThan(100);
    // And the crowd gets what is left.
    expect(here.served.length - keyed.length).toBeGreaterThan(0.9 * 5 * 160);
  });

  it('without a key are not shut out either: one in five is theirs', () => {
    here.load(1600, 5, (at) => [at % 2 === 0 ? 'keyed' : 'anonymous', at % 2 === 0]);
    here.settle();
    const anonymous = here.served.filter(({ name }) => name === 'anonymous').length;
    expect(anonymous).toBeGreaterThan(0.1 * here.served.length);
    expect(anonymous).toBeLessThan(0.3 * here.served.length);
  });

  it('that waited for one event-loop stall are served', () => {
    here.cost = 0.2;
    for (let at = 0; at < 60; at++) here.come(`before ${at}`);
    here.clock += 400;
    for (let at = 0; at < 200; at++) here.come(`after ${at}`);
    here.settle();
    expect([here.served.length, here.refused.length]).toEqual([260, 0]);
  });

  it.each([
    [6, 0],
    [40, 1],
  ])(
    'of %d callers who come again when they are answered are refused at least %d times where the process is slow',
    (callers, least) => {
      here.cost = 60;
      for (let asked = 0; here.clock < 5000; ) {
        const free = callers - (asked - here.served.length - here.refused.length);
        for (let one = 0; one < free; one++) here.come(`${asked++}`);
        here.turn();
      }
      if (least === 0) expect(here.refused).toEqual([]);
      else expect(here.refused.length).toBeGreaterThanOrEqual(least);
      expect(here.served.length).toBeGreaterThan(0.9 * (5000 / 60));
    },
  );

  it('yield to waiting connections, one each turn, without starving', () => {
    for (let at = 0; at < 40; at++) here.come(`${at}`);
    const before = here.served.length;
    for (let turn = 0; turn < 20; turn++) {
      here.guard.connected();
      here.turn();
    }
    expect(here.served.length).toBe(before);
    for (let turn = 0; turn < 30; turn++) {
      here.guard.connected();
      here.turn();
    }
    expect(here.served.length).toBeGreaterThan(before);
    here.settle();
    expect([here.served.length, here.refused.length]).toEqual([40, 0]);
  });

  it('are bounded in number', () => {
    for (let at = 0; at < 2100; at++) here.come(`${at}`);
    expect(here.guard.waiting).toBe(2000);
    expect(here.refused.length).toBe(2100 - 2000 - here.served.length);
  });

  it('leave a line in the log when the loop stood still for long', () => {
    here.clock = 1800;
    jest.advanceTimersByTime(50);
    expect(here.warned).toEqual([[{ ms: 1750 }, expect.stringContaining('held up')]]);
    here.clock = 1860;
    jest.advanceTimersByTime(50);
    expect(here.warned).toHaveLength(1);
  });
});
