import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Entry } from '../../../client/src/client.ts';
import { t } from '../app/i18n.ts';
import { previewWord } from '../write/state/cursor.ts';
import { handleWordKey, WordRow } from './WordRow.tsx';

interface WordListProps {
  readonly list: RefObject<HTMLOListElement | null>;
  readonly words: readonly Entry[];
  readonly label: string;
  /** Headings, by the index of the word below. */
  readonly headings?: ReadonlyMap<number, string>;
  readonly isBusy?: boolean;
  /** Moves the focus up to the field. */
  readonly onLeaveUp?: () => void;
  /** Called near the end of the list, to load more words. */
  readonly onNearEnd?: () => void;
}

const NEAR_END_ROWS = 10;
const PAGE_ROWS = 10;

/** A list with a roving tab index: arrow keys move the focus and load more words at the end. The word at hand is previewed. */
export function WordList({ list, words, label, headings, isBusy = false, onLeaveUp, onNearEnd }: WordListProps) {
  const [tabStop, setTabStop] = useState(0);
  const [previewed, setPreviewed] = usePreview(words);
  const first = words[0]?.char;
  // A new list starts at its first word.
  useEffect(() => setTabStop(0), [first]);
  const isFocusMoved = useFocusInNewList(list, words);
  const reachable = Math.min(tabStop, Math.max(0, words.length - 1));

  const goTo = (index: number) => {
    const next = Math.max(0, Math.min(words.length - 1, index));
    setTabStop(next);
    list.current?.querySelector<HTMLElement>(`[data-index="${next}"]`)?.focus();
    if (next > words.length - NEAR_END_ROWS) onNearEnd?.();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || !(event.target instanceof HTMLElement)) return;
    const index = Number(event.target.dataset.index);
    const word = words[index];
    if (!word) return;
    if (event.key === 'ArrowUp' && index === 0) onLeaveUp?.();
    else if (event.key in STEPS) goTo(STEPS[event.key]!(index, words.length));
    else if (!handleWordKey(event, word)) return;
    event.preventDefault();
  };
  return (
    <>
      <p id="row-keys" class="visually-hidden">
        {t('find.rowKeys')}
      </p>
      <ol
        ref={list}
        class="word-list"
        aria-label={label}
        aria-busy={isBusy}
        aria-describedby="row-keys"
        onKeyDown={onKeyDown}
        onFocusIn={(event) => {
          const index = Number((event.target as HTMLElement).dataset.index);
          if (Number.isNaN(index)) return;
          setTabStop(index);
          if (!isFocusMoved.current) setPreviewed(index);
        }}
        onFocusOut={(event) => {
          if (!list.current?.contains(event.relatedTarget as Node | null)) setPreviewed(null);
        }}
        onPointerLeave={() => setPreviewed(null)}
      >
        {words.flatMap((entry, i) => [
          headings?.has(i) && (
            <li key={`above ${i}`} class="part-heading aside">
              {headings.get(i)}
            </li>
          ),
          <WordRow
            // Rows are reused for other words, so that the focus stays in the list.
            key={i}
            entry={entry}
            index={i}
            isStop={i === reachable}
            isPreviewed={i === previewed}
            onPreview={() => setPreviewed(i)}
          />,
        ])}
      </ol>
    </>
  );
}

/** The index of the word that is shown in the lyrics; a new list shows none until someone chooses one. */
function usePreview(words: readonly Entry[]) {
  const [index, setIndex] = useState<number | null>(null);
  const first = words[0];
  useEffect(() => () => previewWord(null), []);
  useEffect(() => {
    setIndex(null);
    previewWord(null);
  }, [first]);
  const set = (next: number | null) => {
    setIndex(next);
    previewWord(next === null ? null : (words[next] ?? null));
  };
  return [index, set] as const;
}

/**
 * When the words change under the focus, it goes to the first of the new ones.
 * @returns whether it is being moved, so that the word is not shown in the lyrics before someone has chosen it
 */
function useFocusInNewList(list: RefObject<HTMLOListElement | null>, words: readonly Entry[]) {
  const first = words[0];
  const hadFocus = useRef(false);
  const isMoving = useRef(false);
  // Read before the rows that are no longer needed are removed.
  hadFocus.current = list.current?.contains(document.activeElement) ?? false;
  useLayoutEffect(() => {
    if (!hadFocus.current) return;
    isMoving.current = true;
    list.current?.querySelector<HTMLElement>('[data-index="0"]')?.focus();
    isMoving.current = false;
  }, [first, list]);
  return isMoving;
}

const STEPS: Readonly<Record<string, (index: number, count: number) => number>> = {
  ArrowDown: (index) => index + 1,
  ArrowUp: (index) => index - 1,
  PageDown: (index) => index + PAGE_ROWS,
  PageUp: (index) => index - PAGE_ROWS,
  Home: () => 0,
  End: (_, count) => count - 1,
};
