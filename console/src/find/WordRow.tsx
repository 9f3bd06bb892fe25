import { computed } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import type { Entry } from '../../../client/src/client.ts';
import { Button } from '../app/controls.tsx';
import { language, nameOf, t } from '../app/i18n.ts';
import { PitchPicture } from '../app/PitchPicture.tsx';
import { openCard, type Slot, slot } from '../app/slot.ts';
import { copyWord, insertOrCopyWord } from './copy-word.ts';

interface WordRowProps {
  readonly entry: Entry;
  readonly index: number;
  /** Whether the row is the list's tab stop. */
  readonly isStop: boolean;
  /** Whether the word is shown in the lyrics just now. */
  readonly isPreviewed: boolean;
  readonly onPreview: () => void;
}

/** One word of a list: a click puts it into the lyrics, the buttons at its end open its card and copy it. */
export function WordRow({ entry, index, isStop, isPreviewed, onPreview }: WordRowProps) {
  const { char, jyutping, code } = entry;
  const fit = useMemo(() => computed(() => fitOf(entry, slot.value)), [entry]).value;
  return (
    // The caret stays in the lyrics, where typing goes on.
    <li class={isPreviewed ? 'word-item previewed' : 'word-item'} onMouseDown={(event) => event.preventDefault()}>
      <Button
        class="bare word-row"
        tabIndex={isStop ? 0 : -1}
        data-index={index}
        onPointerMove={(event) => event.pointerType === 'mouse' && !isPreviewed && onPreview()}
        onClick={() => insertOrCopyWord(entry)}
      >
        <span class={fit ? `fit ${fit}` : 'fit'} title={fit && t(`find.${fit}`)}>
          {fit && <span class="visually-hidden">{t(`find.${fit}`)}</span>}
        </span>
        <span class="word han clip">{char}</span>
        <PitchPicture code={code} />
        <span class="row-reading aside clip">
          {jyutping} <span class="visually-hidden">{code}</span>
        </span>
        <span class="gloss aside clip">{rowGlossOf(entry)}</span>
      </Button>
      {BUTTONS.map(({ label, picture, press }) => (
        <Button
          key={label}
          class="quiet row-button"
          aria-label={t(label, { word: char })}
          title={t(label, { word: char })}
          tabIndex={isStop ? 0 : -1}
          onClick={() => press(char)}
        >
          <svg class="row-icon" width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
            <path d={picture} />
          </svg>
        </Button>
      ))}
    </li>
  );
}

/** What stands at the end of a row, with icons of 16 by 16. */
const BUTTONS = [
  {
    label: 'find.openCard {word}',
    picture: 'M8 1.5a6.5 6.5 0 1 0 0 13a6.5 6.5 0 0 0 0-13M8 7v4.5M8 4.4v.6',
    press: openCard,
  },
  { label: 'find.copy {word}', picture: 'M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3', press: copyWord },
] as const;

/** Handles a key on the focused word. Returns whether the key was handled. */
export function handleWordKey(event: KeyboardEvent, entry: Entry): boolean {
  if (event.key === 'Enter') insertOrCopyWord(entry);
  else if (event.key === ' ') openCard(entry.char);
  else if (event.key.toLowerCase() === 'c' && !event.altKey) void copyWord(entry.char);
  else return false;
  return true;
}

/** The definition of a word in the page's language; in Chinese the part of speech if there is no Chinese definition. */
function rowGlossOf({ definition, definition_zh: chinese, pos }: Entry): string {
  return language.value === 'zh-HK' ? (chinese ?? nameOf('word.pos', pos)) : definition;
}

type Fit = 'fits' | 'clashes';

/** Whether a word fits the melody at a slot; undefined if no code of its length is known for the slot. */
export function fitOf({ code }: Pick<Entry, 'code'>, slot: Pick<Slot, 'codeOptions'> | null): Fit | undefined {
  const options = slot?.codeOptions.filter((option) => option.length === code.length) ?? [];
  if (options.length === 0) return undefined;
  return options.includes(code) ? 'fits' : 'clashes';
}
