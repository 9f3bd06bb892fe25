import { batch, computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { ImportedSong } from '../../../../src/melody/imported.ts';
import type { EncodingChoice } from '../../../../src/melody/text-encoding.ts';
import { readStorage } from '../../app/storage.ts';
import { exampleSong, type LineReadings } from '../model/document.ts';
import type { Position } from '../model/edit.ts';
import { startHistory } from '../model/history.ts';
import type { LayRow, LayTarget } from '../model/lay-melody.ts';
import { type LineRange, rangeBetween } from '../model/line-range.ts';
import type { AnnotatedText } from '../model/line-sound.ts';
import { type PitchRange, pitchRangeOf } from '../model/note-names.ts';
import type { ReadingTable } from '../model/reading-table.ts';
import { readHints, readLastOpened, readSongIndex } from './browser-storage.ts';

/** Voices of the playback: the melody, the words' tones as spoken, or both at once. */
export const VOICES = ['melody', 'tones', 'both'] as const;
export type Voices = (typeof VOICES)[number];

/** Part that is played in a loop: none, the line, or the section of the line. */
export const LOOPS = ['off', 'line', 'section'] as const;
type Loop = (typeof LOOPS)[number];

/** The caret: a line, and the code points of its text before the caret. */
export interface Cursor {
  readonly lineId: string;
  readonly place: number;
}

/** Text and readings shown in place of a line's own while a suggestion has the focus or the pointer. */
interface Preview {
  readonly lineId: string;
  readonly text: string;
  readonly readings: LineReadings;
}

/** A melody that was read, and how it would lie under the lines. */
export interface MelodyLoad {
  readonly song: ImportedSong;
  readonly part: number;
  readonly target: LayTarget;
  readonly rows: readonly LayRow[];
}

/** A melody file whose texts may be read in several encodings. */
interface EncodingQuestion {
  readonly file: File;
  readonly choices: readonly EncodingChoice[];
}

export const ALL_READINGS_KEY = 'lexicon.all-readings';

const lastOpened = readLastOpened();
/** Whether nothing was ever written in this browser: the page then shows its example. */
export const isFirstVisit = lastOpened === undefined;
const hints = readHints(isFirstVisit);
const firstSong = lastOpened ?? exampleSong();

/** The state of the writing column that is shown; caches and timers are in their modules. */
const fields = {
  /** The open song, with what can be undone and redone. */
  history: signal(startHistory(firstSong)),
  /** The songs that this browser keeps, the one changed last first. */
  storedSongs: signal(readSongIndex()),
  /** Whether the browser refused to keep the open song, for want of room or by its settings. */
  isStorageFull: signal(false),

  cursor: signal<Cursor | null>(null),
  /** The line that is to take the focus at a place; the line takes it and clears this. */
  requestedFocus: signal<Cursor | null>(null),
  /** Both ends of what is selected over several lines. Within one line the field selects by itself. */
  selectionEnds: signal<{ readonly anchor: Position; readonly head: Position } | null>(null),
  preview: signal<Preview | null>(null),
  /** Set while an input method composes; no requests are sent meanwhile. */
  isComposing: signal(false),

  /** The last annotation of each line by its id, though its text may have changed since. */
  annotations: signal<ReadonlyMap<string, AnnotatedText>>(new Map()),
  /** The table by which lines are read at once; null until it has come. */
  readingTable: signal<ReadingTable | null>(null),

  /** A melody file that is being looked at before it is taken. */
  melodyLoad: signal<MelodyLoad | null>(null),
  encodingQuestion: signal<EncodingQuestion | null>(null),
  /** Sung position that sounds now; null while nothing is played. */
  playing: signal<{ readonly lineId: string; readonly position: number } | null>(null),
  voices: signal<Voices>('both'),
  /** Part that is played in a loop. */
  loop: signal<Loop>('off'),
  /** The lane's scale while a note is dragged: it stays as it was, so that the note stays under the pointer. */
  frozenRange: signal<PitchRange | null>(null),

  /** A line that is drawn though it is out of view, as something in it is to be shown. */
  revealedLine: signal<string | null>(null),
  /** Width of the column in pixels; lines are measured anew when it changes. */
  columnWidth: signal(0),
  /** Whether readings and codes stand under every line, and not only under the one with the cursor. */
  hasAllReadings: signal(readStorage(ALL_READINGS_KEY) === 'true'),
  /** The lexicon's themes; empty until someone is about to choose one. */
  themes: signal<readonly string[]>([]),
  pendingHints: signal(hints),
  /** Hints shown in this visit, followed ones included: removing one would move the lyrics under the pointer. */
  shownHints: signal(hints),
};
type Fields = typeof fields;
type ValueOf<Field extends keyof Fields> = Fields[Field]['value'];

const song = computed(() => fields.history.value.present);

let lastRange: PitchRange | undefined;

/** The state as signals, and what follows from it. Read it anywhere; the actions of this folder and event handlers {@link update} it. */
export const store = {
  ...(fields as { readonly [Field in keyof Fields]: ReadonlySignal<ValueOf<Field>> }),
  /** The open song. */
  song,
  canUndo: computed(() => fields.history.value.past.length > 0),
  canRedo: computed(() => fields.history.value.future.length > 0),
  /** Index of the line that the cursor is in; 0 when it is nowhere. */
  cursorLine: computed(() => {
    const lineId = fields.cursor.value?.lineId;
    return Math.max(
      0,
      song.value.lines.findIndex(({ id }) => id === lineId),
    );
  }),
  /** The selection over several lines; null without one. */
  lineSelection: computed<LineRange | null>(() => {
    const ends = fields.selectionEnds.value;
    return ends && rangeBetween(ends.anchor, ends.head);
  }),
  /** The pitches that the melody lane shows; the same value while they stay, as all lines are drawn by it. */
  pitchRange: computed(() => {
    const next = fields.frozenRange.value ?? pitchRangeOf(song.value);
    if (next.low !== lastRange?.low || next.high !== lastRange.high) lastRange = next;
    return lastRange;
  }),
};

/** Whether the open song is the page's example, unchanged. */
export function showsExample(): boolean {
  return isFirstVisit && song.peek() === firstSong;
}

/** Changes several fields at once; effects that read them run once. */
export function update(changes: { readonly [Field in keyof Fields]?: ValueOf<Field> }): void {
  batch(() => {
    for (const [field, value] of Object.entries(changes))
      (fields as Record<string, Signal<unknown>>)[field]!.value = value;
  });
}
