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

interface UnmatchedCellsProps {
  /** Of the sung positions, those that wait for words included. */
  readonly cells: readonly Cell[];
  /** How many characters the line has, and how many notes. */
  readonly written: number;
  readonly notes: number;
  /** The line whose melody this one shares. */
  readonly leader: SongLine | undefined;
}

/**
 * Characters for which the melody has no note, told apart, or what stands for notes without characters: faintly the words that are
 * sung to them elsewhere, to sing along. Behind them how many they are.
 */
export function UnmatchedCells({ cells, written, notes, leader }: UnmatchedCellsProps) {
  const isSurplus = written > notes;
  const unmatched = cells.slice(Math.min(written, notes));
  const last = unmatched.at(-1);
  if (!last || (isSurplus && notes === 0)) return null;
  const sound = isSurplus ? undefined : leader && soundOfSongLine(leader);
  const count = { count: unmatched.length };
  const hint = isSurplus ? t('write.surplusHint {count}', count) : t('write.waitingHint {count}', count);
  return (
    <>
      {unmatched.map((cell, i) => {
        const char = sound?.units[written + i];
        const name = isSurplus ? 'surplus' : char === undefined ? 'waiting' : 'sung-before han';
        return (
          <i
            key={`${cell.row} ${cell.left}`}
            class={name}
            lang="zh-HK"
            aria-hidden="true"
            style={{
              left: px(isSurplus ? cell.left : cell.centre),
              top: px(cell.row * ROW_HEIGHT + GLYPH_CENTRE_Y),
              width: isSurplus ? px(cell.width) : undefined,
            }}
          >
            {char}
          </i>
        );
      })}
      {/* A line that is still to be written lacks nothing. */}
      {written > 0 && (
        <span
          class={isSurplus ? 'surplus-count' : 'surplus-count waiting-count'}
          title={hint}
          style={{ left: px(last.left + last.width), top: px(last.row * ROW_HEIGHT + GLYPH_CENTRE_Y) }}
        >
          <span aria-hidden="true">{isSurplus ? `+${unmatched.length}` : `−${unmatched.length}`}</span>
          <span class="visually-hidden">{hint}</span>
        </span>
      )}
    </>
  );
}
