import { signal } from '@preact/signals';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useRequest } from '../api/use-request.ts';
import { t } from '../app/i18n.ts';
import { slot } from '../app/slot.ts';
import { previewWord } from '../write/state/cursor.ts';
import { insertOrCopyWord } from './copy-word.ts';
import { isTyped } from './find-state.ts';
import { besideOf, contentWordsOf, knownPartners, loadPartners, NEAREST_WORDS, type Partner } from './goes-with.ts';

/** Typing moves from word to word: the partners of those that are passed are not asked for. */
const DEBOUNCE_MS = 450;

/** For so long after a click nothing moves under the pointer, and no second click counts. */
const HOLD_MS = 500;

/** Whether the partners of all words of the line are shown, and not only of the nearest ones. */
const ofWholeLine = signal(false);

/** Whether the pointer is over the words found: nothing that comes above them may move them then. */
export const isOverWords = signal(false);

interface ShownPartners {
  readonly word: string;
  readonly partners: readonly Partner[];
}

/** What goes with the word at the cursor and with the words beside it, or with all of the line, to be put in by a click. */
export function GoesWith() {
  const target = slot.value;
  const all = target && !isTyped.value ? contentWordsOf(target) : [];
  const words = ofWholeLine.value ? all : all.slice(0, NEAREST_WORDS);
  usePartners(words, DEBOUNCE_MS);
  const current = words.flatMap((word): ShownPartners[] => {
    const partners = knownPartners(word);
    return partners && partners.length > 0 ? [{ word, partners }] : [];
  });
  const latest = useRef(current);
  if (!isOverWords.value) latest.current = current;
  const { shown, hold } = useHold(latest.current);
  if (shown.length === 0) return null;
  return (
    <div class="goes-with">
      {shown.map(({ word, partners }) => (
        <fieldset key={word} class="goes-with-row wrap" aria-label={t('find.goesWith {word}', { word })}>
          <span class="goes-with-word">{t('find.goesWith {word}', { word })}</span>
          {partners.map((partner) => (
            <button
              key={partner.char}
              type="button"
              class="value han"
              title={t(`find.partner.${partner.relation} {word}`, { word })}
              // The caret stays in the lyrics, where typing goes on.
              onMouseDown={(event) => event.preventDefault()}
              onPointerEnter={(event) => event.pointerType === 'mouse' && previewWord(partner, besideOf(word, partner))}
              onPointerLeave={() => previewWord(null)}
              onClick={() => hold() && insertOrCopyWord(partner, besideOf(word, partner))}
            >
              {partner.char}
            </button>
          ))}
        </fieldset>
      ))}
      {all.length > NEAREST_WORDS && (
        <button
          type="button"
          class="quiet"
          aria-expanded={ofWholeLine.value}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => (ofWholeLine.value = !ofWholeLine.value)}
        >
          {t(ofWholeLine.value ? 'find.less' : 'find.wholeLine')}
        </button>
      )}
    </div>
  );
}

/** The rows as they were at the last click, for some time after it. `hold` returns false while they are held already. */
function useHold(current: readonly ShownPartners[]) {
  const [held, setHeld] = useState<readonly ShownPartners[] | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const hold = (): boolean => {
    if (held) return false;
    setHeld(current);
    timer.current = setTimeout(() => setHeld(null), HOLD_MS);
    return true;
  };
  return { shown: held ?? current, hold };
}

/** Loads the partners of words that are not known yet, and renders again when they are. */
export function usePartners(words: readonly string[], delayMs: number): void {
  const unknown = words.filter((word) => !knownPartners(word));
  useRequest(unknown.join(' ') || undefined, (options) => loadPartners(unknown, options), delayMs);
}
