import type { RefObject } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { t } from '../app/i18n.ts';
import type { Entry } from './entry.ts';
import { findMessages } from './messages.ts';
import { handleWordKey, WordRow } from './WordRow.tsx';

interface WordListProps {
  readonly list: RefObject<HTMLDivElement | null>;
  readonly words: readonly Entry[];
  readonly label: string;
  readonly isBusy?: boolean;
  /** Moves the focus up to the field. */
  readonly onLeaveUp?: () => void;
  /** Called near the end of the list, to load more words. */
  readonly onNearEnd?: () => void;
}

const NEAR_END_ROWS = 10;
const PAGE_ROWS = 10;

/** A list with a roving tab index: arrow keys move the focus and load more words at the end. */
export function WordList({ list, words, label, isBusy = false, onLeaveUp, onNearEnd }: WordListProps) {
  const text = t(findMessages);
  const [tabStop, setTabStop] = useState(0);
  const first = words[0]?.char;
  // A new list starts at its first word.
  useEffect(() => setTabStop(0), [first]);
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
    else if (!handleWordKey(event, word.char)) return;
    event.preventDefault();
  };
  return (
    <>
      <p id="row-keys" class="visually-hidden">
        {text.rowKeys}
      </p>
      <div
        ref={list}
        class="word-list"
        role="listbox"
        aria-label={label}
        aria-busy={isBusy}
        aria-describedby="row-keys"
        onKeyDown={onKeyDown}
        onFocusIn={(event) => {
          const index = Number((event.target as HTMLElement).dataset.index);
          if (!Number.isNaN(index)) setTabStop(index);
        }}
      >
        {words.map((entry, i) => (
          <WordRow key={`${entry.char} ${entry.jyutping}`} entry={entry} index={i} isStop={i === reachable} />
        ))}
      </div>
    </>
  );
}

const STEPS: Readonly<Record<string, (index: number, count: number) => number>> = {
  ArrowDown: (index) => index + 1,
  ArrowUp: (index) => index - 1,
  PageDown: (index) => index + PAGE_ROWS,
  PageUp: (index) => index - PAGE_ROWS,
  Home: () => 0,
  End: (_, count) => count - 1,
};
