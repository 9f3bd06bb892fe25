import { useEffect } from 'preact/hooks';

/** A global keyboard shortcut. `ctrl` is ⌘ on a Mac. */
export interface Shortcut {
  readonly key: string;
  readonly ctrl?: boolean;
  readonly shift?: boolean;
  readonly alt?: boolean;
  /** Also active in text fields; a shortcut without Ctrl or Alt must not be. */
  readonly inFields?: boolean;
  run(): void;
}

const registered = new Set<Shortcut>();

/** Adds shortcuts; returns the function that removes them. */
export function addShortcuts(shortcuts: readonly Shortcut[]): () => void {
  for (const one of shortcuts) registered.add(one);
  return () => {
    for (const one of shortcuts) registered.delete(one);
  };
}

/** Adds the event listener of the page. */
export function useShortcuts(): void {
  useEffect(() => {
    document.addEventListener('keydown', dispatch);
    return () => document.removeEventListener('keydown', dispatch);
  }, []);
}

const FIELDS = 'input, textarea, select';
/** Space presses what has the focus. */
const TAKES_KEYS: Readonly<Record<string, string>> = { ' ': `${FIELDS}, button, a, summary, [role='button']` };

function dispatch(event: KeyboardEvent): void {
  // While an input method composes, all keys belong to it.
  if (event.isComposing || event.keyCode === 229 || event.defaultPrevented) return;
  const inField = event.target instanceof Element && event.target.matches(TAKES_KEYS[event.key] ?? FIELDS);
  for (const one of registered) {
    if (inField && !one.inFields) continue;
    if (!matches(one, event)) continue;
    event.preventDefault();
    one.run();
    return;
  }
}

/** With Alt, keys on a Mac produce other characters, so the physical key is compared. */
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
