import { signal } from '@preact/signals';
import { Button, SignButton } from '../../app/controls.tsx';
import { t } from '../../app/i18n.ts';
import { playSong, toggleLoop } from '../state/playback.ts';
import { redoChange, undoChange } from '../state/song.ts';
import { store, update, VOICES, type Voices } from '../state/store.ts';
import { chooseFile } from './FileInput.tsx';

/** Tools for the whole song: its melody, playback, undo and redo. */
export function Toolbar() {
  const isPlaying = store.playing.value !== null;
  const loop = store.loop.value;
  return (
    <div class="toolbar row wrap" role="toolbar" aria-label={t('write.toolbar')}>
      <Button title={t('write.loadMelodyHint')} onClick={() => chooseFile('melody-file')}>
        <span aria-hidden="true">♪</span> {t('write.loadMelody')}
      </Button>
      <Button onClick={() => playSong(isPlaying ? 0 : store.cursorLine.peek())} class="play">
        <span aria-hidden="true">{isPlaying ? '■' : '▶'}</span>{' '}
        <span class="play-label">{isPlaying ? t('write.stop') : t('write.play')}</span>
      </Button>
      <SignButton
        class="loop"
        label={t(`write.loop.${loop}`)}
        keys="Alt O"
        isPressed={loop !== 'off'}
        onPress={toggleLoop}
        sign={loop === 'section' ? '⟲' : '⟳'}
      />
      <VoicesChoice />
      <SpeakButton />
      <span class="grow" />
      <SignButton
        label={t('write.undo')}
        keys="Ctrl Z"
        isDisabled={!store.canUndo.value}
        onPress={undoChange}
        sign="↶"
      />
      <SignButton
        label={t('write.redo')}
        keys="Ctrl Shift Z"
        isDisabled={!store.canRedo.value}
        onPress={redoChange}
        sign="↷"
      />
    </div>
  );
}

function VoicesChoice() {
  const chosen = store.voices.value;
  return (
    <fieldset class="segments">
      <legend class="visually-hidden">{t('write.voicesLabel')}</legend>
      {VOICES.map((one: Voices) => (
        <label key={one} class={one === chosen ? 'chosen' : ''}>
          <input
            type="radio"
            name="voices"
            class="visually-hidden"
            checked={one === chosen}
            onChange={() => update({ voices: one })}
          />
          {t(`write.voices.${one}`)}
        </label>
      ))}
    </fieldset>
  );
}

/** The browser's Cantonese voice: Hong Kong's Chinese, or Cantonese by its own code. */
const CANTONESE = /^(?:zh[-_]HK|yue)/iu;

const voice = signal(findVoice());
const isSpeaking = signal(false);

function findVoice(): SpeechSynthesisVoice | undefined {
  return globalThis.speechSynthesis?.getVoices().find(({ lang }) => CANTONESE.test(lang));
}

// Voices come some time after the page.
globalThis.speechSynthesis?.addEventListener?.('voiceschanged', () => {
  voice.value = findVoice();
});

function speak(text: string, speaker: SpeechSynthesisVoice): void {
  const utterance = new SpeechSynthesisUtterance(text);
  utterance.voice = speaker;
  utterance.lang = speaker.lang;
  utterance.onend = utterance.onerror = () => {
    isSpeaking.value = false;
  };
  isSpeaking.value = true;
  speechSynthesis.cancel();
  speechSynthesis.speak(utterance);
}

/** Says the line of the cursor; not there where the browser has no Cantonese voice. */
function SpeakButton() {
  const speaker = voice.value;
  if (!speaker) return null;
  const label = isSpeaking.value ? t('handover.stopSpeaking') : t('handover.speak');
  return (
    <Button
      class="quiet speak"
      aria-pressed={isSpeaking.value}
      onClick={() => {
        const line = store.song.peek().lines[store.cursorLine.peek()]?.text.trim();
        if (isSpeaking.peek()) speechSynthesis.cancel();
        else if (line) speak(line, speaker);
      }}
      text={label}
    />
  );
}
