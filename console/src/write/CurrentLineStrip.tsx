import { useLayoutEffect, useRef } from 'preact/hooks';
import { levelOfCode } from '../../../src/cantonese/tone.ts';
import { t } from '../app/i18n.ts';
import { showPane } from '../app/route.ts';
import { slot } from '../app/slot.ts';
import { soundOfPreview, soundOfSongLine } from './state/annotations.ts';
import { riskContextOf, risksOfLine } from './state/line-risks.ts';
import { store } from './state/store.ts';
import { heightOfPitch, LANE_HEIGHT } from './view/line-geometry.ts';
import './strip.css';

/** Sizes in pixels of the picture over one character. */
const CELL = { width: 30, height: 30 };
const TONE_HALF_PX = 7;

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
  const heights = Array.from({ length: count }, (_, i) => {
    const note = line.melody[i];
    return note ? (heightOfPitch(note.pitch) / LANE_HEIGHT) * CELL.height : null;
  });
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
      class="line-strip"
      aria-label={t('write.stripLabel {number} {words}', {
        number: index + 1,
        words: sound.characters.map(({ char }) => char).join('') || t('write.emptyLine'),
      })}
      onClick={() => showPane('write')}
    >
      {Array.from({ length: count }, (_, i) => {
        const classes = [
          'strip-cell',
          ...(i >= from && i < to ? ['at-slot'] : []),
          ...(clashes.has(i) ? ['clash'] : []),
          ...(shown && shown.readings[sound.places[i] ?? -1] !== undefined ? ['new'] : []),
        ];
        return (
          <span key={i} class={classes.join(' ')}>
            <CellPicture y={heights[i] ?? null} next={heights[i + 1] ?? null} code={sound.codes[i] ?? null} />
            <span class="han" lang="zh-HK">
              {sound.units[i] ?? '·'}
            </span>
          </span>
        );
      })}
    </button>
  );
}

/** Sung positions of the slot. */
function slotRange(): readonly [from: number, to: number] {
  const currentSlot = slot.value;
  if (!currentSlot) return [0, 0];
  return [currentSlot.wordStart, currentSlot.wordStart + currentSlot.moves.length + 1];
}

interface CellPictureProps {
  readonly y: number | null;
  readonly next: number | null;
  readonly code: Parameters<typeof levelOfCode>[0] | null;
}

function CellPicture({ y, next, code }: CellPictureProps) {
  const middle = CELL.width / 2;
  const level = code === null ? null : levelOfCode(code);
  const toneY = level === null ? 0 : 4 + ((3 - level) / 3) * (CELL.height - 8);
  return (
    <svg width={CELL.width} height={CELL.height} aria-hidden="true">
      {level !== null && (
        <line
          class={`strip-tone pitch-${level}`}
          x1={middle - TONE_HALF_PX}
          x2={middle + TONE_HALF_PX}
          y1={toneY}
          y2={toneY}
        />
      )}
      {y !== null && next !== null && (
        <line class="melody-join" x1={middle} y1={y} x2={middle + CELL.width} y2={next} />
      )}
      {y !== null && <circle class="strip-note" cx={middle} cy={y} r={3} />}
    </svg>
  );
}
