import { useComputed } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { addShortcuts } from '../app/keyboard.ts';
import { showWordTool } from '../app/route.ts';
import { openWord, slot } from '../app/slot.ts';
import type { SongLine } from './model/document.ts';
import { isHeading, leaderOf } from './model/sections.ts';
import { watchAnnotations } from './state/annotations.ts';
import { watchSlot } from './state/cursor.ts';
import { clearLineSelection, watchSelection } from './state/line-selection.ts';
import { playSong, toggleLoop } from './state/playback.ts';
import { autosaveSong, redoChange, saveNow, takeOverStored, undoChange } from './state/song.ts';
import { store, update } from './state/store.ts';
import { Hints, Legend, StorageNotice } from './view/Guide.tsx';
import { LineEditor, type LineEditorProps } from './view/LineEditor.tsx';
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
  useSongPersistence();
  useColumnWidth(lines);
  const { lines: songLines, tolerance } = store.song.value;
  const parts = useLineWindow(lines, songLines);
  const measure = useMeasure();
  // Until a place is chosen all is shown: what the page is for is seen at once.
  const isQuiet = useComputed(() => store.cursor.value !== null && !store.hasAllReadings.value).value;
  return (
    <div class="write">
      <div class="write-head row">
        <Toolbar />
        <Legend />
      </div>
      <StorageNotice />
      <Hints />
      <div
        ref={lines}
        class={`lines${store.lineSelection.value ? ' selecting' : ''}${isQuiet ? ' quiet-lines' : ''}`}
        style={{ '--measure': measure }}
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

/** Characters of the lines that are set in the middle of the column. */
const MEASURES = [5, 8, 11];

function measureOf(lines: readonly SongLine[]): number {
  const lengths = lines.map(({ text, melody }) => (isHeading(text) ? 0 : Math.max(text.length, melody.length)));
  const longest = Math.max(...lengths);
  return (longest > 0 && MEASURES.find((measure) => measure >= longest)) || MEASURES.at(-1)!;
}

/**
 * The measure of the song's longest line, taken anew when the song is opened or lines are put in, and widened when the cursor leaves a line:
 * while one is typed nothing moves.
 */
function useMeasure(): number {
  const { id, lines } = store.song.value;
  const at = store.cursorLine.value;
  const last = useRef({ id: '', count: 0, at, measure: 0 });
  const measure = useMemo(() => measureOf(lines), [lines]);
  const { measure: former } = last.current;
  const isNew = last.current.id !== id || Math.abs(last.current.count - lines.length) > 1;
  const isLeft = last.current.at !== at;
  last.current = {
    id,
    count: lines.length,
    at,
    measure: isNew ? measure : isLeft ? Math.max(former, measure) : former,
  };
  return last.current.measure;
}

/** A line that is rendered anew only when something of it has changed: in a long song, typing changes one of many. */
function UnchangedLine({ index, line, tolerance, leader, isOnly }: LineEditorProps) {
  return useMemo(
    () => <LineEditor index={index} line={line} tolerance={tolerance} leader={leader} isOnly={isOnly} />,
    [index, line, tolerance, leader, isOnly],
  );
}

function openCursorWord(): void {
  const word = slot.peek()?.word;
  if (!word) return;
  showWordTool();
  openWord.value = word;
}

/** Saves the song when the page goes away, and takes over what another tab has stored. */
function followBrowser(): () => void {
  const onStorage = ({ key }: StorageEvent) => takeOverStored(key);
  addEventListener('storage', onStorage);
  addEventListener('pagehide', saveNow);
  document.addEventListener('visibilitychange', saveNow);
  return () => {
    removeEventListener('storage', onStorage);
    removeEventListener('pagehide', saveNow);
    document.removeEventListener('visibilitychange', saveNow);
  };
}

function useSongPersistence(): void {
  useEffect(() => {
    const disposers = [
      autosaveSong(),
      followBrowser(),
      watchAnnotations(),
      watchSlot(),
      watchSelection(),
      addShortcuts([
        { key: ' ', run: () => playSong(store.cursorLine.peek()) },
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
      if (score) update({ columnWidth: score.clientWidth });
    });
    observer.observe(lines.current!);
    return () => observer.disconnect();
  }, [lines]);
}
