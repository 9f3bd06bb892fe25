import { t } from '../../app/i18n.ts';
import { Level } from '../../app/PitchPicture.tsx';
import type { LineReadings, SongLine } from '../model/document.ts';
import type { LineSound } from '../model/line-sound.ts';
import { soundOfSongLine } from '../state/annotations.ts';
import { type Cell, GLYPH_CENTRE_Y, px, READING_OFFSET, ROW_HEIGHT, UNDERLINE_OFFSET } from './line-geometry.ts';

interface CharacterRowProps {
  readonly sound: LineSound;
  readonly readings: LineReadings;
  /** Of every place of the text. */
  readonly cells: readonly Cell[];
  /** Place of the character that the cursor is on, when it is in this line. */
  readonly chosen: number | null;
  readonly onReading: (place: number) => void;
}

const UNDERLINE_Y = GLYPH_CENTRE_Y + UNDERLINE_OFFSET;
const READING_Y = GLYPH_CENTRE_Y + READING_OFFSET;

/** What stands under the characters: the words as thin lines, jyutping, tone and pitch level. */
export function CharacterRow({ sound, readings, cells, chosen, onReading }: CharacterRowProps) {
  return (
    <>
      {sound.words.map(({ start, end }) => (
        <WordLine
          key={start}
          cells={cells.slice(start, end)}
          isChosen={chosen !== null && start <= chosen && chosen < end}
        />
      ))}
      {sound.places.map((place) => {
        const { char, jyutping, code, polyphones } = sound.characters[place]!;
        const cell = cells[place];
        if (!cell || jyutping === null) return null;
        const position = { left: px(cell.centre), top: px(cell.row * ROW_HEIGHT + READING_Y) };
        const kind = readings[place] !== undefined ? 'own' : polyphones.length > 1 ? 'several' : 'one';
        return (
          <button
            key={place}
            type="button"
            class={`bare char-reading ${kind}`}
            data-place={place}
            style={position}
            tabIndex={-1}
            title={t('write.reading {char} {jyutping} {code}', { char, jyutping, code: code ?? '' })}
            onClick={() => onReading(place)}
          >
            <span class="visually-hidden">{char} </span>
            <span class="jyutping">
              {jyutping.slice(0, -1)}
              <b>{jyutping.slice(-1)}</b>
            </span>
            <Level code={code} />
          </button>
        );
      })}
    </>
  );
}

/** A word as a line under its characters; one for each row that it is on. */
function WordLine({ cells, isChosen }: { readonly cells: readonly Cell[]; readonly isChosen: boolean }) {
  const rows = [...new Set(cells.map(({ row }) => row))];
  return (
    <>
      {rows.map((row) => {
        const rowCells = cells.filter((cell) => cell.row === row);
        const [first, last] = [rowCells[0]!, rowCells.at(-1)!];
        const position = {
          left: px(first.left),
          top: px(row * ROW_HEIGHT + UNDERLINE_Y),
          width: px(last.left + last.width - first.left),
        };
        return <i key={row} class={isChosen ? 'word-line chosen' : 'word-line'} style={position} />;
      })}
    </>
  );
}

interface SurplusCellsProps {
  /** Of the sung positions. */
  readonly cells: readonly Cell[];
  /** The first character after the last note. */
  readonly from: number;
}

/** Characters for which the melody has no note, told apart, and how many they are. */
export function SurplusCells({ cells, from }: SurplusCellsProps) {
  const surplus = cells.slice(from);
  const last = surplus.at(-1);
  if (!last) return null;
  const hint = t('write.surplusHint {count}', { count: surplus.length });
  return (
    <>
      {surplus.map((cell) => (
        <i
          key={`${cell.row} ${cell.left}`}
          class="surplus"
          style={{ left: px(cell.left), top: px(cell.row * ROW_HEIGHT + GLYPH_CENTRE_Y), width: px(cell.width) }}
        />
      ))}
      <CountAfter cell={last} class="surplus-count" count={`+${surplus.length}`} hint={hint} />
    </>
  );
}

interface CountAfterProps {
  readonly cell: Cell;
  readonly class: string;
  readonly count: string;
  readonly hint: string;
}

/** By how much characters and notes differ, behind the last of a line. */
function CountAfter({ cell, class: name, count, hint }: CountAfterProps) {
  return (
    <span
      class={name}
      title={hint}
      style={{ left: px(cell.left + cell.width), top: px(cell.row * ROW_HEIGHT + GLYPH_CENTRE_Y) }}
    >
      <span aria-hidden="true">{count}</span>
      <span class="visually-hidden">{hint}</span>
    </span>
  );
}

interface WaitingCellsProps {
  /** Of the sung positions. */
  readonly cells: readonly Cell[];
  /** The first position without a character. */
  readonly from: number;
  /** The line whose melody this one shares. */
  readonly leader: SongLine | undefined;
}

/** What stands for notes without characters: faintly the words that are sung to them elsewhere, to sing along. */
export function WaitingCells({ cells, from, leader }: WaitingCellsProps) {
  const sound = leader && soundOfSongLine(leader);
  const waiting = cells.slice(from);
  const last = waiting.at(-1);
  return (
    <>
      {/* A line that is still to be written lacks nothing. */}
      {from > 0 && last && (
        <CountAfter
          cell={last}
          class="surplus-count waiting-count"
          count={`−${waiting.length}`}
          hint={t('write.waitingHint {count}', { count: waiting.length })}
        />
      )}
      {waiting.map((cell, i) => {
        const char = sound?.units[from + i];
        return (
          <i
            key={`${cell.row} ${cell.left}`}
            class={char === undefined ? 'waiting' : 'sung-before han'}
            lang="zh-HK"
            aria-hidden="true"
            style={{ left: px(cell.centre), top: px(cell.row * ROW_HEIGHT + GLYPH_CENTRE_Y) }}
          >
            {char}
          </i>
        );
      })}
    </>
  );
}
