import { useEffect, useState } from 'preact/hooks';
import { t } from '../app/i18n.ts';

const SONG = /\.(?:json|txt)$/iu;

interface DropTargetProps {
  readonly onSong: (file: File) => void;
  readonly onMelody: (file: File) => void;
}

const holdsFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false;

/** Opens the file that is dropped anywhere on the page; the browser would leave the page for it. */
export function DropTarget({ onSong, onMelody }: DropTargetProps) {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (!holdsFiles(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const leave = ({ relatedTarget }: DragEvent) => relatedTarget === null && setOver(false);
    const drop = (event: DragEvent) => {
      if (!holdsFiles(event)) return;
      event.preventDefault();
      setOver(false);
      const file = event.dataTransfer?.files[0];
      if (file) (SONG.test(file.name) ? onSong : onMelody)(file);
    };
    const listeners = [
      ['dragover', over],
      ['dragleave', leave],
      ['drop', drop],
    ] as const;
    for (const [type, listener] of listeners) addEventListener(type, listener as EventListener);
    return () => {
      for (const [type, listener] of listeners) removeEventListener(type, listener as EventListener);
    };
  }, [onSong, onMelody]);
  return isOver ? <p class="drop-target">{t('handover.dropHere')}</p> : null;
}
