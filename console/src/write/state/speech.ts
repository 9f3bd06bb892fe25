import { signal } from '@preact/signals';
import { store } from './store.ts';

/** Speech of the browser's own. */

/** A Cantonese voice; undefined where the browser has none. */
export const cantoneseVoice = signal(findVoice());

// Some browsers know their voices only after a while.
globalThis.speechSynthesis?.addEventListener?.('voiceschanged', () => {
  cantoneseVoice.value = findVoice();
});

function findVoice(): SpeechSynthesisVoice | undefined {
  // A voice that asks a server would send the lyrics there.
  const voices = globalThis.speechSynthesis?.getVoices().filter(({ localService }) => localService) ?? [];
  return voices.find(({ lang }) => /^(?:yue|zh[-_](?:Hant[-_])?HK)/iu.test(lang));
}

/** Speaks the line at hand, or stops. */
export function speakLine(): void {
  const voice = cantoneseVoice.peek();
  const line = store.song.peek().lines[store.cursorLine.peek()];
  if (!voice || !line) return;
  if (speechSynthesis.speaking) {
    speechSynthesis.cancel();
    return;
  }
  const utterance = new SpeechSynthesisUtterance(line.text);
  utterance.voice = voice;
  utterance.lang = voice.lang;
  speechSynthesis.speak(utterance);
}
