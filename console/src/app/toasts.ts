import { signal } from '@preact/signals';

interface Toast {
  readonly id: number;
  readonly text: string;
  /** Reverts the action of the toast. */
  readonly undo?: () => void;
}

const TOAST_DURATION_MS = 6000;

export const toasts = signal<readonly Toast[]>([]);
let nextId = 1;

/** Shows a message for six seconds, with a button if there is `undo`. Returns its id. */
export function toast(text: string, undo?: () => void): number {
  const id = nextId++;
  toasts.value = [
    ...toasts.value.filter((one) => one.text !== text).slice(-2),
    { id, text, ...(undo ? { undo } : {}) },
  ];
  setTimeout(() => dismissToast(id), TOAST_DURATION_MS);
  return id;
}

export function dismissToast(id: number): void {
  // Read without subscribing: it is called from effects.
  toasts.value = toasts.peek().filter((one) => one.id !== id);
}
