import { useEffect, useRef } from 'preact/hooks';
import { type ImportedPart, likeliestPart } from '../../../../src/melody/imported.ts';
import { t } from '../../app/i18n.ts';
import { shellMessages } from '../../app/messages.ts';
import { writeMessages } from '../messages.ts';
import { nameOfPitch } from '../model/note-names.ts';
import { applyMelody } from '../state/load-melody.ts';
import { store, update } from '../state/store.ts';

const WORDS_SHOWN = 16;

/** Asks which part of a file is the tune; the likeliest has the focus. */
export function PartChoice() {
  const dialog = useRef<HTMLDialogElement>(null);
  const song = store.partChoice.value;
  useEffect(() => {
    if (!song) return dialog.current?.close();
    dialog.current?.showModal();
    dialog.current?.querySelectorAll<HTMLElement>('.part')[likeliestPart(song.parts)]?.focus();
  }, [song]);
  const text = t(writeMessages);
  return (
    <dialog ref={dialog} class="sheet parts" aria-label={text.part} onClose={() => update({ partChoice: null })}>
      <header>
        <h2>{text.part}</h2>
        <button type="button" class="quiet" onClick={() => dialog.current?.close()}>
          {t(shellMessages).close}
        </button>
      </header>
      <div class="part-list">
        {song?.parts.map((part, i) => (
          <button key={part.name} type="button" class="part" onClick={() => applyMelody(song, i)}>
            <b>{part.name}</b>
            <span>{describe(part)}</span>
          </button>
        ))}
      </div>
    </dialog>
  );
}

function describe({ notes }: ImportedPart): string {
  const text = t(writeMessages);
  const pitches = notes.map(({ pitch }) => pitch);
  const range = text.partNotes(notes.length, nameOfPitch(Math.min(...pitches)), nameOfPitch(Math.max(...pitches)));
  const words = notes.map(({ syllable }) => syllable ?? '').join('');
  return words === '' ? range : `${range} · ${text.partWords(Array.from(words).slice(0, WORDS_SHOWN).join(''))}`;
}
