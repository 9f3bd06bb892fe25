import type { RefObject } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { t } from '../app/i18n.ts';
import type { Entry } from './entry.ts';
import { findMessages } from './messages.ts';
import { WordRow, wordKey } from './WordRow.tsx';

interface WordListProps {
  readonly list: RefObject<HTMLDivElement | null>;
  readonly words: readonly Entry[];
  readonly label: string;
  readonly isBusy?: boolean;
  /** Leaves the list upwards, to the field. */
  readonly onLeaveUp?: () => void;
  /** The end is near: more words are wanted. */
  readonly onNearEnd?: () => void;
}

const NEAR_END = 10;
const PAGE = 10;

/** Words below each other with one tab stop: arrows walk, and walking on asks for more. */
export function WordList({ list, words, label, isBusy = false, onLeaveUp, onNearEnd }: WordListProps) {
  const text = t(findMessages);
  const [stop, setStop] = useState(0);
  const first = words[0]?.char;
  // Another list begins at its first word.
  useEffect(() => setStop(0), [first]);
  const reachable = Math.min(stop, Math.max(0, words.length - 1));

  const goTo = (index: number) => {
    const next = Math.max(0, Math.min(words.length - 1, index));
    setStop(next);
    list.current?.querySelector<HTMLElement>(`[data-index="${next}"]`)?.focus();
    if (next > words.length - NEAR_END) onNearEnd?.();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || !(event.target instanceof HTMLElement)) return;
    const at = Number(event.target.dataset.index);
    const word = words[at];
    if (!word) return;
    if (event.key === 'ArrowUp' && at === 0) onLeaveUp?.();
    else if (event.key in STEPS) goTo(STEPS[event.key]!(at, words.length));
    else if (!wordKey(event, word.char)) return;
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
          const at = Number((event.target as HTMLElement).dataset.index);
          if (!Number.isNaN(at)) setStop(at);
        }}
      >
        {words.map((entry, i) => (
          <WordRow key={`${entry.char} ${entry.jyutping}`} entry={entry} index={i} isStop={i === reachable} />
        ))}
      </div>
    </>
  );
}

const STEPS: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowDown: (at) => at + 1,
  ArrowUp: (at) => at - 1,
  PageDown: (at) => at + PAGE,
  PageUp: (at) => at - PAGE,
  Home: () => 0,
  End: (_, count) => count - 1,
};
