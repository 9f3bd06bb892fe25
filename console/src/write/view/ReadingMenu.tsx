import { parseSyllable } from '../../../../src/cantonese/jyutping.ts';
import { t } from '../../app/i18n.ts';
import { Level } from '../../app/PitchPicture.tsx';
import { chooseReading } from '../model/edit.ts';
import { type CharacterSound, soundOfReading } from '../model/line-sound.ts';
import { change } from '../state/song.ts';
import { Popover } from './Popover.tsx';
import { TypedForm } from './TypedForm.tsx';

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
export function ReadingMenu({ index, place, sound, chosen, x, y, onClose }: ReadingMenuProps) {
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
          <button
            key={jyutping}
            type="button"
            class="choice row"
            data-item
            aria-pressed={jyutping === sound.jyutping}
            onClick={() => choose(jyutping)}
          >
            <span>{jyutping}</span>
            <Level code={soundOfReading(jyutping).code} />
          </button>
        ))}
        {chosen !== undefined && (
          <button type="button" class="choice row" data-item onClick={() => choose(null)}>
            {t('write.byContext')}
          </button>
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
