import type { Melody } from '../model/document.ts';
import { MOVE_STEP, MOVES_START, readNote } from '../model/note-names.ts';

/** What a key of the lane asks for. `typed`: the next note follows. */
export type LaneAction =
  | { readonly kind: 'go'; readonly by: number }
  | { readonly kind: 'pitch'; readonly pitch: number; readonly typed: boolean }
  | { readonly kind: 'clear' | 'leave' | 'hear' };

/** What a key does to the note at a position; undefined when it is no key of the lane. */
export function actionForKey(event: KeyboardEvent, position: number, melody: Melody): LaneAction | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined;
  const currentPitch = melody[position]?.pitch;
  const previousPitch = melody.slice(0, position).findLast((note) => note !== null)?.pitch;
  const from = currentPitch ?? previousPitch ?? MOVES_START;
  const pitch = (to: number, typed: boolean): LaneAction => ({ kind: 'pitch', pitch: to, typed });
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
      return pitch((previousPitch ?? from) + MOVE_STEP, true);
    case '-':
      return pitch((previousPitch ?? from) - MOVE_STEP, true);
    case '=':
      return pitch(previousPitch ?? from, true);
    case 'Delete':
    case 'Backspace':
      return { kind: 'clear' };
    case ' ':
      return { kind: 'hear' };
    case 'Enter':
    case 'Escape':
      return { kind: 'leave' };
    default: {
      const note = /^[a-gA-G]$/.test(event.key) ? readNote(event.key, previousPitch ?? from) : undefined;
      return note && pitch(note.pitch, true);
    }
  }
}
