import { type Hint, storeHints } from './browser-storage.ts';
import { store, update } from './store.ts';

function setHints(pendingHints: readonly Hint[]): void {
  update({ pendingHints });
  storeHints(pendingHints);
}

export function completeHint(hint: Hint): void {
  const pending = store.pendingHints.peek();
  if (pending.includes(hint)) setHints(pending.filter((one) => one !== hint));
}

export function closeHints(): void {
  setHints([]);
  update({ shownHints: [] });
}
