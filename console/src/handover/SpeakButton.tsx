import { signal } from '@preact/signals';
import { t } from '../app/i18n.ts';
import { store } from '../write/state/store.ts';

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
export function SpeakButton() {
  const speaker = voice.value;
  if (!speaker) return null;
  const label = isSpeaking.value ? t('handover.stopSpeaking') : t('handover.speak');
  return (
    <button
      type="button"
      class="quiet speak"
      aria-pressed={isSpeaking.value}
      onClick={() => {
        const line = store.song.peek().lines[store.cursorLine.peek()]?.text.trim();
        if (isSpeaking.peek()) speechSynthesis.cancel();
        else if (line) speak(line, speaker);
      }}
    >
      {label}
    </button>
  );
}
