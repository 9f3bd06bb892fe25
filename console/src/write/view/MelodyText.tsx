import { useEffect, useRef, useState } from 'preact/hooks';
import { t } from '../../app/i18n.ts';
import type { SongLine } from '../model/document.ts';
import { setMelody } from '../model/edit.ts';
import { readMelody, writeMelody } from '../model/note-names.ts';
import { change } from '../state/song.ts';
import { ROW_HEIGHT } from './line-geometry.ts';
import { Popover } from './Popover.tsx';

interface MelodyTextProps {
  readonly index: number;
  readonly line: SongLine;
  readonly onClose: () => void;
}

/** A line's melody as note names or moves, to be typed. */
export function MelodyText({ index, line, onClose }: MelodyTextProps) {
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(() => writeMelody(line.melody));
  const [unreadable, setUnreadable] = useState<string | null>(null);
  useEffect(() => field.current?.select(), []);
  const label = t('write.melodyTextLabel {number}', { number: index + 1 });
  return (
    <Popover label={label} x={0} y={ROW_HEIGHT - 4} onClose={onClose}>
      <form
        class="melody-text"
        onSubmit={(event) => {
          event.preventDefault();
          const parsed = readMelody(typed, line.melody);
          if (parsed.kind === 'unreadable') {
            setUnreadable(parsed.text);
            return;
          }
          change((document) => setMelody(document, index, parsed.melody));
          onClose();
        }}
      >
        <label>
          {label}
          <input
            ref={field}
            type="text"
            value={typed}
            spellcheck={false}
            autocomplete="off"
            autocapitalize="none"
            aria-invalid={unreadable !== null}
            onInput={(event) => {
              setTyped(event.currentTarget.value);
              setUnreadable(null);
            }}
          />
        </label>
        <button type="submit" class="primary">
          {t('write.apply')}
        </button>
        {unreadable === null ? (
          <p class="help">{t('write.melodyTextHint')}</p>
        ) : (
          <p class="wrong" role="alert">
            {t('write.melodyUnreadable {text}', { text: unreadable })}
          </p>
        )}
      </form>
    </Popover>
  );
}
