import { useEffect } from 'preact/hooks';

/** A global keyboard shortcut. `ctrl` is ⌘ on a Mac. */
interface Shortcut {
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

/**
 * Browsers give the focus to the body when the element that has it is removed, and the keyboard is lost. It then goes to the next place
 * in the same part of the page.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    /** The focused element and what it is in, from the inside out: the inner ones may be removed with it. */
    let path: readonly Element[] = [];
    const onFocus = (event: FocusEvent) => {
      path = event.composedPath().filter((one): one is Element => one instanceof Element);
    };
    const restore = () => {
      if (document.activeElement !== document.body || path.length === 0 || path[0]!.isConnected) return;
      const remaining = path.find((one) => one.isConnected);
      path = [];
      // Another element may be about to take it.
      requestAnimationFrame(() => {
        if (document.activeElement === document.body && remaining) focusWithin(remaining);
      });
    };
    const observer = new MutationObserver(restore);
    document.addEventListener('focusin', onFocus);
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener('focusin', onFocus);
      observer.disconnect();
    };
  }, []);
}

const FOCUSABLE =
  'button:not([disabled], [tabindex="-1"]), a[href], input:not([type="file"]), textarea, [tabindex="0"]';

/** The nearest part that has something to focus, else the lyrics. */
function focusWithin(part: Element): void {
  for (let at: Element | null = part; at && at !== document.body; at = at.parentElement) {
    const shown = [...at.querySelectorAll<HTMLElement>(FOCUSABLE)].filter((one) => one.checkVisibility());
    // Of a line that is gone by undoing, the writer goes on in another one.
    const target = shown.find((one) => one.matches('textarea')) ?? shown[0];
    if (target) {
      target.focus({ preventScroll: true });
      return;
    }
  }
  document.getElementById('lyrics')?.focus({ preventScroll: true });
}
