import { useEffect, useMemo, useRef } from 'preact/hooks';
import { showWordTool } from '../app/route.ts';
import { addShortcuts } from '../app/shortcuts.ts';
import { openWord, slot } from '../app/slot.ts';
import './draft.css';
import './line.css';
import './lane.css';
import './readings.css';
import './popover.css';
import './song.css';
import './write.css';
import type { SongLine } from './model/document.ts';
import { leaderOf } from './model/sections.ts';
import { playing, stopPlaying } from './play/player.ts';
import { watchAnnotations } from './state/annotations.ts';
import { cursorLine, watchSlot } from './state/cursor.ts';
import { clearLineSelection, lineSelection, watchSelection } from './state/line-selection.ts';
import { loadMelodyFile } from './state/load-melody.ts';
import { playSong, toggleLoop } from './state/playback.ts';
import { autosaveSong, redoChange, song, undoChange } from './state/song.ts';
import { Hints } from './view/Hints.tsx';
import { Legend } from './view/Legend.tsx';
import { LineEditor, type LineEditorProps } from './view/LineEditor.tsx';
import { columnWidth } from './view/line-geometry.ts';
import { goToNextRisk } from './view/next-risk.ts';
import { PartChoice } from './view/PartChoice.tsx';
import { dragSelection } from './view/selection-keys.ts';
import { Toolbar } from './view/Toolbar.tsx';

/** The lyrics, line by line. */
export function WriteColumn() {
  const lines = useRef<HTMLDivElement>(null);
  useSongPersistence();
  useColumnWidth(lines);
  const { lines: songLines, tolerance } = song.value;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a file may be dropped anywhere; a button does the same
    <div
      class="write"
      style={{ '--cells': measureOf(songLines) }}
      onDragOver={(event) => {
        if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
      }}
      onDrop={(event) => {
        const file = event.dataTransfer?.files[0];
        if (!file) return;
        event.preventDefault();
        void loadMelodyFile(file);
      }}
    >
      <Toolbar />
      <Hints />
      <Legend />
      <PartChoice />
      <div
        ref={lines}
        class={lineSelection.value ? 'lines selecting' : 'lines'}
        onPointerDown={clearLineSelection}
        onPointerMove={dragSelection}
      >
        {songLines.map((line, index) => (
          <UnchangedLine
            key={line.id}
            {...{ index, line, tolerance }}
            leader={leaderOf(song.value, line)}
            isOnly={songLines.length === 1}
          />
        ))}
      </div>
    </div>
  );
}

/** A line that is rendered anew only when something of it has changed: in a long song, typing changes one of many. */
function UnchangedLine({ index, line, tolerance, leader, isOnly }: LineEditorProps) {
  return useMemo(
    () => <LineEditor {...{ index, line, tolerance, leader, isOnly }} />,
    [index, line, tolerance, leader, isOnly],
  );
}

/** Widths in characters; in steps, so that typing does not move the page. */
const MEASURES = [9, 13, 17] as const;

/** The least width that has room for the longest line; longer ones are broken. */
function measureOf(lines: readonly SongLine[]): number {
  const longest = Math.max(...lines.map(({ text, melody }) => Math.max(Array.from(text).length, melody.length)));
  return MEASURES.find((measure) => longest <= measure) ?? MEASURES.at(-1)!;
}

function openCursorWord(): void {
  const word = slot.peek()?.word;
  if (!word) return;
  showWordTool();
  openWord.value = word;
}

/** Escape stops what plays before it does anything else. */
function stopWithEscape(): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.isComposing || !playing.peek()) return;
    event.preventDefault();
    event.stopPropagation();
    stopPlaying();
  };
  document.addEventListener('keydown', onKeyDown, true);
  return () => document.removeEventListener('keydown', onKeyDown, true);
}

function useSongPersistence(): void {
  useEffect(() => {
    const disposers = [
      autosaveSong(),
      watchAnnotations(),
      watchSlot(),
      watchSelection(),
      stopWithEscape(),
      addShortcuts([
        { key: ' ', run: () => playSong(cursorLine.peek()) },
        { key: 'z', ctrl: true, shift: false, run: undoChange },
        { key: 'z', ctrl: true, shift: true, run: redoChange },
        { key: 'y', ctrl: true, run: redoChange },
        { key: 'r', alt: true, inFields: true, run: goToNextRisk },
        { key: 'o', alt: true, inFields: true, run: toggleLoop },
        { key: 'w', alt: true, inFields: true, run: openCursorWord },
      ]),
    ];
    return () => {
      for (const dispose of disposers) dispose();
    };
  }, []);
}

/** Lines are laid out for the width that they have. */
function useColumnWidth(lines: { readonly current: HTMLDivElement | null }): void {
  useEffect(() => {
    const observer = new ResizeObserver(() => {
      const score = lines.current?.querySelector('.score');
      if (score) columnWidth.value = score.clientWidth;
    });
    observer.observe(lines.current!);
    return () => observer.disconnect();
  }, [lines]);
}
