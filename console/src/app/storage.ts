import { effect, type Signal, signal } from '@preact/signals';

/** Browsers may refuse storage (private windows, blocked cookies). The page then works without persistence. */

type Kind = 'localStorage' | 'sessionStorage';

export function readStorage(name: string, kind: Kind = 'localStorage'): string | null {
  try {
    return globalThis[kind].getItem(name);
  } catch {
    return null;
  }
}

/** Returns false if the browser refused. */
export function writeStorage(name: string, value: string, kind: Kind = 'localStorage'): boolean {
  try {
    globalThis[kind].setItem(name, value);
    return true;
  } catch {
    return false;
  }
}

export function removeStorage(name: string, kind: Kind = 'localStorage'): void {
  try {
    globalThis[kind].removeItem(name);
  } catch {
    // What could not be kept need not be forgotten.
  }
}

/** A setting that this browser keeps as text: a signal of one of some values, the first of them until another is chosen. */
export function keptSetting<Value extends string>(name: string, values: readonly [Value, ...Value[]]): Signal<Value> {
  const stored = readStorage(name);
  const setting = signal(values.find((one) => one === stored) ?? values[0]);
  effect(() => {
    if (setting.value !== (readStorage(name) ?? values[0])) writeStorage(name, setting.value);
  });
  return setting;
}
