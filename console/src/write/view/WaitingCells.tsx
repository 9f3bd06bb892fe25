import type { SongLine } from '../model/document.ts';
import { soundOfSongLine } from '../state/annotations.ts';
import { type Cell, GLYPH_CENTRE_Y, px, ROW_HEIGHT } from './line-geometry.ts';

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
  return (
    <>
      {cells.slice(from).map((cell, i) => {
        const char = sound?.characters[sound.places[from + i] ?? -1]?.char;
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
