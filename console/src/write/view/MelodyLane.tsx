import type { RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { t } from '../../app/i18n.ts';
import { type Melody, type Note, type SongDocument, transposed } from '../model/document.ts';
import { setNote } from '../model/edit.ts';
import type { LineSound } from '../model/line-sound.ts';
import { clampPitch, MOVE_STEP, MOVES_START, nameOfPitch, readNote } from '../model/note-names.ts';
import { soundNote, soundSyllable } from '../player.ts';
import { change, completeHint } from '../state/song.ts';
import { type Cell, heightOfPitch, LANE_HEIGHT, ROW_HEIGHT } from './line-geometry.ts';
import { type NoteDrag, type PlacedPitch, useNoteDrag } from './note-drag.ts';

interface LaneProps {
  readonly index: number;
  readonly melody: Melody;
  readonly sound: LineSound;
  /** Cells by sung position, including notes that wait for words. */
  readonly cells: readonly Cell[];
  /** Cells after these in which notes can be drawn; none in a line with words. */
  readonly drawingCells: readonly Cell[];
  readonly rows: number;
  readonly width: number;
  /** Called to move the focus back to the words, at a sung position. */
  readonly onLeave: (position: number) => void;
}

/** The notes of a line: dots that are dragged by semitones, or moved with the keys as sliders. */
export function MelodyLane({ index, melody, sound, cells, drawingCells, rows, width, onLeave }: LaneProps) {
  const group = useRef<SVGGElement>(null);
  const [activePosition, setActivePosition] = useState(0);
  const [namedPosition, setNamedPosition] = useState<number | null>(null);
  const canDraw = drawingCells.length > 0;
  const laneCells = [...cells, ...drawingCells];
  // The first place to draw in is reached by keys, too.
  const noteCells = laneCells.slice(0, cells.length + 1);
  const { focus, focusAdded } = useSliderFocus(group, setActivePosition);
  useLayoutEffect(focusAdded);
  const charAt = (position: number) => sound.characters[sound.places[position] ?? -1];
  const hear = (position: number) => {
    const pitches = melody.map((note) => note?.pitch ?? null);
    const pitch = pitches[position];
    if (pitch != null) soundSyllable(pitch, charAt(position)?.jyutping ?? null, pitches);
  };
  const setNotes = (notes: readonly PlacedPitch[], kind: string) => setPitches(index, melody, notes, kind);
  const drag = useNoteDrag({ index, melody, cells: laneCells, canDraw, setNotes, focus, hear });
  const onKeyDown = (event: KeyboardEvent, position: number) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const before = melody.slice(0, position).findLast((note) => note !== null)?.pitch;
    const from = melody[position]?.pitch ?? before ?? MOVES_START;
    const semitones = event.shiftKey ? 12 : 1;
    const shift = (pitch: number) => setNotes([{ position, pitch }], `key ${index} ${position}`);
    /** Sets the note and moves on to the next one. */
    const type = (pitch: number) => {
      setNotes([{ position, pitch }], '');
      focus(position + 1);
    };
    const actions: Readonly<Record<string, () => void>> = {
      ArrowLeft: () => focus(position - 1),
      ArrowRight: () => focus(position + 1),
      ArrowUp: () => shift(from + semitones),
      ArrowDown: () => shift(from - semitones),
      '+': () => type((before ?? from) + MOVE_STEP),
      '-': () => type((before ?? from) - MOVE_STEP),
      '=': () => type(before ?? from),
      Delete: () => change((document) => setNote(document, index, position, null)),
      ' ': () => hear(position),
      Escape: () => onLeave(position),
    };
    const typed = /^[a-gA-G]$/.test(event.key) ? readNote(event.key, before ?? from) : undefined;
    const action = typed ? () => type(typed.pitch) : actions[SAME_KEYS[event.key] ?? event.key];
    if (!action) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: an SVG cannot hold a fieldset
    <svg
      class="lane"
      width={width}
      height={rows * ROW_HEIGHT}
      aria-label={t('write.lane {number}', { number: index + 1 })}
      role="group"
    >
      {Array.from({ length: rows }, (_, row) => (
        // The empty lane of a row: a press puts the nearest note there.
        // biome-ignore lint/a11y/noStaticElementInteractions: the pointer's way to what the sliders do by keys
        <rect
          key={row}
          class="lane-ground"
          x={0}
          y={row * ROW_HEIGHT}
          width={width}
          height={LANE_HEIGHT}
          onPointerDown={(event) => {
            if (event.pointerType !== 'touch') drag.beginOnGround(event, row);
          }}
          onClick={(event) => {
            // A finger that only scrolls by must not leave notes behind: it has to tap.
            if (event instanceof PointerEvent && event.pointerType === 'touch') drag.tap(event, row);
          }}
          {...drag.handlers}
        />
      ))}
      {canDraw && melody.length === 0 && laneCells[1] && (
        <text class="draw-hint" x={laneCells[1].left} y={LANE_HEIGHT / 2 + 4}>
          {t('write.drawHint')}
        </text>
      )}
      <g ref={group}>
        {noteCells.map((cell, position) => (
          <LaneNote
            key={position}
            cell={cell}
            drag={drag}
            position={position}
            onKeyDown={onKeyDown}
            note={melody[position] ?? null}
            char={sound.units[position] ?? ''}
            isStop={position === Math.min(activePosition, noteCells.length - 1)}
            isNamed={position === namedPosition}
            onFocus={() => {
              setActivePosition(position);
              setNamedPosition(position);
            }}
            onBlur={() => setNamedPosition(null)}
          />
        ))}
      </g>
    </svg>
  );
}

