import { levelOfCode } from '../../../../src/cantonese/tone.ts';
import type { Risk } from '../../../../src/lyrics/risks.ts';
import type { Melody } from '../model/document.ts';
import type { LineSound } from '../model/line-sound.ts';
import { strengthOf } from '../model/risks.ts';
import { type Cell, heightOfCode, heightOfPitch, LANE_HEIGHT, ROW_HEIGHT } from './line-geometry.ts';

interface ContoursProps {
  readonly melody: Melody;
  readonly sound: LineSound;
  readonly cells: readonly Cell[];
  readonly rows: number;
  readonly width: number;
  readonly risks: readonly Risk[];
  /** Those that the line shares with the one whose melody it has: hatched faintly. */
  readonly sharedRisks: readonly Risk[];
  /** Sung position that is heard just now. */
  readonly soundingPosition: number | null;
}

interface Point {
  readonly x: number;
  readonly y: number;
  readonly row: number;
}

const HALF_STROKE_PX = 10;

/** The melody as joined steps, the words' tones as strokes on four levels over it, and the ground hatched where they part. */
export function Contours({ melody, sound, cells, rows, width, risks, sharedRisks, soundingPosition }: ContoursProps) {
  const notes = cells.map((cell, position): Point | null => {
    const note = melody[position];
    return note ? { x: cell.centre, y: cell.row * ROW_HEIGHT + heightOfPitch(note.pitch), row: cell.row } : null;
  });
  const tones = cells.map((cell, position): Point | null => {
    const code = sound.codes[position];
    return code ? { x: cell.centre, y: cell.row * ROW_HEIGHT + heightOfCode(code), row: cell.row } : null;
  });
  const soundingCell = soundingPosition === null ? undefined : cells[soundingPosition];
  return (
    <svg class="contours" width={width} height={rows * ROW_HEIGHT} aria-hidden="true">
      <Patterns />
      {soundingCell && (
        <rect
          class="heard"
          x={soundingCell.centre - 22}
          y={soundingCell.row * ROW_HEIGHT}
          width={44}
          height={ROW_HEIGHT - 12}
          rx={6}
        />
      )}
      {[...risks, ...sharedRisks].map((risk) => (
        <RiskGround
          key={risk.position}
          risk={risk}
          isShared={sharedRisks.includes(risk)}
          from={cells[risk.position - 1]}
          to={cells[risk.position]}
        />
      ))}
      {joinNeighbours(tones, HALF_STROKE_PX).map(({ from, to }) => (
        <line
          key={`t${from.x} ${from.y}`}
          class="tone-join"
          x1={from.x + HALF_STROKE_PX}
          y1={from.y}
          x2={to.x - HALF_STROKE_PX}
          y2={to.y}
        />
      ))}
      {tones.map((point, position) => {
        const code = sound.codes[position];
        if (!point || !code) return null;
        const { x, y } = point;
        return (
          <line
            key={`${x} ${y}`}
            class={`tone-step pitch-${levelOfCode(code)}`}
            x1={x - HALF_STROKE_PX}
            y1={y}
            x2={x + HALF_STROKE_PX}
            y2={y}
          />
        );
      })}
      {joinNeighbours(notes, 0).map(({ from, to }) => (
        <line key={`m${from.x} ${from.y}`} class="melody-join" x1={from.x} y1={from.y} x2={to.x} y2={to.y} />
      ))}
    </svg>
  );
}

/** Neighbouring points of one row. */
function joinNeighbours(points: readonly (Point | null)[], half: number): { from: Point; to: Point }[] {
  return points.flatMap((to, i) => {
    const from = points[i - 1];
    return from && to && from.row === to.row && to.x - from.x > 2 * half ? [{ from, to }] : [];
  });
}

interface GroundProps {
  readonly risk: Risk;
  readonly isShared: boolean;
  readonly from: Cell | undefined;
  readonly to: Cell | undefined;
}

/** The stretch of the lane between two notes that clash. Where a row breaks between them, the stretch before the second. */
function RiskGround({ risk, isShared, from, to }: GroundProps) {
  if (!from || !to) return null;
  const left = from.row === to.row ? from.centre : Math.max(0, to.left - 12);
  return (
    <rect
      class={`risk-ground ${risk.severity}${isShared ? ' shared' : ''}`}
      x={left}
      y={to.row * ROW_HEIGHT + 2}
      width={Math.max(0, to.centre - left)}
      height={LANE_HEIGHT - 4}
      fill={`url(#${risk.severity}-hatch)`}
      // Dark where hardly any song moves so, pale where some do.
      fill-opacity={strengthOf(risk)}
    />
  );
}

function Patterns() {
  return (
    <defs>
      <pattern id="contrary-hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect class="hatch" width="2.4" height="6" />
      </pattern>
      <pattern id="oblique-hatch" width="8" height="8" patternUnits="userSpaceOnUse">
        <circle class="hatch" cx="2" cy="2" r="1" />
        <circle class="hatch" cx="6" cy="6" r="1" />
      </pattern>
    </defs>
  );
}
