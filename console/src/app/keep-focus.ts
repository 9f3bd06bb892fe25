import { useEffect } from 'preact/hooks';

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
