import { useLayoutEffect, useRef } from 'preact/hooks';
import { t } from '../app/i18n.ts';
import { showPane } from '../app/route.ts';
import { slot } from '../app/slot.ts';
import { soundOfPreview, soundOfSongLine } from './state/annotations.ts';
import { riskContextOf, risksOfLine } from './state/line-risks.ts';
import { store } from './state/store.ts';
import { CELL, SmallLine } from './view/SmallLine.tsx';

/** The line at the cursor with its melody, small, for a screen that shows the lyrics or the words to choose from, not both. */
export function CurrentLineStrip() {
  const index = store.cursorLine.value;
  const { lines } = store.song.value;
  const line = lines[index]!;
  const shown = store.preview.value?.lineId === line.id ? store.preview.value : null;
  const sound = shown ? soundOfPreview(line, shown.text, shown.readings) : soundOfSongLine(line);
  const count = Math.max(sound.places.length, line.melody.length);
  const clashes = new Set(risksOfLine(line, sound, riskContextOf(line)).own.map(({ position }) => position));
  const [from, to] = slotRange();
  const strip = useRef<HTMLButtonElement>(null);
  // The place that words are looked for stays in sight.
  useLayoutEffect(() => {
    const box = strip.current;
    if (box) box.scrollLeft = from * CELL.width - box.clientWidth / 2;
  }, [from, index, count]);
  if (count === 0) return null;
  return (
    <button
      ref={strip}
      type="button"
      class="bare line-strip"
      aria-label={t('write.stripLabel {number} {words}', {
        number: index + 1,
        words: sound.characters.map(({ char }) => char).join('') || t('write.emptyLine'),
      })}
      onClick={() => showPane('write')}
    >
      <SmallLine
        line={line}
        sound={sound}
        marksAt={(i) => [
          ...(i >= from && i < to ? ['at-slot'] : []),
          ...(clashes.has(i) ? ['clash'] : []),
          ...(shown && shown.readings[sound.places[i] ?? -1] !== undefined ? ['new'] : []),
        ]}
      />
    </button>
  );
}

/** Sung positions of the slot. */
function slotRange(): readonly [from: number, to: number] {
  const currentSlot = slot.value;
  if (!currentSlot) return [0, 0];
  return [currentSlot.wordStart, currentSlot.wordStart + currentSlot.moves.length + 1];
}
