import { isSung, lineUnits } from '../../../src/cantonese/line-units.ts';
import type { Note, SongDocument, SongLine } from '../write/model/document.ts';
import { withBestDrafts } from '../write/model/drafts.ts';
import { type PitchRange, pitchRangeOf } from '../write/model/note-names.ts';
import { isHeading } from '../write/model/sections.ts';
import { soundOfSongLine } from '../write/state/annotations.ts';
import './sheet.css';

/** What stands above the characters. */
export const ABOVES = ['jyutping', 'code', 'none'] as const;
export type Above = (typeof ABOVES)[number];

export interface SheetOptions {
  readonly above: Above;
  readonly columns: 1 | 2;
  /** Whether the notes are drawn. */
  readonly hasNotes: boolean;
}

interface SingerSheetProps {
  readonly song: SongDocument;
  readonly options: SheetOptions;
  readonly untitled: string;
}

/** A song for who sings it: title, sections, characters with their sound above them, the notes as a contour. */
export function SingerSheet({ song, options, untitled }: SingerSheetProps) {
  const { title, tempo, lines } = withBestDrafts(song);
  const range = pitchRangeOf(song);
  return (
    <article class="singer-sheet" lang="zh-HK" data-columns={options.columns}>
      <header>
        <h1>{title || untitled}</h1>
        <span>♩ = {tempo}</span>
      </header>
      <div class="sheet-columns">
        {lines.map((line) =>
          isHeading(line.text) ? (
            <h2 key={line.id}>{line.text.replace(/[[\]【】〔〕:：]/gu, '').trim()}</h2>
          ) : (
            <SheetLine key={line.id} line={line} range={range} options={options} />
          ),
        )}
      </div>
    </article>
  );
}

interface SheetLineProps {
  readonly line: SongLine;
  readonly range: PitchRange;
  readonly options: SheetOptions;
}

function SheetLine({ line, range, options: { above, hasNotes } }: SheetLineProps) {
  const { characters } = soundOfSongLine(line);
  let place = 0;
  let position = 0;
  const cells = lineUnits(line.text).map((text) => {
    const sound = characters[place];
    place += Array.from(text).length;
    const note = isSung(text) ? (line.melody[position++] ?? null) : null;
    return { text, note, reading: (above === 'code' ? sound?.code : sound?.jyutping) ?? '' };
  });
  const waiting = line.melody.slice(position).map((note) => ({ text: '\u3000', note, reading: '' }));
  const shown = [...cells, ...waiting];
  if (shown.length === 0) return <p class="sheet-gap" />;
  const isMelodic = hasNotes && line.melody.length > 0;
  return (
    <p class="sheet-line">
      {shown.map(({ text, note, reading }, i) => (
        <span key={i} class={above === 'jyutping' ? 'sheet-cell wide' : 'sheet-cell'}>
          {isMelodic && <Steps note={note} range={range} />}
          {above !== 'none' && <small>{reading || '\u00a0'}</small>}
          <b>{text}</b>
        </span>
      ))}
    </p>
  );
}

const STEP_BOX = 20;

/** The notes of one character at their heights. */
function Steps({ note, range: { low, high } }: { readonly note: Note | null; readonly range: PitchRange }) {
  const pieces = note ? (note.pieces ?? [{ pitch: note.pitch, at: 0, beats: note.beats }]) : [];
  return (
    <svg viewBox={`0 0 ${STEP_BOX} ${STEP_BOX}`} preserveAspectRatio="none" aria-hidden="true">
      {pieces.map(({ pitch }, i) => {
        const y = 2 + ((high - pitch) / (high - low)) * (STEP_BOX - 4);
        const width = STEP_BOX / pieces.length;
        return (
          <line key={i} x1={i * width + 1} x2={(i + 1) * width - 1} y1={y} y2={y} vector-effect="non-scaling-stroke" />
        );
      })}
    </svg>
  );
}
