import { useRef, useState } from 'preact/hooks';
import { t } from '../app/i18n.ts';
import { toast } from '../app/toasts.ts';
import { writeMessages } from './messages.ts';
import { newDocument } from './model/document.ts';
import { readDocument, readText, writeDocument, writeText } from './model/document-format.ts';
import { withBestDrafts } from './model/drafts.ts';
import { change, deleteSong, openSong, openStoredSong, song } from './state/song.ts';
import { storedSongs } from './state/song-store.ts';
import { download, fileNameOf } from './view/download.ts';
import { FileInput } from './view/FileInput.tsx';
import { moveInList, Popover } from './view/Popover.tsx';

/** The song's title, and everything that is done with songs as a whole. */
export function DocumentMenu() {
  const text = t(writeMessages);
  const [isOpen, setOpen] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <div class="document-menu">
      <input
        class="title"
        type="text"
        lang="zh-HK"
        value={song.value.title}
        placeholder={text.untitled}
        aria-label={text.songTitle}
        maxLength={80}
        onChange={(event) => {
          const title = event.currentTarget.value.trim();
          change((document) => ({ ...document, title }));
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.isComposing) event.currentTarget.blur();
        }}
      />
      <button
        ref={button}
        type="button"
        class="quiet"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {text.menu} <span aria-hidden="true">▾</span>
      </button>
      {isOpen && (
        <SongMenu x={middleOf(button.current)} onClose={() => setOpen(false)} onImport={() => input.current?.click()} />
      )}
      <FileInput
        input={input}
        id="song-file"
        label={text.importSong}
        accept=".json,.txt,application/json,text/plain"
        onFile={(file) => void importSong(file)}
      />
    </div>
  );
}

async function importSong(file: File): Promise<void> {
  const content = await file.text();
  const title = file.name.replace(/\.[^.]*$/u, '');
  // A bracket begins the heading of a section.
  if (!/^\s*\{/u.test(content)) return openSong(readText(content, title));
  const parsed = readDocument(content);
  if (parsed.kind === 'document') openSong(parsed.document);
  else toast(t(writeMessages).import[parsed.problem]);
}

async function exportMidi(): Promise<void> {
  const { midiOf } = await import('./melody/write-midi.ts');
  download(midiOf(withBestDrafts(song.peek())), `${fileNameOf(song.peek().title)}.mid`, 'audio/midi');
}

/** Where the menu hangs: the middle of its button. */
function middleOf(button: HTMLElement | null): number {
  return button ? button.offsetLeft + button.offsetWidth / 2 : 0;
}

interface SongMenuProps {
  readonly x: number;
  readonly onClose: () => void;
  readonly onImport: () => void;
}

function SongMenu({ x, onClose, onImport }: SongMenuProps) {
  const text = t(writeMessages);
  const openDocument = song.value;
  const name = fileNameOf(openDocument.title);
  const others = storedSongs.value.filter(({ id }) => id !== openDocument.id);
  const closeThen = (action: () => void) => () => {
    onClose();
    action();
  };
  const items: readonly (readonly [label: string, act: () => void])[] = [
    [text.newSong, () => openSong(newDocument(''))],
    [text.importSong, onImport],
    [text.exportText, () => download(writeText(openDocument), `${name}.txt`, 'text/plain;charset=utf-8')],
    [text.exportJson, () => download(writeDocument(openDocument), `${name}.json`, 'application/json')],
    [text.exportMidi, () => void exportMidi()],
    [text.deleteSong, deleteSong],
  ];
  return (
    <Popover label={text.menu} x={x} y={40} onClose={onClose}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrow keys move among the buttons, which can be reached without */}
      <div class="choices" onKeyDown={(event) => moveInList(event, event.currentTarget)}>
        {items.map(([label, action]) => (
          <button key={label} type="button" class="choice" data-item onClick={closeThen(action)}>
            {label}
          </button>
        ))}
        {others.length > 0 && <h3>{text.songs}</h3>}
        {others.map(({ id, title }) => (
          <button
            key={id}
            type="button"
            class="choice"
            data-item
            lang="zh-HK"
            onClick={closeThen(() => openStoredSong(id))}
          >
            {title || text.untitled}
          </button>
        ))}
      </div>
    </Popover>
  );
}
