import { t } from '../../app/i18n.ts';
import { toast } from '../../app/toasts.ts';
import { writeMessages } from '../messages.ts';
import type { SongDocument } from '../model/document.ts';
import { readDocument, readText } from '../model/document-format.ts';
import { focusFirstLine } from './cursor.ts';
import { loadMelodyFile } from './load-melody.ts';
import { openSong } from './song.ts';

/** Opens what was dropped or chosen: a song as JSON or text, else a melody for the song at hand. */
export function openFile(file: File): Promise<void> {
  return /\.(json|txt)$/iu.test(file.name) ? openSongFile(file) : loadMelodyFile(file);
}

export async function openSongFile(file: File): Promise<void> {
  const content = await file.text();
  const title = file.name.replace(/\.[^.]*$/u, '');
  // A bracket begins the heading of a section.
  if (!/^\s*\{/u.test(content)) return openAtFirstLine(readText(content, title));
  const parsed = readDocument(content);
  if (parsed.kind === 'document') openAtFirstLine(parsed.document);
  else toast(t(writeMessages).import[parsed.problem]);
}

export function openAtFirstLine(document: SongDocument): void {
  openSong(document);
  focusFirstLine();
}
