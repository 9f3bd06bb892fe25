import { t } from '../../app/i18n.ts';
import type { SongLine } from '../model/document.ts';
import { setMelody } from '../model/edit.ts';
import { readMelody, writeMelody } from '../model/note-names.ts';
import { change } from '../state/song.ts';
import { ROW_HEIGHT } from './line-geometry.ts';
import { Popover } from './Popover.tsx';
import { TypedForm } from './TypedForm.tsx';

interface MelodyTextProps {
  readonly index: number;
  readonly line: SongLine;
  readonly onClose: () => void;
}

/** A line's melody as note names or moves, to be typed. */
export function MelodyText({ index, line, onClose }: MelodyTextProps) {
  const label = t('write.melodyTextLabel {number}', { number: index + 1 });
  return (
    <Popover label={label} x={0} y={ROW_HEIGHT - 4} onClose={onClose}>
      <TypedForm
        class="melody-text"
        label={label}
        initial={writeMelody(line.melody)}
        submit={t('write.apply')}
        hint={t('write.melodyTextHint')}
        onSubmit={(typed) => {
          const parsed = readMelody(typed, line.melody);
          if (parsed.kind === 'unreadable') return t('write.melodyUnreadable {text}', { text: parsed.text });
          change((document) => setMelody(document, index, parsed.melody));
          onClose();
        }}
      />
    </Popover>
  );
}
