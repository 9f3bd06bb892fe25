import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../app/controls.tsx';
import { t } from '../app/i18n.ts';
import { toast } from '../app/toasts.ts';
import { writeClipboard } from '../find/copy-word.ts';
import { download, downloadSong, fileNameOf } from './download.ts';
import { newDocument, type SongDocument } from './model/document.ts';
import { readDocument, readText, writeText } from './model/document-format.ts';
import { withBestDrafts } from './model/drafts.ts';
import { countWithoutNote } from './model/timeline.ts';
import { soundOfSongLine } from './state/annotations.ts';
import { focusFirstLine, focusLine } from './state/cursor.ts';
import { change, closeHints, deleteSong, openSong, openStoredSong } from './state/song.ts';
import { store } from './state/store.ts';
import { chooseFile, FileInput } from './view/FileInput.tsx';
import { Popover } from './view/Popover.tsx';

/** The song's title, and everything that is done with songs as a whole. */
export function DocumentMenu() {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <div class="document-menu row">
      <input
        class="title"
        type="text"
        lang="zh-HK"
        value={store.song.value.title}
        placeholder={t('write.untitled')}
        aria-label={t('write.songTitle')}
        maxLength={80}
        onChange={(event) => {
          const title = event.currentTarget.value.trim();
          change((document) => ({ ...document, title }));
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.isComposing) return;
          // Else the line that takes the focus takes the key as well.
          event.preventDefault();
          event.currentTarget.blur();
          focusLine(0, 0);
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
        {t('write.menu')} <span aria-hidden="true">▾</span>
      </button>
      {isOpen && <SongMenu x={middleOf(button.current)} onClose={() => setOpen(false)} />}
      <FileInput
        id="melody-file"
        label={t('write.loadMelody')}
        accept=".mid,.midi,.kar,.musicxml,.xml,.mxl,audio/midi,application/vnd.recordare.musicxml+xml"
        onFile={(file) => void loadMelodyFile(file)}
      />
      <FileInput
        id="song-file"
        label={t('write.importSong')}
        accept=".json,.txt,.mid,.midi,.kar,.musicxml,.mxl,.xml,application/json,text/plain"
        onFile={(file) => void importSong(file)}
      />
      <DropTarget />
    </div>
  );
}

/** Puts a link that carries the song on the clipboard; where that is refused, in the address bar. */
async function copyLink(song: SongDocument): Promise<void> {
  const { songFragment } = await import('../handover/song-link.ts');
  const fragment = await songFragment(song);
  if (fragment === undefined) {
    toast(t('handover.linkTooLong'));
    return;
  }
  const copied = await writeClipboard(location.origin + location.pathname + fragment);
  if (!copied) history.replaceState(null, '', fragment);
  toast(copied ? t('handover.linkCopied') : t('handover.linkRefused'));
}

/** Reads a melody file and lays it under the lyrics. How that is done is loaded with the first file: most visits load none. */
async function loadMelodyFile(file: File): Promise<void> {
  const { readAndLay } = await import('./state/load-melody.ts');
  await readAndLay(file);
}

const MELODY = /\.(?:midi?|kar|rmi|musicxml|mxl|xml)$/iu;
/** What a MIDI file, a compressed and a plain MusicXML begin with. */
const MELODY_CONTENT = /^(?:MThd|RIFF|PK|\s*<(?:\?xml|score-partwise))/u;

