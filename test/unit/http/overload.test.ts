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

  it('serves what a turn has time for, and refuses the rest of it', () => {
    const { refuses, stop } = guard();
    expect(refuses(true)).toBe(false);
    clock = 79;
    expect(refuses(true)).toBe(false);
    clock = 81;
    expect(refuses(true)).toBe(true);
    stop();
  });

  it('begins anew with the next turn', () => {
    const { refuses, stop } = guard();
    refuses(true);
    clock = 81;
    expect(refuses(true)).toBe(true);
    turns.shift()!();
    expect(refuses(true)).toBe(false);
    expect(turns).toHaveLength(1);
    stop();
  });

  it('refuses callers without a key before those with one', () => {
    const { refuses, stop } = guard();
    refuses(false);
    clock = 33;
    expect(refuses(false)).toBe(true);
    expect(refuses(true)).toBe(false);
    stop();
  });

  it('takes on less after the thread was held up, says so when it was long, and recovers', () => {
    const { refuses, stop } = guard();
    clock = 1200;
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
    const overload = guard();
    overload.refuses(true);
    clock = 100;
    overload.refuses(true);
    overload.refuses(false);
    expect(overload.refused).toBe(2);
    overload.stop();
  });
});
