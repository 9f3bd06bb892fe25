/** A global keyboard shortcut. Modifier keys that are absent must be up; an absent `shift` allows both. */
interface Shortcut {
  /** `KeyboardEvent.key`, in either case. */
  readonly key: string;
  /** Ctrl, or ⌘ on a Mac. */
  readonly ctrl?: boolean;
  readonly shift?: boolean;
  readonly alt?: boolean;
  /** Active in text fields as well; only for shortcuts with Ctrl or Alt. */
  readonly inFields?: boolean;
  run(): void;
}

const registered = new Set<Shortcut>();

/** Adds shortcuts; returns the function that removes them. */
export function addShortcuts(shortcuts: readonly Shortcut[]): () => void {
  for (const shortcut of shortcuts) registered.add(shortcut);
  return () => {
    for (const shortcut of shortcuts) registered.delete(shortcut);
  };
}

/** Starts the listeners for keys and focus. Call once; they stay until the page is closed. */
export function watchKeys(): void {
  document.addEventListener('keydown', handleEscape, true);
  document.addEventListener('keydown', runShortcut);
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLElement || target instanceof SVGElement)
      recentlyFocused = [
        ...recentlyFocused.filter((element) => element.isConnected && element !== target).slice(-MAX_EARLIER_FOCUSED),
        target,
      ];
  });
  new MutationObserver(returnFocus).observe(document.body, { childList: true, subtree: true });
}

/** `keyCode` of keys that an input method has taken. */
const INPUT_METHOD_KEY_CODE = 229;

/** Whether an input method is composing: the key is then meant for it alone. */
export const isForInputMethod = (event: KeyboardEvent) => event.isComposing || event.keyCode === INPUT_METHOD_KEY_CODE;

/** Close functions of the menus, cards and lists that are open, the one opened last at the end. */
const closers: (() => void)[] = [];

/** Registers the function that Escape calls while this part is the one opened last. Returns the function that removes it. */
export function closeWithEscape(close: () => void): () => void {
  closers.push(close);
  return () => {
    const at = closers.lastIndexOf(close);
    if (at >= 0) closers.splice(at, 1);
  };
}

/** Closes the part opened last. Escape in a modal dialog is left to the browser, which closes the dialog first. */
function handleEscape(event: KeyboardEvent): void {
  const close = closers.at(-1);
  const isInDialog = event.target instanceof Element && event.target.closest('dialog') !== null;
  if (event.key !== 'Escape' || !close || isInDialog || isForInputMethod(event)) return;
  event.preventDefault();
  event.stopPropagation();
  close();
}

const FIELDS = 'input, textarea, select';
/** Selectors of the elements that use a key themselves, for keys that more than fields use: Space presses a focused button. */
const USERS_OF_KEY: Readonly<Record<string, string>> = { ' ': `${FIELDS}, button, a, summary, [role='button']` };

/** Runs the first shortcut, in the order of registration, that matches the event. */
function runShortcut(event: KeyboardEvent): void {
  if (isForInputMethod(event) || event.defaultPrevented) return;
  const isUsedByTarget = event.target instanceof Element && event.target.matches(USERS_OF_KEY[event.key] ?? FIELDS);
  for (const shortcut of registered) {
    if (isUsedByTarget && !shortcut.inFields) continue;
    if (!matches(shortcut, event)) continue;
    event.preventDefault();
    shortcut.run();
    return;
  }
}

/** Compares the physical key as well if Alt is part of the shortcut: on a Mac, Alt changes the character of a key. */
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

/** Elements that have had the focus, the latest at the end. */
let recentlyFocused: readonly (HTMLElement | SVGElement)[] = [];
/** Elements kept in `recentlyFocused` besides the latest one. */
const MAX_EARLIER_FOCUSED = 30;

/**
 * Returns the focus after the element that had it was removed, as when a menu, card or list closes: to the element focused most
 * recently that is still visible, else to the lyrics. The browser would leave it on the body, where keys have no effect.
 */
function returnFocus(): void {
  const isFocusOnBody = document.activeElement === document.body;
  const isLatestRemoved = recentlyFocused.at(-1)?.isConnected === false;
  if (!isFocusOnBody || !isLatestRemoved) return;
  const lyrics = [...document.querySelectorAll<HTMLElement>('#lyrics, #lyrics textarea')].slice(0, 2);
  const candidates = [...lyrics, ...recentlyFocused];
  const target = candidates.findLast((element) => element.isConnected && element.checkVisibility());
  target?.focus({ preventScroll: true });
}