/** Keys with the same action as another key. */
const SAME_KEYS: Readonly<Record<string, string>> = { Enter: 'Escape', Backspace: 'Delete' };

/** Focus for the notes by position. A position that a new note has just made room for gets the focus once it is drawn. */
function useSliderFocus(group: RefObject<SVGGElement | null>, onFocus: (position: number) => void) {
  const awaited = useRef<number | null>(null);
  const sliders = () => [...(group.current?.querySelectorAll<SVGElement>('[role=slider]') ?? [])];
  const focus = (position: number) => {
    const all = sliders();
    const next = Math.min(all.length - 1, Math.max(0, position));
    awaited.current = position === all.length ? position : null;
    onFocus(next);
    all[next]?.focus();
  };
  const focusAdded = () => {
    const added = awaited.current === null ? undefined : sliders()[awaited.current];
    if (!added) return;
    awaited.current = null;
    // The writer may have gone elsewhere meanwhile.
    if (group.current?.contains(document.activeElement)) added.focus();
  };
  return { focus, focusAdded };
}

function setPitches(index: number, melody: Melody, notes: readonly PlacedPitch[], kind: string): void {
  const changed = notes.filter(({ position, pitch }) => melody[position]?.pitch !== clampPitch(pitch));
  const last = changed.at(-1);
  if (!last) return;
  completeHint('note');
  soundNote(clampPitch(last.pitch));
  const place = (document: SongDocument, { position, pitch }: PlacedPitch) =>
    setNote(document, index, position, transposed(melody[position] ?? { pitch, beats: 1 }, clampPitch(pitch)));
  change((document) => changed.reduce(place, document), kind);
}

interface NoteProps {
  readonly cell: Cell;
  readonly note: Note | null;
  readonly char: string;
  readonly position: number;
  /** Whether the note is the lane's tab stop; the arrow keys reach the others. */
  readonly isStop: boolean;
  /** Whether the note's name is shown beside it. */
  readonly isNamed: boolean;
  readonly drag: NoteDrag;
  readonly onFocus: () => void;
  readonly onBlur: () => void;
  readonly onKeyDown: (event: KeyboardEvent, position: number) => void;
}

/** Radius in pixels within which a finger finds the note. */
const GRIP_RADIUS = 13;
/** Pixels after a note within which the further notes to its character are drawn. */
const FURTHER_NOTES_WIDTH = 26;
/** Pixels above a note that its name needs; a note nearer to the lane's top has its name below. */
const NAME_ROOM = 22;

function LaneNote({ cell, note, char, position, isStop, isNamed, drag, onFocus, onBlur, onKeyDown }: NoteProps) {
  const laneTop = cell.row * ROW_HEIGHT;
  const y = laneTop + (note ? heightOfPitch(note.pitch) : LANE_HEIGHT / 2);
  return (
    <>
      <circle
        class={note ? 'grip' : 'grip no-grip'}
        cx={cell.centre}
        cy={y}
        r={GRIP_RADIUS}
        onPointerDown={(event) => drag.beginOnNote(event, position)}
        {...drag.handlers}
      />
      <circle
        class={note ? 'note' : 'note no-note'}
        cx={cell.centre}
        cy={y}
        r={note ? 5 : 4}
        role="slider"
        tabindex={isStop ? 0 : -1}
        aria-label={
          char === ''
            ? t('write.note {position}', { position: position + 1 })
            : t('write.noteOf {position} {char}', { position: position + 1, char })
        }
        aria-orientation="vertical"
        aria-valuemin={21}
        aria-valuemax={108}
        aria-valuenow={note?.pitch ?? MOVES_START}
        aria-valuetext={note ? nameOfPitch(note.pitch) : t('write.noNote')}
        onFocus={onFocus}
        onBlur={onBlur}
        onKeyDown={(event) => onKeyDown(event, position)}
      />
      {note?.pieces?.slice(1).map(({ pitch, at }) => (
        <circle
          key={at}
          class="further-note"
          cx={cell.centre + Math.min(1, at / note.beats) * FURTHER_NOTES_WIDTH}
          cy={laneTop + heightOfPitch(pitch)}
          r={3}
        />
      ))}
      {isNamed && note && (
        <text class="note-name" x={cell.centre} y={y - laneTop < NAME_ROOM ? y + 20 : y - 9}>
          {nameOfPitch(note.pitch)}
        </text>
      )}
    </>
  );
}
