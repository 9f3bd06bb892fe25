import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { overloadGuard } from '../../../src/api/http/overload.ts';

describe('shedding what cannot be served in time', () => {
  let clock = 0;
  const turns: (() => void)[] = [];
  const warned: unknown[] = [];
  const guard = () =>
    overloadGuard({
      logger: { warn: (...said: unknown[]) => void warned.push(said) } as never,
      now: () => clock,
      atEndOfTurn: (done) => turns.push(done),
    });
  beforeEach(() => {
    jest.useFakeTimers();
    clock = 0;
    turns.length = 0;
    warned.length = 0;
  });
  afterEach(() => void jest.useRealTimers());

  /** A guard whose turns have been too long for long enough; the clock stands at 600. */
  const busyGuard = () => {
    const made = guard();
    made.refuses(true);
    clock = 600;
    expect(made.refuses(true)).toBe(true);
    turns.shift()!();
    return made;
  };

  it('serves a burst, however slow the process still is', () => {
    const { refuses, stop } = guard();
    expect(refuses(false)).toBe(false);
    clock = 499;
    expect(refuses(false)).toBe(false);
    turns.shift()!();
    // A turn that is short again ends it.
    refuses(false);
    clock += 5;
    turns.shift()!();
    refuses(false);
    clock += 400;
    expect(refuses(false)).toBe(false);
    stop();
  });

  it('serves what a turn has time for, and refuses the rest of it', () => {
    const { refuses, stop } = busyGuard();
    expect(refuses(true)).toBe(false);
    clock = 679;
    expect(refuses(true)).toBe(false);
    clock = 681;
    expect(refuses(true)).toBe(true);
    stop();
  });

  it('begins anew with the next turn', () => {
    const { refuses, stop } = busyGuard();
    refuses(true);
    clock = 681;
    expect(refuses(true)).toBe(true);
    turns.shift()!();
    expect(refuses(true)).toBe(false);
    expect(turns).toHaveLength(1);
    stop();
  });

  it('refuses callers without a key before those with one', () => {
    const { refuses, stop } = busyGuard();
    refuses(false);
    clock = 633;
    expect(refuses(false)).toBe(true);
    expect(refuses(true)).toBe(false);
    stop();
  });

  it('takes on less after the thread was held up, says so when it was long, and recovers', () => {
    const { refuses, stop } = busyGuard();
    clock = 1800;
    jest.advanceTimersByTime(50);
    expect(warned).toHaveLength(1);
    refuses(true);
    clock += 10;
    expect(refuses(true)).toBe(true);
    turns.shift()!();
    clock += 40;
    jest.advanceTimersByTime(50);
    refuses(true);
    clock += 60;
    expect(refuses(true)).toBe(false);
    stop();
  });

  it('counts what it refused', () => {
    const overload = busyGuard();
    overload.refuses(true);
    clock = 700;
    overload.refuses(true);
    overload.refuses(false);
    expect(overload.refused).toBe(3);
    overload.stop();
  });
});