async function importSong(file: File): Promise<void> {
  const content = await file.text();
  if (MELODY.test(file.name) || MELODY_CONTENT.test(content)) return await loadMelodyFile(file);
  const title = file.name.replace(/\.[^.]*$/u, '');
  // A bracket begins the heading of a section.
  if (!/^\s*\{/u.test(content)) return openAtFirstLine(readText(content, title));
  const parsed = readDocument(content);
  if (parsed.kind === 'document') openAtFirstLine(parsed.document);
  else toast(t(`write.import.${parsed.problem}`));
}

function openAtFirstLine(document: SongDocument): void {
  // They are about the song of the first visit.
  closeHints();
  openSong(document);
  focusFirstLine();
}

/** The song as it would be written into a file of notes; undefined where words would be lost and the writer does not want that. */
function songForNotes(): SongDocument | undefined {
  const song = withBestDrafts(store.song.peek());
  const count = countWithoutNote(song);
  return count === 0 || confirm(t('write.exportLoses {count}', { count })) ? song : undefined;
}

async function exportMidi(): Promise<void> {
  const { midiOf } = await import('./model/write-midi.ts');
  const song = songForNotes();
  if (song) download(midiOf(song), `${fileNameOf(song.title)}.mid`, 'audio/midi');
}

async function exportMusicXml(): Promise<void> {
  const { musicXmlOf } = await import('./model/write-musicxml.ts');
  const song = songForNotes();
  if (!song) return;
  const sounds = song.lines.map((line) => soundOfSongLine(line));
  const xml = musicXmlOf(song, (line, place) => sounds[line]?.characters[place]?.jyutping ?? null);
  download(xml, `${fileNameOf(song.title)}.musicxml`, 'application/vnd.recordare.musicxml+xml');
}

/** Horizontal position of the menu in pixels: the middle of its button. */
function middleOf(button: HTMLElement | null): number {
  return button ? button.offsetLeft + button.offsetWidth / 2 : 0;
}

function SongMenu({ x, onClose }: { readonly x: number; readonly onClose: () => void }) {
  const openDocument = store.song.value;
  const name = fileNameOf(openDocument.title);
  const others = store.storedSongs.value.filter(({ id }) => id !== openDocument.id);
  const closeThen = (action: () => void) => () => {
    onClose();
    action();
  };
  const groups: readonly (readonly (readonly [label: string, act: () => void])[])[] = [
    [
      [t('write.newSong'), () => openAtFirstLine(newDocument(''))],
      [t('write.importSong'), () => chooseFile('song-file')],
    ],
    [
      [t('handover.sheet'), () => (location.hash = '#sheet')],
      [t('handover.copyLink'), () => void copyLink(openDocument)],
    ],
    [
      [t('write.exportText'), () => download(writeText(openDocument), `${name}.txt`, 'text/plain;charset=utf-8')],
      [t('write.exportXml'), () => void exportMusicXml()],
      [t('write.exportMidi'), () => void exportMidi()],
      [t('write.exportJson'), downloadSong],
    ],
    [[t('write.deleteSong'), deleteSong]],
  ];
  return (
    <Popover label={t('write.menu')} x={x} y={40} onClose={onClose}>
      <div class="choices">
        {groups.map((items, i) => (
          <div key={i} class="choice-group">
            {items.map(([label, action]) => (
              <Button key={label} class="choice row" data-item onClick={closeThen(action)} text={label} />
            ))}
          </div>
        ))}
        {others.length > 0 && <h2>{t('write.songs')}</h2>}
        {others.map(({ id, title }) => (
          <Button
            key={id}
            class="choice row"
            data-item
            lang="zh-HK"
            onClick={closeThen(() => openStoredSong(id))}
            text={title || t('write.untitled')}
          />
        ))}
      </div>
    </Popover>
  );
}

const SONG = /\.(?:json|txt)$/iu;

/** Opens the file that is dropped anywhere on the page; the browser would leave the page for it. */
function DropTarget() {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const onDrag = (event: DragEvent) => {
      if (event.type === 'dragleave') return event.relatedTarget === null && setOver(false);
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      setOver(event.type === 'dragover');
      const file = event.type === 'drop' ? event.dataTransfer.files[0] : undefined;
      if (file) void (SONG.test(file.name) ? importSong : loadMelodyFile)(file);
    };
    for (const type of DRAG_EVENTS) addEventListener(type, onDrag);
    return () => {
      for (const type of DRAG_EVENTS) removeEventListener(type, onDrag);
    };
  }, []);
  return isOver ? <p class="drop-target">{t('handover.dropHere')}</p> : null;
}

const DRAG_EVENTS = ['dragover', 'dragleave', 'drop'] as const;
