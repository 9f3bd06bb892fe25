import { signal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { useRequest } from '../api/use-request.ts';
import { Button } from '../app/controls.tsx';
import { t } from '../app/i18n.ts';
import { slot } from '../app/slot.ts';
import { previewWord } from '../write/state/cursor.ts';
import { insertOrCopyWord } from './copy-word.ts';
import { isTyped } from './find-state.ts';
import { besideOf, contentWordsOf, knownPartners, loadPartners, NEAREST_WORDS, type Partner } from './goes-with.ts';

/** Typing moves from word to word: the partners of those that are passed are not asked for. */
const DEBOUNCE_MS = 450;

/** Whether the partners of all words of the line are shown, and not only of the nearest ones. */
const ofWholeLine = signal(false);

/** Whether the pointer is over these words or those found: nothing is to move under it. */
export const isOverWords = signal(false);

interface ShownPartners {
  readonly word: string;
  readonly partners: readonly Partner[];
}

/** Partners of the word at the cursor and the words next to it, or of all words of the line; a click puts one in. */
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
  const shown = latest.current;
  if (shown.length === 0) return null;
  return (
    <div class="goes-with">
      {shown.map(({ word, partners }) => (
        <fieldset key={word} class="goes-with-row wrap" aria-label={t('find.goesWith {word}', { word })}>
          <span class="goes-with-word">{t('find.goesWith {word}', { word })}</span>
          {partners.map((partner) => (
            <Button
              key={partner.char}
              class="value han"
              title={t(`find.partner.${partner.relation} {word}`, { word })}
              // The caret stays in the lyrics, where typing goes on.
              onMouseDown={(event) => event.preventDefault()}
              onPointerEnter={(event) => event.pointerType === 'mouse' && previewWord(partner, besideOf(word, partner))}
              onPointerLeave={() => previewWord(null)}
              // The second click of a double click is not meant.
              onClick={({ detail }) => detail < 2 && insertOrCopyWord(partner, besideOf(word, partner))}
              text={partner.char}
            />
          ))}
        </fieldset>
      ))}
      {all.length > NEAREST_WORDS && (
        <Button
          class="quiet"
          aria-expanded={ofWholeLine.value}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => {
            // What is asked for may come under the pointer.
            isOverWords.value = false;
            ofWholeLine.value = !ofWholeLine.value;
          }}
          text={t(ofWholeLine.value ? 'find.less' : 'find.wholeLine')}
        />
      )}
    </div>
  );
}

/** Loads the partners of words that are not known yet, and renders again when they are. */
export function usePartners(words: readonly string[], delayMs: number): void {
  const unknown = words.filter((word) => !knownPartners(word));
  useRequest(unknown.join(' ') || undefined, (options) => loadPartners(unknown, options), delayMs);
}
