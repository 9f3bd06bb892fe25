import { useEffect, useRef, useState } from 'preact/hooks';
import { request, requestsInLastMinute } from '../api/lexicon.ts';
import { useRequest } from '../api/use-request.ts';
import { SignButton } from '../app/controls.tsx';
import { t } from '../app/i18n.ts';
import { isForInputMethod } from '../app/keyboard.ts';
import { Chips } from './Chips.tsx';
import { prefixOf } from './completed-prefix.ts';
import {
  chips,
  clearAll,
  commitDraft,
  draft,
  editChip,
  recallSearch,
  removeChip,
  selections,
  updateDraft,
} from './find-state.ts';
import { MAX_LIKE_CHARACTERS } from './plan.ts';
import { parseQuery, type Term } from './query-parser.ts';

const optionId = (index: number) => `suggestion-${index}`;

/** The search field: completed terms as chips, the draft as text, completions below. */
export function SearchField({ onLeaveDown }: { readonly onLeaveDown: () => void }) {
  const input = useRef<HTMLInputElement>(null);
  const [words, dismiss] = useSuggestions(draft.value);
  // The word and not its place: an answer that comes later may have it elsewhere.
  const [chosen, setChosen] = useState<string | null>(null);
  const active = chosen === null ? -1 : words.indexOf(chosen);
  const setActive = (index: number) => setChosen(words[index] ?? null);

  const acceptSuggestion = (word: string) => {
    const { before = '', sign = '' } = prefixOf(draft.value) ?? {};
    updateDraft(`${before}${sign}${word} `);
    setChosen(null);
    input.current?.focus();
  };
  /** What was looked for is marked, so that the next search takes its place. */
  const commit = () => {
    commitDraft();
    requestAnimationFrame(() => input.current?.select());
  };
  const clear = () => {
    clearAll();
    input.current?.focus();
  };
  /** Returns whether the key was handled. */
  const handleKey = (event: KeyboardEvent): boolean => {
    const count = words.length;
    switch (event.key) {
      case 'Enter':
        if (active >= 0) acceptSuggestion(words[active]!);
        else commit();
        return true;
      case 'ArrowDown':
        if (count > 0 && active < 0) setActive(0);
        else if (!recallSearch(1)) onLeaveDown();
        return true;
      case 'ArrowRight':
      case 'ArrowLeft':
        if (active < 0) return false;
        setActive((active + (event.key === 'ArrowRight' ? 1 : count - 1)) % count);
        return true;
      case 'ArrowUp':
        if (active < 0) return recallSearch(-1);
        setActive(-1);
        return true;
      case 'Escape':
        if (count === 0 && draft.value === '' && chips.value.length === 0) return false;
        if (count === 0) clear();
        setActive(-1);
        dismiss();
        return true;
      case 'Delete': {
        // All of the text is marked, or there is none: the chips before it are meant too.
        const { selectionStart, selectionEnd, value } = event.currentTarget as HTMLInputElement;
        if (selectionStart !== 0 || selectionEnd !== value.length) return false;
        clear();
        return true;
      }
      case 'Backspace':
        return draft.value === '' && removeLastChip(event);
      default:
        return false;
    }
  };
  const isUsed =
    chips.value.length > 0 || draft.value !== '' || Object.values(selections.value).some((one) => one?.length);

  return (
    <search class="find-field">
      <div class="find-box">
        {/* A click beside the text is meant for it. */}
        {/* biome-ignore lint/a11y/noStaticElementInteractions: a convenience for pointers; the field itself takes the keyboard. */}
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: as above */}
        <div
          class="find-terms row wrap"
          onClick={(event) => event.target === event.currentTarget && input.current?.focus()}
        >
          <Chips onEdit={() => input.current?.focus()} />
          <input
            ref={input}
            id="find-input"
            class="han"
            type="text"
            role="combobox"
            aria-label={t('find.field')}
            aria-autocomplete="list"
            aria-expanded={words.length > 0}
            aria-controls="suggestions"
            aria-describedby="find-hint"
            aria-activedescendant={active >= 0 ? optionId(active) : undefined}
            autocomplete="off"
            autocapitalize="off"
            spellcheck={false}
            enterkeyhint="search"
            placeholder={chips.value.length === 0 ? t('find.placeholder') : ''}
            value={draft.value}
            onInput={(event) => {
              // Text that an input method is composing is not searched.
              if (event.isComposing) return;
              setChosen(null);
              updateDraft(event.currentTarget.value);
            }}
            onCompositionEnd={(event) => updateDraft(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (!isForInputMethod(event) && handleKey(event)) event.preventDefault();
            }}
          />
        </div>
        {isUsed && <SignButton label={t('find.clear')} onPress={clear} sign="×" />}
      </div>
      <div class="find-below">
        <Suggestions words={words} active={active} onTake={acceptSuggestion} />
        <p id="find-hint" class={words.length > 0 ? 'visually-hidden' : 'find-hint'}>
          {words.length > 0 ? t('find.suggestionKeys') : hintFor(draft.value)}
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
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [active]);
  return (
    <div
      ref={list}
      id="suggestions"
      class="suggestions row"
      role="listbox"
      aria-label={t('find.suggestions')}
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

/** Removes the last chip; with Alt it is edited instead. */
function removeLastChip(event: KeyboardEvent): boolean {
  const last = chips.value.length - 1;
  if (last < 0) return false;
  if (event.altKey) editChip(last);
  else removeChip(last);
  return true;
}

const SUGGESTION_LIMIT = 10;
/** Debounce in milliseconds, and once this client comes near its rate limit. */
const BURST_MS = 20;
const THROTTLED_MS = 450;
const REQUESTS_BEFORE_THROTTLING = 35;

/** Completions of the draft, and the function that takes them away until it changes; until they have come those of its beginning. */
function useSuggestions(text: string) {
  const [dismissed, setDismissed] = useState<string>();
  if (dismissed !== undefined && dismissed !== text) setDismissed(undefined);
  const prefix = text === dismissed ? undefined : prefixOf(text)?.prefix;
  const isFree = requestsInLastMinute(/\/autocomplete/) < REQUESTS_BEFORE_THROTTLING;
  const { last, problem } = useRequest(
    prefix,
    (requestOptions) =>
      request(
        async (client, options) => ({
          of: prefix!,
          words: await client.autocomplete({ prefix: prefix!, limit: SUGGESTION_LIMIT }, options),
        }),
        { ...requestOptions, quiet: true },
      ),
    isFree ? BURST_MS : THROTTLED_MS,
  );
  const isOfText =
    prefix !== undefined && !problem && (prefix.startsWith(last?.of ?? '') || last?.of.startsWith(prefix));
  return [isOfText ? (last?.words ?? []) : [], () => setDismissed(text)] as const;
}

/** One sentence on what is being typed. */
function hintFor(draft: string): string {
  const { terms } = parseQuery(draft);
  const last = terms.at(-1);
  const phrase = terms.flatMap((term) => (term.kind === 'meaning' ? [term.word] : [])).join(' ');
  if ([...phrase].length > MAX_LIKE_CHARACTERS) return t('find.hints.too_long {most}', { most: MAX_LIKE_CHARACTERS });
  return last ? hintForTerm(last) : t('find.hints.start');
}

function hintForTerm(term: Term): string {
  switch (term.kind) {
    case 'unfinished':
      return t(`find.hints.${term.wants}`);
    case 'rhyme':
    case 'final':
      return term.loose ? t('find.hints.rhyme_loose') : t('find.hints.rhyme');
    case 'meaning':
      return t('find.hints.meaning_term');
    case 'opposite':
      return t('find.hints.opposite_term');
    default:
      return t(`find.hints.${term.kind}`);
  }
}
