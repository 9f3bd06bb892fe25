import type { SongLine } from '../model/document.ts';
import { soundOfSongLine } from '../state/annotations.ts';
import { riskContextOf, risksOfLine } from '../state/line-risks.ts';
import { DraftMenu } from './DraftMenu.tsx';
import { MelodyText } from './MelodyText.tsx';
import { ReadingMenu } from './ReadingMenu.tsx';
import { SwapMenu } from './SwapMenu.tsx';

/** The popover that is open: swaps of a sung position, readings of a character, the melody as text, or the drafts. */
export type OpenPopover =
  | { readonly kind: 'swaps'; readonly position: number; readonly x: number; readonly y: number }
  | { readonly kind: 'readings'; readonly place: number; readonly x: number; readonly y: number }
  | { readonly kind: 'melody' }
  | { readonly kind: 'drafts' };

interface LineMenusProps {
  readonly index: number;
  readonly line: SongLine;
  readonly open: OpenPopover;
  readonly onClose: () => void;
}

/** The open popover. It shows the stored line, not the preview. */
export function LineMenus({ index, line, open, onClose }: LineMenusProps) {
  if (open.kind === 'melody') return <MelodyText index={index} line={line} onClose={onClose} />;
  if (open.kind === 'drafts') return <DraftMenu index={index} line={line} onClose={onClose} />;
  const sound = soundOfSongLine(line);
  const { x, y } = open;
  if (open.kind === 'readings') {
    const character = sound.characters[open.place];
    if (!character) return null;
    return (
      <ReadingMenu
        index={index}
        x={x}
        y={y}
        onClose={onClose}
        place={open.place}
        sound={character}
        chosen={line.readings[open.place]}
      />
    );
  }
  const risk = risksOfLine(line, sound, riskContextOf(line)).own.find(({ position }) => position === open.position);
  return risk ? <SwapMenu index={index} line={line} sound={sound} risk={risk} x={x} y={y} onClose={onClose} /> : null;
}
