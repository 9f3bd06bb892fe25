import { useRef, useState } from 'preact/hooks';
import { t } from '../../app/i18n.ts';
import { writeMessages } from '../messages.ts';
import type { Melody } from '../model/document.ts';
import { setNote } from '../model/edit.ts';
import { keepInRange, MOVE_STEP, MOVES_START, nameOfPitch, readNote } from '../model/note-names.ts';
import { soundNote } from '../play/player.ts';
import type { LineSound } from '../sound/line-sound.ts';
import { followHint } from '../state/hints.ts';
import { change } from '../state/song.ts';
import { heightOfPitch, holdScale, pitchAtHeight } from './lane-scale.ts';
import { type Cell, LANE, ROW } from './line-geometry.ts';

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
  const [at, setAt] = useState(0);
  const dragged = useRef<number | null>(null);

  const put = (position: number, pitch: number, kind: string) => {
    const note = melody[position];
    const now = keepInRange(pitch);
    if (note?.pitch === now) return;
    followHint('note');
    soundNote(now);
    change((document) => setNote(document, index, position, { pitch: now, beats: note?.beats ?? 1 }), kind);
  };
  const focus = (position: number) => {
    const next = Math.min(cells.length - 1, Math.max(0, position));
    setAt(next);
    group.current?.querySelectorAll<SVGElement>('[role=slider]')[next]?.focus();
  };
  const drag = (event: PointerEvent, position: number) => {
    const lane = (event.currentTarget as Element).closest('svg')!.getBoundingClientRect();
    put(position, pitchAtHeight(event.clientY - lane.top - cells[position]!.row * ROW), `drag ${index} ${position}`);
  };
  const begin = (event: PointerEvent, position: number) => {
    event.preventDefault();
    (event.currentTarget as Element).setPointerCapture(event.pointerId);
    dragged.current = position;
    holdScale(true);
    focus(position);
  };
  const end = () => {
    dragged.current = null;
    holdScale(false);
  };
  const pointer = {
    onPointerMove: (event: PointerEvent) => {
      if (dragged.current !== null) drag(event, dragged.current);
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
  const keys = (event: KeyboardEvent, position: number) => {
    const act = laneKey(event, position, melody);
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    if (act.kind === 'leave') onLeave(position);
    else if (act.kind === 'clear') change((document) => setNote(document, index, position, null));
    else if (act.kind === 'pitch') put(position, act.pitch, act.typed ? '' : `key ${index} ${position}`);
    if (act.kind === 'go' || (act.kind === 'pitch' && act.typed)) focus(position + (act.kind === 'go' ? act.by : 1));
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: an SVG cannot hold a fieldset
    <svg class="lane" width={width} height={rows * ROW} aria-label={text.lane(index + 1)} role="group">
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: the pointer's way to what the sliders do by keys
        <rect
          key={row}
          class="lane-ground"
          x={0}
          y={row * ROW}
          width={width}
          height={LANE}
          onPointerDown={(event) => {
            const position = nearest(cells, row, event);
            if (position < 0 || event.pointerType === 'touch') return;
            begin(event, position);
            drag(event, position);
          }}
          onClick={(event) => {
            // A finger that only scrolls by must not leave notes behind: it has to tap.
            const position = nearest(cells, row, event);
            if (position >= 0 && event instanceof PointerEvent && event.pointerType === 'touch') drag(event, position);
          }}
          {...pointer}
        />
      ))}
      <g ref={group}>
        {cells.map((cell, position) => {
          const note = melody[position];
          const char = sound.characters[sound.places[position] ?? -1]?.char ?? '';
          const y = cell.row * ROW + (note ? heightOfPitch(note.pitch) : LANE / 2);
          return (
            <circle
              key={position}
              class={note ? 'note' : 'note no-note'}
              cx={cell.centre}
              cy={y}
              r={note ? 5 : 4}
              role="slider"
              tabIndex={position === Math.min(at, cells.length - 1) ? 0 : -1}
              aria-label={text.note(position + 1, char)}
              aria-orientation="vertical"
              aria-valuemin={21}
              aria-valuemax={108}
              aria-valuenow={note?.pitch ?? MOVES_START}
              aria-valuetext={note ? nameOfPitch(note.pitch) : text.noNote}
              onFocus={() => setAt(position)}
              onKeyDown={(event) => keys(event, position)}
              onPointerDown={(event) => begin(event, position)}
              {...pointer}
            />
          );
        })}
      </g>
    </svg>
  );
}

/** The sung position of a row that is nearest to the pointer; −1 when the row has none. */
function nearest(cells: readonly Cell[], row: number, event: MouseEvent): number {
  const x = event.clientX - (event.currentTarget as Element).getBoundingClientRect().left;
  let found = -1;
  cells.forEach((cell, position) => {
    if (cell.row !== row) return;
    if (found < 0 || Math.abs(cell.centre - x) < Math.abs(cells[found]!.centre - x)) found = position;
  });
  return found;
}

type LaneAct =
  | { readonly kind: 'go'; readonly by: number }
  | { readonly kind: 'pitch'; readonly pitch: number; readonly typed: boolean }
  | { readonly kind: 'clear' | 'leave' };

/** What a key does to the note at a position; undefined when it is no key of the lane. */
function laneKey(event: KeyboardEvent, position: number, melody: Melody): LaneAct | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined;
  const here = melody[position]?.pitch;
  const before = melody.slice(0, position).findLast((note) => note !== null)?.pitch;
  const from = here ?? before ?? MOVES_START;
  const pitch = (to: number, typed: boolean): LaneAct => ({ kind: 'pitch', pitch: to, typed });
  switch (event.key) {
    case 'ArrowLeft':
      return { kind: 'go', by: -1 };
    case 'ArrowRight':
      return { kind: 'go', by: 1 };
    case 'ArrowUp':
      return pitch(from + (event.shiftKey ? 12 : 1), false);
    case 'ArrowDown':
      return pitch(from - (event.shiftKey ? 12 : 1), false);
    case '+':
      return pitch((before ?? from) + MOVE_STEP, true);
    case '-':
      return pitch((before ?? from) - MOVE_STEP, true);
    case '=':
      return pitch(before ?? from, true);
    case 'Delete':
    case 'Backspace':
      return { kind: 'clear' };
    case 'Enter':
    case 'Escape':
      return { kind: 'leave' };
    default: {
      const note = /^[a-gA-G]$/.test(event.key) ? readNote(event.key, before ?? from) : undefined;
      return note && pitch(note.pitch, true);
    }
  }
}
