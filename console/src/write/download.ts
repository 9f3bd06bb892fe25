import { writeDocument } from './model/document-format.ts';
import { store } from './state/store.ts';

/** The open song as a file, which can be opened again. */
export function downloadSong(): void {
  const song = store.song.peek();
  download(writeDocument(song), `${fileNameOf(song.title)}.json`, 'application/json');
}

/** Hands a file to the browser to be kept. */
export function download(content: string | Uint8Array, name: string, type: string): void {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  const url = URL.createObjectURL(new Blob([bytes.slice().buffer], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser reads the file only after this turn.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** A title as a file name: without what file systems refuse. */
export function fileNameOf(title: string): string {
  return title.replace(/[\\/:*?"<>|\p{Cc}]/gu, ' ').trim() || 'song';
}
