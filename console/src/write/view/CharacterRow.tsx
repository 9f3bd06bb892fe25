import { Button } from '../../app/controls.tsx';
import { t } from '../../app/i18n.ts';
import { Level } from '../../app/PitchPicture.tsx';
import type { LineReadings, SongLine } from '../model/document.ts';
import type { LineSound } from '../model/line-sound.ts';
import { soundOfSongLine } from '../state/annotations.ts';
import { type Cell, GLYPH_CENTRE_Y, px, READING_OFFSET, ROW_HEIGHT, UNDERLINE_OFFSET } from './line-geometry.ts';

interface CharacterRowProps {
  readonly sound: LineSound;
  readonly readings: LineReadings;
  /** Cells by place of the text. */
  readonly cells: readonly Cell[];
  /** Place of the character at the cursor; null while the cursor is in another line. */
  readonly chosen: number | null;
  readonly onReading: (place: number) => void;
}

const UNDERLINE_Y = GLYPH_CENTRE_Y + UNDERLINE_OFFSET;
const READING_Y = GLYPH_CENTRE_Y + READING_OFFSET;

/** The signs under the characters: a thin line for each word, and for each character jyutping, tone and pitch level. */
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
        const isChosenByWriter = readings[place] !== undefined;
        const kind = isChosenByWriter ? 'own' : polyphones.length > 1 ? 'several' : 'one';
        return (
          <Button
            key={place}
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
          </Button>
        );
      })}
    </>
  );
}

/** The line under the characters of a word, drawn once for each row that the word is on. */
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
  /** Cells by sung position, including notes that wait for words. */
  readonly cells: readonly Cell[];
  /** Sung positions of the line's text. */
  readonly sungCount: number;
  readonly noteCount: number;
  /** The first line with the same melody, whose words are shown where this line has none. */
  readonly leader: SongLine | undefined;
}

/**
 * Marks for the end of a line whose text and melody differ in length: on characters without a note, or in place of the characters that
 * notes wait for. The latter faintly show the words of the leader. The number of unmatched cells follows.
 */
export function UnmatchedCells({ cells, sungCount, noteCount, leader }: UnmatchedCellsProps) {
  const isSurplus = sungCount > noteCount;
  const unmatched = cells.slice(Math.min(sungCount, noteCount));
  const last = unmatched.at(-1);
  if (!last || (isSurplus && noteCount === 0)) return null;
  const sound = isSurplus ? undefined : leader && soundOfSongLine(leader);
  const count = { count: unmatched.length };
  const hint = isSurplus ? t('write.surplusHint {count}', count) : t('write.waitingHint {count}', count);
  return (
    <>
      {unmatched.map((cell, i) => {
        const char = sound?.units[sungCount + i];
        const cellClass = isSurplus ? 'surplus' : char === undefined ? 'waiting' : 'sung-before han';
        return (
          <i
            key={`${cell.row} ${cell.left}`}
            class={cellClass}
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
      {sungCount > 0 && (
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
