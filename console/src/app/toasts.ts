import { signal } from '@preact/signals';

export interface Toast {
  readonly id: number;
  readonly text: string;
  /** Takes back what the toast tells of. */
  readonly undo?: () => void;
}

const TOAST_DURATION_MS = 6000;

export const toasts = signal<readonly Toast[]>([]);
let nextId = 1;

/** Tells of something that was done, for six seconds; with `undo` it can be taken back from there. */
export function toast(text: string, undo?: () => void): void {
  const id = nextId++;
  toasts.value = [...toasts.value.slice(-2), { id, text, ...(undo ? { undo } : {}) }];
  setTimeout(() => dismissToast(id), TOAST_DURATION_MS);
}

export function dismissToast(id: number): void {
  toasts.value = toasts.value.filter((one) => one.id !== id);
}
