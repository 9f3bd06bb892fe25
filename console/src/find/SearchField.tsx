import { useEffect, useRef, useState } from 'preact/hooks';
import { t } from '../app/i18n.ts';
import { Chips } from './Chips.tsx';
import { chips, clearAll, commitDraft, draft, editChip, removeChip, selections, updateDraft } from './find-state.ts';
import { hintFor } from './hint.ts';
import { findMessages } from './messages.ts';
import { prefixOf } from './suggester.ts';
import { suggestFor, suggestions } from './suggestions.ts';

const optionId = (index: number) => `suggestion-${index}`;

/** The search field: completed terms as chips, the draft as text, completions below. */
export function SearchField({ onLeaveDown }: { readonly onLeaveDown: () => void }) {
  const text = t(findMessages);
  const input = useRef<HTMLInputElement>(null);
  const [active, setActive] = useState(-1);
  const words = suggestions.value;
  useEffect(() => suggestFor(draft.value), [draft.value]);
  useEffect(() => setActive(-1), [words]);

  const acceptSuggestion = (word: string) => {
    const { sign = '' } = prefixOf(draft.value) ?? {};
    updateDraft(`${sign}${word} `);
    input.current?.focus();
  };
  const clear = () => {
    clearAll();
    input.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.isComposing || event.keyCode === 229) return;
    const handled = handleKey(event, { words, active, setActive, acceptSuggestion, onLeaveDown });
    if (handled) event.preventDefault();
  };
  const isUsed =
    chips.value.length > 0 || draft.value !== '' || Object.values(selections.value).some((one) => one?.length);

  return (
    <search class="find-field">
      <div class="find-box">
        {/* A click beside the text is meant for it. */}
        {/* biome-ignore lint/a11y/noStaticElementInteractions: a convenience for pointers; the field itself takes the keyboard. */}
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: as above */}
        <div class="find-terms" onClick={(event) => event.target === event.currentTarget && input.current?.focus()}>
          <Chips onEdit={() => input.current?.focus()} />
          <input
            ref={input}
            id="find-input"
            class="han"
            type="text"
            role="combobox"
            aria-label={text.field}
            aria-autocomplete="list"
            aria-expanded={words.length > 0}
            aria-controls="suggestions"
            aria-describedby="find-hint"
            aria-activedescendant={active >= 0 ? optionId(active) : undefined}
            autocomplete="off"
            autocapitalize="off"
            spellcheck={false}
            enterkeyhint="search"
            placeholder={chips.value.length === 0 ? text.placeholder : ''}
            value={draft.value}
            onInput={(event) => {
              // Text that an input method is composing is not searched.
              if (!event.isComposing) updateDraft(event.currentTarget.value);
            }}
            onCompositionEnd={(event) => updateDraft(event.currentTarget.value)}
            onKeyDown={onKeyDown}
          />
        </div>
        {isUsed && (
          <button class="quiet round" type="button" aria-label={text.clear} title={text.clear} onClick={clear}>
            ×
          </button>
        )}
      </div>
      <div class="find-below">
        <Suggestions words={words} active={active} onTake={acceptSuggestion} />
        <p id="find-hint" class={words.length > 0 ? 'visually-hidden' : 'find-hint'}>
          {words.length > 0 ? text.suggestionKeys : hintFor(draft.value, text)}
        </p>
      </div>
    </search>
  );
}

interface SuggestionsProps {
  readonly words: readonly string[];
  readonly active: number;
  readonly onTake: (word: string) => void;
}

function Suggestions({ words, active, onTake }: SuggestionsProps) {
  const text = t(findMessages);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [active]);
  return (
    <div
      ref={list}
      id="suggestions"
      class="suggestions"
      role="listbox"
      aria-label={text.suggestions}
      aria-orientation="horizontal"
      hidden={words.length === 0}
    >
      {words.map((word, i) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and the keys.
        // biome-ignore lint/a11y/useFocusableInteractive: the field points at it with aria-activedescendant.
        <div
          key={word}
          id={optionId(i)}
          class="suggestion han"
          role="option"
          aria-selected={i === active}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onTake(word)}
        >
          {word}
        </div>
      ))}
    </div>
  );
}

interface FieldState {
  readonly words: readonly string[];
  readonly active: number;
  setActive(index: number): void;
  acceptSuggestion(word: string): void;
  onLeaveDown(): void;
}

/** Returns whether the key was handled. */
function handleKey(
  event: KeyboardEvent,
  { words, active, setActive, acceptSuggestion, onLeaveDown }: FieldState,
): boolean {
  const count = words.length;
  switch (event.key) {
    case 'Enter':
      if (active >= 0) acceptSuggestion(words[active]!);
      else commitDraft();
      return true;
    case 'ArrowDown':
      if (count > 0 && active < 0) setActive(0);
      else onLeaveDown();
      return true;
    case 'ArrowRight':
    case 'ArrowLeft':
      if (active < 0) return false;
      setActive((active + (event.key === 'ArrowRight' ? 1 : count - 1)) % count);
      return true;
    case 'ArrowUp':
      if (active < 0) return false;
      setActive(-1);
      return true;
    case 'Escape':
      if (count === 0) return false;
      setActive(-1);
      suggestions.value = [];
      return true;
    case 'Backspace':
      return draft.value === '' && removeLastChip(event);
    default:
      return false;
  }
}

/** Removes the last chip; with Alt it is edited instead. */
function removeLastChip(event: KeyboardEvent): boolean {
  const last = chips.value.length - 1;
  if (last < 0) return false;
  if (event.altKey) editChip(last);
  else removeChip(last);
  return true;
}
