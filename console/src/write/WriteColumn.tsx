import { useComputed } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { addShortcuts } from '../app/keyboard.ts';
import { showWordTool } from '../app/route.ts';
import { openCard, slot } from '../app/slot.ts';
import { unchanged } from '../app/unchanged.tsx';
import { leaderOf } from './model/sections.ts';
import { watchAnnotations } from './state/annotations.ts';
import { watchSlot } from './state/cursor.ts';
import { clearLineSelection, watchSelection } from './state/line-selection.ts';
import { playSong, toggleLoop } from './state/playback.ts';
import { autosaveSong, redoChange, saveNow, takeOverStored, undoChange } from './state/song.ts';
import { store, update } from './state/store.ts';
import { Patterns } from './view/Contours.tsx';
import { Hints, Legend, StorageNotice } from './view/Guide.tsx';
import { LineEditor } from './view/LineEditor.tsx';
import { useLineWindow } from './view/line-window.ts';
import { goToNextRisk } from './view/RiskMark.tsx';
import { dragSelection } from './view/selection-keys.ts';
import { Toolbar } from './view/Toolbar.tsx';
import './draft.css';
import './line.css';
import './lane.css';
import './readings.css';
import './popover.css';
import './preview.css';
import './song.css';
import './write.css';

/** The lyrics, line by line. */
export function WriteColumn() {
  const lines = useRef<HTMLDivElement>(null);
  useEffect(startOnce, []);
  useEffect(() => addShortcuts(SHORTCUTS), []);
  useColumnWidth(lines);
  const { lines: songLines, tolerance } = store.song.value;
  const parts = useLineWindow(lines, songLines);
  // Until a place is chosen all is shown: what the page is for is seen at once.
  const isQuiet = useComputed(() => store.cursor.value !== null && !store.hasAllReadings.value).value;
  return (
    <div class="write">
      <Patterns />
      <div class="write-head row">
        <Toolbar />
        <Legend />
      </div>
      <StorageNotice />
      <Hints />
      <div
        ref={lines}
        class={`lines${store.lineSelection.value ? ' selecting' : ''}${isQuiet ? ' quiet-lines' : ''}`}
        onPointerDown={clearLineSelection}
        onPointerMove={dragSelection}
      >
        {parts.map((part) => {
          if (part.kind === 'gap') return <div key={`gap ${part.before}`} style={{ height: `${part.height}px` }} />;
          const line = songLines[part.index]!;
          return (
            <UnchangedLine
              key={line.id}
              index={part.index}
              line={line}
              tolerance={tolerance}
              leader={leaderOf(store.song.value, line)}
              isOnly={songLines.length === 1}
            />
          );
        })}
      </div>
    </div>
  );
}

const UnchangedLine = unchanged(LineEditor);

function openCursorWord(): void {
  const word = slot.peek()?.word;
  if (!word) return;
  showWordTool();
  openCard(word);
}

let isStarted = false;

/** What goes on from when the lyrics are first shown, for as long as the page is open: songs that are only read ask for nothing. */
function startOnce(): void {
  if (isStarted) return;
  isStarted = true;
  autosaveSong();
  addEventListener('storage', ({ key }) => takeOverStored(key));
  addEventListener('pagehide', saveNow);
  document.addEventListener('visibilitychange', saveNow);
  watchAnnotations();
  watchSlot();
  watchSelection();
}

const SHORTCUTS: Parameters<typeof addShortcuts>[0] = [
  { key: ' ', run: () => playSong(store.cursorLine.peek()) },
  { key: 'z', ctrl: true, shift: false, run: undoChange },
  { key: 'z', ctrl: true, shift: true, run: redoChange },
  { key: 'y', ctrl: true, run: redoChange },
  { key: 'r', alt: true, inFields: true, run: goToNextRisk },
  { key: 'o', alt: true, inFields: true, run: toggleLoop },
  { key: 'w', alt: true, inFields: true, run: openCursorWord },
];

/** Lines are laid out for the width that they have. */
function useColumnWidth(lines: { readonly current: HTMLDivElement | null }): void {
  useEffect(() => {
    const observer = new ResizeObserver(() => {
      const score = lines.current?.querySelector('.score');
      if (score) update({ columnWidth: score.clientWidth });
    });
    observer.observe(lines.current!);
    return () => observer.disconnect();
  }, [lines]);
}
