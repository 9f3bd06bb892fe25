import { useRef, useState } from 'preact/hooks';
import { t } from '../../app/i18n.ts';
import { writeMessages } from '../messages.ts';
import type { Melody, Note } from '../model/document.ts';
import { setNote } from '../model/edit.ts';
import { clampPitch, MOVES_START, nameOfPitch } from '../model/note-names.ts';
import { soundNote } from '../play/player.ts';
import type { LineSound } from '../sound/line-sound.ts';
import { completeHint } from '../state/hints.ts';
import { change } from '../state/song.ts';
import { actionForKey } from './lane-keys.ts';
import { freezeScale, heightOfPitch, pitchAtHeight } from './lane-scale.ts';
import { type Cell, LANE_HEIGHT, ROW_HEIGHT } from './line-geometry.ts';

interface LaneProps {
  readonly index: number;
  readonly melody: Melody;
  readonly sound: LineSound;
  /** Of the sung positions, those that wait for words included. */
  readonly cells: readonly Cell[];
  readonly rows: number;
  readonly width: number;
  /** Goes back to the words, at a sung position. */
  readonly onLeave: (position: number) => void;
}

/** The notes of a line: dots that are dragged by semitones, or moved with the keys as sliders. */
export function MelodyLane({ index, melody, sound, cells, rows, width, onLeave }: LaneProps) {
  const text = t(writeMessages);
  const group = useRef<SVGGElement>(null);
  const [activePosition, setActivePosition] = useState(0);
  const setPitch = (position: number, pitch: number, kind: string) =>
    setNotePitch(index, melody, position, pitch, kind);
  const focus = (position: number) => {
    const next = Math.min(cells.length - 1, Math.max(0, position));
    setActivePosition(next);
    group.current?.querySelectorAll<SVGElement>('[role=slider]')[next]?.focus();
  };
  const drag = useNoteDrag(index, cells, setPitch, focus);
  const onKeyDown = (event: KeyboardEvent, position: number) => {
    const action = actionForKey(event, position, melody);
    if (!action) return;
    event.preventDefault();
    event.stopPropagation();
    if (action.kind === 'leave') onLeave(position);
    else if (action.kind === 'clear') change((document) => setNote(document, index, position, null));
    else if (action.kind === 'pitch') setPitch(position, action.pitch, action.typed ? '' : `key ${index} ${position}`);
    if (action.kind === 'go' || (action.kind === 'pitch' && action.typed))
      focus(position + (action.kind === 'go' ? action.by : 1));
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: an SVG cannot hold a fieldset
    <svg class="lane" width={width} height={rows * ROW_HEIGHT} aria-label={text.lane(index + 1)} role="group">
      {Array.from({ length: rows }, (_, row) => (
        <LaneGround key={row} {...{ row, width, cells, drag }} />
      ))}
      <g ref={group}>
        {cells.map((cell, position) => (
          <LaneNote
            key={position}
            {...{ cell, drag, position, onKeyDown }}
            note={melody[position] ?? null}
            char={sound.characters[sound.places[position] ?? -1]?.char ?? ''}
            isStop={position === Math.min(activePosition, cells.length - 1)}
            onFocus={setActivePosition}
          />
        ))}
      </g>
    </svg>
  );
}

function setNotePitch(index: number, melody: Melody, position: number, pitch: number, kind: string): void {
  const note = melody[position];
  const clamped = clampPitch(pitch);
  if (note?.pitch === clamped) return;
  completeHint('note');
  soundNote(clamped);
  change((document) => setNote(document, index, position, { pitch: clamped, beats: note?.beats ?? 1 }), kind);
}

interface NoteDrag {
  /** Begins to drag the note of a position; it keeps its pitch until the pointer moves. */
  begin(event: PointerEvent, position: number): void;
  /** Brings the note of a position to the pointer's height. */
  move(event: PointerEvent, position: number): void;
  readonly handlers: {
    onPointerMove(event: PointerEvent): void;
    onPointerUp(): void;
    onPointerCancel(): void;
  };
}

