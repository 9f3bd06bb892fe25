import { type CodeDigit, levelOfCode } from '../../../../src/cantonese/tone.ts';
import type { SongLine } from '../model/document.ts';
import type { LineSound } from '../model/line-sound.ts';
import { heightOfPitch, LANE_HEIGHT } from './line-geometry.ts';
import './small-line.css';

/** Sizes in pixels of the picture over one character; its jyutping has room below it. */
export const CELL = { width: 34, height: 30 };
const TONE_HALF_PX = 7;

interface SmallLineProps {
  readonly line: SongLine;
  readonly sound: LineSound;
  /** Classes that mark a sung position. */
  readonly marksAt: (position: number) => readonly string[];
  /** Whether the jyutping of marked characters that are new is written below them. */
  readonly hasReadings?: boolean;
}

/** A line with its melody, small: what is sung, and the notes that wait for words. */
export function SmallLine({ line, sound, marksAt, hasReadings = false }: SmallLineProps) {
  const count = Math.max(sound.places.length, line.melody.length);
  const heights = Array.from({ length: count }, (_, i) => {
    const note = line.melody[i];
    return note ? (heightOfPitch(note.pitch) / LANE_HEIGHT) * CELL.height : null;
  });
  return (
    <>
      {heights.map((y, i) => {
        const marks = marksAt(i);
        return (
          <span key={i} class={['small-cell', ...marks].join(' ')}>
            <CellPicture y={y} next={heights[i + 1] ?? null} code={sound.codes[i] ?? null} />
            <span class="han" lang="zh-HK">
              {sound.units[i] ?? '·'}
            </span>
            {hasReadings && marks.includes('new') && (
              <small lang="yue-Latn">{sound.characters[sound.places[i]!]!.jyutping}</small>
            )}
          </span>
        );
      })}
    </>
  );
}

interface CellPictureProps {
  readonly y: number | null;
  readonly next: number | null;
  readonly code: CodeDigit | null;
}

/** The note of a character, joined to the next, and the level of its tone. */
function CellPicture({ y, next, code }: CellPictureProps) {
  const middle = CELL.width / 2;
  const level = code === null ? null : levelOfCode(code);
  const toneY = level === null ? 0 : 4 + ((3 - level) / 3) * (CELL.height - 8);
  return (
    <svg width={CELL.width} height={CELL.height} aria-hidden="true">
      {level !== null && (
        <line
          class={`small-tone pitch-${level}`}
          x1={middle - TONE_HALF_PX}
          x2={middle + TONE_HALF_PX}
          y1={toneY}
          y2={toneY}
        />
      )}
      {y !== null && next !== null && (
        <line class="melody-join" x1={middle} y1={y} x2={middle + CELL.width} y2={next} />
      )}
      {y !== null && <circle class="small-note" cx={middle} cy={y} r={3} />}
    </svg>
  );
}
