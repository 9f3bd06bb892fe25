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
  /** Risks that the leader has too, hatched faintly. */
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
  const pointAt = ({ centre, row }: Cell, height: number): Point => ({ x: centre, y: row * ROW_HEIGHT + height, row });
  const notes = cells.map((cell, position) => {
    const note = melody[position];
    return note ? pointAt(cell, heightOfPitch(note.pitch)) : null;
  });
  const tones = cells.map((cell, position) => {
    const code = sound.codes[position];
    return code ? { ...pointAt(cell, heightOfCode(code)), level: levelOfCode(code) } : null;
  });
  const soundingCell = soundingPosition === null ? undefined : cells[soundingPosition];
  return (
    <svg class="contours" width={width} height={rows * ROW_HEIGHT} aria-hidden="true">
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
      {[...risks, ...sharedRisks].map((risk) => {
        const [from, to] = [cells[risk.position - 1], cells[risk.position]];
        if (!from || !to) return null;
        // Where a row breaks between two notes that clash, the stretch before the second.
        const left = from.row === to.row ? from.centre : Math.max(0, to.left - 12);
        return (
          <rect
            key={risk.position}
            class={`risk-ground ${risk.severity}${sharedRisks.includes(risk) ? ' shared' : ''}`}
            x={left}
            y={to.row * ROW_HEIGHT + 2}
            width={Math.max(0, to.centre - left)}
            height={LANE_HEIGHT - 4}
            fill={`url(#${risk.severity}-hatch)`}
            // Dark where hardly any song moves so, pale where some do.
            fill-opacity={strengthOf(risk)}
          />
        );
      })}
      <path class="tone-join" d={strokesBetween(tones, HALF_STROKE_PX)} />
      {tones.map(
        (tone, position) =>
          tone && (
            <path
              key={position}
              class={`tone-step pitch-${tone.level}`}
              d={`M${tone.x - HALF_STROKE_PX} ${tone.y}h${2 * HALF_STROKE_PX}`}
            />
          ),
      )}
      <path class="melody-join" d={strokesBetween(notes, 0)} />
    </svg>
  );
}

/** SVG path of strokes between neighbouring points of a row, which end `gap` pixels before each point. */
function strokesBetween(points: readonly (Point | null)[], gap: number): string {
  const strokes = points.map((to, i) => {
    const from = points[i - 1];
    const isJoined = from && to && from.row === to.row && to.x - from.x > 2 * gap;
    return isJoined ? `M${from.x + gap} ${from.y}L${to.x - gap} ${to.y}` : '';
  });
  return strokes.join('');
}

/** Hatch patterns for clashes, defined once for all lines. */
export function Patterns() {
  return (
    <svg class="visually-hidden" aria-hidden="true">
      <pattern id="contrary-hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect class="hatch" width="2.4" height="6" />
      </pattern>
      <pattern id="oblique-hatch" width="8" height="8" patternUnits="userSpaceOnUse">
        <circle class="hatch" cx="2" cy="2" r="1" />
        <circle class="hatch" cx="6" cy="6" r="1" />
      </pattern>
    </svg>
  );
}
