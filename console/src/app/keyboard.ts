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

/** Listens to the keys and the focus of the page, for as long as it is open. */
export function watchKeys(): void {
  document.addEventListener('keydown', closeLast, true);
  document.addEventListener('keydown', dispatch);
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLElement || target instanceof SVGElement)
      focused = [...focused.filter((one) => one.isConnected && one !== target).slice(-MAX_FOCUSED), target];
  });
  new MutationObserver(returnFocus).observe(document.body, { childList: true, subtree: true });
}

/** While an input method composes, all keys belong to it. */
const isComposed = (event: KeyboardEvent) => event.isComposing || event.keyCode === 229;

/** Closes what is open, in the order in which it was opened. */
const closers: (() => void)[] = [];

/** Lets Escape close what was opened last, wherever the focus is. Returns the function that ends that. */
export function closeWithEscape(close: () => void): () => void {
  closers.push(close);
  return () => {
    const at = closers.lastIndexOf(close);
    if (at >= 0) closers.splice(at, 1);
  };
}

/** A modal dialog closes by itself, and before what is behind it. */
function closeLast(event: KeyboardEvent): void {
  const close = closers.at(-1);
  const isInDialog = event.target instanceof Element && event.target.closest('dialog') !== null;
  if (event.key !== 'Escape' || !close || isInDialog || isComposed(event)) return;
  event.preventDefault();
  event.stopPropagation();
  close();
}

const FIELDS = 'input, textarea, select';
/** Space presses what has the focus. */
const TAKES_KEYS: Readonly<Record<string, string>> = { ' ': `${FIELDS}, button, a, summary, [role='button']` };

function dispatch(event: KeyboardEvent): void {
  if (isComposed(event) || event.defaultPrevented) return;
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

/** What had the focus, the last one last. */
let focused: readonly (HTMLElement | SVGElement)[] = [];
const MAX_FOCUSED = 30;

/**
 * Browsers give the focus to the body when the element that has it is removed, and the keyboard is lost. It goes back to where it was
 * before, else to the lyrics: so menus, cards and lists that are closed give it back.
 */
function returnFocus(): void {
  if (document.activeElement !== document.body || focused.at(-1)?.isConnected !== false) return;
  const lyrics = [...document.querySelectorAll<HTMLElement>('#lyrics, #lyrics textarea')].slice(0, 2);
  const last = [...lyrics, ...focused].findLast((one) => one.isConnected && one.checkVisibility());
  last?.focus({ preventScroll: true });
}
