import { useEffect, useRef, useState } from 'preact/hooks';
import { parseSyllable } from '../../../../src/cantonese/jyutping.ts';
import { codeOfTone } from '../../../../src/cantonese/tone.ts';
import { t } from '../../app/i18n.ts';
import { PitchPicture } from '../../app/PitchPicture.tsx';
import { chooseReading } from '../model/edit.ts';
import type { CharacterSound } from '../model/line-sound.ts';
import { change } from '../state/song.ts';
import { focusFirst, moveInList, Popover } from './Popover.tsx';

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
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => focusFirst(list.current), []);
  const choose = (jyutping: string | null) => {
    change((document) => chooseReading(document, index, place, jyutping));
    onClose();
  };
  return (
    <Popover label={t('write.readings {char}', { char: sound.char })} x={x} y={y} onClose={onClose}>
      <h3>{t('write.readings {char}', { char: sound.char })}</h3>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrow keys move among the buttons, which can be reached without */}
      <div class="choices" ref={list} onKeyDown={(event) => moveInList(event, event.currentTarget)}>
        {candidates.map((jyutping) => (
          <button
            key={jyutping}
            type="button"
            class="choice"
            data-item
            aria-pressed={jyutping === sound.jyutping}
            onClick={() => choose(jyutping)}
          >
            <span>{jyutping}</span>
            <Level jyutping={jyutping} />
          </button>
        ))}
        {chosen !== undefined && (
          <button type="button" class="choice" data-item onClick={() => choose(null)}>
            {t('write.byContext')}
          </button>
        )}
      </div>
      <OtherReading onChoose={choose} />
    </Popover>
  );
}

function Level({ jyutping }: { readonly jyutping: string }) {
  const syllable = parseSyllable(jyutping);
  if (!syllable) return null;
  const code = codeOfTone(syllable.tone);
  return (
    <span class="level">
      {code}
      <PitchPicture code={code} />
    </span>
  );
}

function OtherReading({ onChoose }: { readonly onChoose: (jyutping: string) => void }) {
  const [typed, setTyped] = useState('');
  const [isWrong, setWrong] = useState(false);
  return (
    <form
      class="inline-form"
      onSubmit={(event) => {
        event.preventDefault();
        const jyutping = typed.trim().toLowerCase();
        if (parseSyllable(jyutping)) onChoose(jyutping);
        else setWrong(true);
      }}
    >
      <input
        type="text"
        value={typed}
        aria-label={t('write.otherReading')}
        aria-invalid={isWrong}
        placeholder={t('write.otherReadingHint')}
        autocomplete="off"
        autocapitalize="none"
        spellcheck={false}
        onInput={(event) => {
          setTyped(event.currentTarget.value);
          setWrong(false);
        }}
      />
      <button type="submit">{t('write.choose')}</button>
      {isWrong && (
        <p class="wrong" role="alert">
          {t('write.notASyllable')}
        </p>
      )}
    </form>
  );
}
