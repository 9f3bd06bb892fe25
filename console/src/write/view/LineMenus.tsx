import { parseSyllable } from '../../../../src/cantonese/jyutping.ts';
import { Button } from '../../app/controls.tsx';
import { t } from '../../app/i18n.ts';
import { Level } from '../../app/PitchPicture.tsx';
import type { SongLine } from '../model/document.ts';
import { chooseReading, setMelody } from '../model/edit.ts';
import { type CharacterSound, soundOfReading } from '../model/line-sound.ts';
import { readMelody, writeMelody } from '../model/note-names.ts';
import { soundOfSongLine } from '../state/annotations.ts';
import { riskContextOf, risksOfLine } from '../state/line-risks.ts';
import { change } from '../state/song.ts';
import { DraftMenu } from './DraftMenu.tsx';
import { ROW_HEIGHT } from './line-geometry.ts';
import { Popover } from './Popover.tsx';
import { SwapMenu } from './SwapMenu.tsx';
import { TypedForm } from './TypedForm.tsx';

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

/** A line's melody as note names or moves, to be typed. */
function MelodyText({ index, line, onClose }: Omit<LineMenusProps, 'open'>) {
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

interface ReadingMenuProps {
  readonly index: number;
  readonly place: number;
  readonly sound: CharacterSound;
  readonly chosen: string | undefined;
  readonly x: number;
  readonly y: number;
  readonly onClose: () => void;
}

/** The readings of a character to choose from; any other syllable may be typed, for changed tones and names. */
function ReadingMenu({ index, place, sound, chosen, x, y, onClose }: ReadingMenuProps) {
  const candidates = [...new Set([...sound.polyphones, ...(sound.jyutping === null ? [] : [sound.jyutping])])];
  const choose = (jyutping: string | null) => {
    change((document) => chooseReading(document, index, place, jyutping));
    onClose();
  };
  return (
    <Popover label={t('write.readings {char}', { char: sound.char })} x={x} y={y} onClose={onClose}>
      <h3>{t('write.readings {char}', { char: sound.char })}</h3>
      <div class="choices">
        {candidates.map((jyutping) => (
          <Button
            key={jyutping}
            class="choice row"
            data-item
            aria-pressed={jyutping === sound.jyutping}
            onClick={() => choose(jyutping)}
          >
            <span>{jyutping}</span>
            <Level code={soundOfReading(jyutping).code} />
          </Button>
        ))}
        {chosen !== undefined && (
          <Button class="choice row" data-item onClick={() => choose(null)} text={t('write.byContext')} />
        )}
      </div>
      <TypedForm
        class="inline-form"
        label={t('write.otherReading')}
        isLabelHidden
        placeholder={t('write.otherReadingHint')}
        submit={t('write.choose')}
        onSubmit={(typed) => {
          const jyutping = typed.trim().toLowerCase();
          if (!parseSyllable(jyutping)) return t('write.notASyllable');
          choose(jyutping);
        }}
      />
    </Popover>
  );
}