function useNoteDrag(
  index: number,
  cells: readonly Cell[],
  setPitch: (position: number, pitch: number, kind: string) => void,
  focus: (position: number) => void,
): NoteDrag {
  const dragged = useRef<number | null>(null);
  const move = (event: PointerEvent, position: number) => {
    const rect = (event.currentTarget as Element).closest('svg')!.getBoundingClientRect();
    setPitch(
      position,
      pitchAtHeight(event.clientY - rect.top - cells[position]!.row * ROW_HEIGHT),
      `drag ${index} ${position}`,
    );
  };
  const end = () => {
    dragged.current = null;
    freezeScale(false);
  };
  return {
    move,
    begin: (event, position) => {
      event.preventDefault();
      (event.currentTarget as Element).setPointerCapture(event.pointerId);
      dragged.current = position;
      freezeScale(true);
      focus(position);
    },
    handlers: {
      onPointerMove: (event) => {
        if (dragged.current !== null) move(event, dragged.current);
      },
      onPointerUp: end,
      onPointerCancel: end,
    },
  };
}

interface GroundProps {
  readonly row: number;
  readonly width: number;
  readonly cells: readonly Cell[];
  readonly drag: NoteDrag;
}

/** The empty lane of one row: a press puts the nearest note there. */
function LaneGround({ row, width, cells, drag }: GroundProps) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the pointer's way to what the sliders do by keys
    <rect
      class="lane-ground"
      x={0}
      y={row * ROW_HEIGHT}
      width={width}
      height={LANE_HEIGHT}
      onPointerDown={(event) => {
        const position = nearest(cells, row, event);
        if (position < 0 || event.pointerType === 'touch') return;
        drag.begin(event, position);
        drag.move(event, position);
      }}
      onClick={(event) => {
        // A finger that only scrolls by must not leave notes behind: it has to tap.
        const position = nearest(cells, row, event);
        if (position >= 0 && event instanceof PointerEvent && event.pointerType === 'touch') drag.move(event, position);
      }}
      {...drag.handlers}
    />
  );
}

interface NoteProps {
  readonly cell: Cell;
  readonly note: Note | null;
  readonly char: string;
  readonly position: number;
  /** Whether Tab stops here; the arrow keys go on to the others. */
  readonly isStop: boolean;
  readonly drag: NoteDrag;
  readonly onFocus: (position: number) => void;
  readonly onKeyDown: (event: KeyboardEvent, position: number) => void;
}

/** Radius in pixels within which a finger finds the note. */
const GRIP_RADIUS = 13;

function LaneNote({ cell, note, char, position, isStop, drag, onFocus, onKeyDown }: NoteProps) {
  const text = t(writeMessages);
  const y = cell.row * ROW_HEIGHT + (note ? heightOfPitch(note.pitch) : LANE_HEIGHT / 2);
  return (
    <>
      <circle
        class={note ? 'grip' : 'grip no-grip'}
        cx={cell.centre}
        cy={y}
        r={GRIP_RADIUS}
        onPointerDown={(event) => drag.begin(event, position)}
        {...drag.handlers}
      />
      <circle
        class={note ? 'note' : 'note no-note'}
        cx={cell.centre}
        cy={y}
        r={note ? 5 : 4}
        role="slider"
        tabindex={isStop ? 0 : -1}
        aria-label={text.note(position + 1, char)}
        aria-orientation="vertical"
        aria-valuemin={21}
        aria-valuemax={108}
        aria-valuenow={note?.pitch ?? MOVES_START}
        aria-valuetext={note ? nameOfPitch(note.pitch) : text.noNote}
        onFocus={() => onFocus(position)}
        onKeyDown={(event) => onKeyDown(event, position)}
      />
    </>
  );
}

/** The sung position of a row that is nearest to the pointer; −1 when the row has none. */
function nearest(cells: readonly Cell[], row: number, event: MouseEvent): number {
  const x = event.clientX - (event.currentTarget as Element).getBoundingClientRect().left;
  let nearestPosition = -1;
  cells.forEach((cell, position) => {
    if (cell.row !== row) return;
    if (nearestPosition < 0 || Math.abs(cell.centre - x) < Math.abs(cells[nearestPosition]!.centre - x))
      nearestPosition = position;
  });
  return nearestPosition;
}
