import { useEffect } from 'preact/hooks';

/** A key that works wherever the focus is. `ctrl` means ⌘ on a Mac. */
export interface Shortcut {
  readonly key: string;
  readonly ctrl?: boolean;
  readonly shift?: boolean;
  readonly alt?: boolean;
  /** Works inside text fields too; a key without Ctrl or Alt must not. */
  readonly inFields?: boolean;
  run(): void;
}

const registered = new Set<Shortcut>();

/** Adds shortcuts; the answer takes them off again. */
export function addShortcuts(shortcuts: readonly Shortcut[]): () => void {
  for (const one of shortcuts) registered.add(one);
  return () => {
    for (const one of shortcuts) registered.delete(one);
  };
}

/** Listens once for the whole page. */
export function useShortcuts(): void {
  useEffect(() => {
    document.addEventListener('keydown', dispatch);
    return () => document.removeEventListener('keydown', dispatch);
  }, []);
}

function dispatch(event: KeyboardEvent): void {
  // While an input method is composing, every key is its own.
  if (event.isComposing || event.keyCode === 229 || event.defaultPrevented) return;
  const inField = event.target instanceof Element && event.target.matches('input, textarea, select');
  for (const one of registered) {
    if (inField && !one.inFields) continue;
    if (!matches(one, event)) continue;
    event.preventDefault();
    one.run();
    return;
  }
}

/** With Alt, a Mac's keys make other signs; there the key's place on the keyboard counts. */
function matchesKey(event: KeyboardEvent, key: string, alt: boolean): boolean {
  return event.key.toLowerCase() === key.toLowerCase() || (alt && event.code === `Key${key.toUpperCase()}`);
}

function matches({ key, ctrl = false, shift, alt = false }: Shortcut, event: KeyboardEvent): boolean {
  return (
    matchesKey(event, key, alt) &&
    (event.ctrlKey || event.metaKey) === ctrl &&
    event.altKey === alt &&
    (shift === undefined || event.shiftKey === shift)
  );
}
