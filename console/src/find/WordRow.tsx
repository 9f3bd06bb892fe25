import { t } from '../app/i18n.ts';
import { PitchPicture } from '../app/PitchPicture.tsx';
import { openWord, slot } from '../app/slot.ts';
import { glossOf } from '../word/gloss.ts';
import { copyWord, insertOrCopyWord } from './copy-word.ts';
import type { Entry } from './entry.ts';
import { fitOf } from './fit.ts';
import { findMessages } from './messages.ts';

interface WordRowProps {
  readonly entry: Entry;
  readonly index: number;
  /** Whether the row is the list's tab stop. */
  readonly isStop: boolean;
}

/** One word as an option of the list: a click on the characters copies them, elsewhere opens the card. */
export function WordRow({ entry, index, isStop }: WordRowProps) {
  const text = t(findMessages);
  const { char, jyutping, code } = entry;
  const fit = fitOf(entry, slot.value);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list has the keys, see WordList.
    <div
      class="word-row"
      role="option"
      aria-selected={isStop}
      tabIndex={isStop ? 0 : -1}
      data-index={index}
      onClick={(event) => {
        if (event.target instanceof Element && event.target.closest('.word')) void copyWord(char);
        else openWord.value = char;
      }}
    >
      <span class={fit ? `fit ${fit}` : 'fit'} title={fit && text[fit]}>
        {fit && <span class="visually-hidden">{text[fit]}</span>}
      </span>
      <span class="word han">{char}</span>
      <PitchPicture code={code} />
      <span class="row-reading">
        {jyutping} <span class="visually-hidden">{code}</span>
      </span>
      <span class="gloss">{glossOf(entry)}</span>
    </div>
  );
}

/** Handles a key on the focused word. Returns whether the key was handled. */
export function handleWordKey(event: KeyboardEvent, word: string): boolean {
  if (event.key === 'Enter') insertOrCopyWord(word);
  else if (event.key === ' ') openWord.value = word;
  else if (event.key.toLowerCase() === 'c' && !event.altKey) void copyWord(word);
  else return false;
  return true;
}
