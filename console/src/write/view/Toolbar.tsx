import { useRef } from 'preact/hooks';
import { t } from '../../app/i18n.ts';
import { draftMessages } from '../draft-messages.ts';
import { writeMessages } from '../messages.ts';
import { playing, VOICES, type Voices } from '../play/player.ts';
import { cursorLine } from '../state/cursor.ts';
import { loadMelodyFile } from '../state/load-melody.ts';
import { isLooping, playSong, toggleLoop, voices } from '../state/playback.ts';
import { canRedo, canUndo, redoChange, undoChange } from '../state/song.ts';
import { FileInput } from './FileInput.tsx';

/** What is done to the whole song: its melody, its playing, going back. */
export function Toolbar() {
  const text = t(writeMessages);
  const isPlaying = playing.value !== null;
  return (
    <div class="toolbar" role="toolbar" aria-label={text.toolbar}>
      <MelodyFile />
      <button type="button" onClick={() => playSong(isPlaying ? 0 : cursorLine.peek())} class="play">
        <span aria-hidden="true">{isPlaying ? '■' : '▶'}</span>{' '}
        <span class="play-label">{isPlaying ? text.stop : text.play}</span>
      </button>
      <LoopButton />
      <VoicesChoice />
      <span class="grow" />
      <button
        type="button"
        class="quiet round"
        aria-label={text.undo}
        title={`${text.undo} (Ctrl Z)`}
        disabled={!canUndo.value}
        onClick={undoChange}
      >
        ↶
      </button>
      <button
        type="button"
        class="quiet round"
        aria-label={text.redo}
        title={`${text.redo} (Ctrl Shift Z)`}
        disabled={!canRedo.value}
        onClick={redoChange}
      >
        ↷
      </button>
    </div>
  );
}

function LoopButton() {
  const text = t(draftMessages);
  return (
    <button
      type="button"
      class="quiet round loop"
      aria-pressed={isLooping.value}
      aria-label={text.loop}
      title={`${text.loop} (Alt O)`}
      onClick={toggleLoop}
    >
      ⟳
    </button>
  );
}

function MelodyFile() {
  const text = t(writeMessages);
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" title={text.loadMelodyHint} onClick={() => input.current?.click()}>
        <span aria-hidden="true">♪</span> {text.loadMelody}
      </button>
      <FileInput
        input={input}
        id="melody-file"
        label={text.loadMelody}
        accept=".mid,.midi,.kar,.musicxml,.xml,.mxl,audio/midi,application/vnd.recordare.musicxml+xml"
        onFile={(file) => void loadMelodyFile(file)}
      />
    </>
  );
}

function VoicesChoice() {
  const text = t(writeMessages);
  const chosen = voices.value;
  return (
    <fieldset class="segments">
      <legend class="visually-hidden">{text.voicesLabel}</legend>
      {VOICES.map((one: Voices) => (
        <label key={one} class={one === chosen ? 'chosen' : ''}>
          <input
            type="radio"
            name="voices"
            class="visually-hidden"
            checked={one === chosen}
            onChange={() => (voices.value = one)}
          />
          {text.voices[one]}
        </label>
      ))}
    </fieldset>
  );
}
