import { newDocument, type SongDocument } from '../../../../console/src/write/model/document.ts';
import { readDocument, writeDocument } from '../../../../console/src/write/model/document-format.ts';
import { layMelody, proposeRows, targetAt } from '../../../../console/src/write/model/lay-melody.ts';
import type { ImportedNote, ImportedSong } from '../../../../src/melody/imported.ts';
import { readMelodyFile } from '../../../../src/melody/read-file.ts';

/** A file as the page keeps it: read, laid under a new song, stored and loaded again. */
export async function loadedSong(file: Uint8Array): Promise<SongDocument> {
  const song = await readSong(file);
  const empty = newDocument('');
  const target = targetAt(empty, null);
  const laid = layMelody(empty, target, proposeRows(empty, target, song.parts[0]!.notes), song);
  const again = readDocument(writeDocument(laid));
  if (again.kind !== 'document') throw new Error(again.problem);
  return again.document;
}

export async function readSong(file: Uint8Array): Promise<ImportedSong> {
  const imported = await readMelodyFile(file);
  if (imported.kind === 'problem') throw new Error(imported.problem);
  return imported.song;
}

/** The single notes of a part as pitch, start and end in thousandths of a beat. */
export function soundingOf({ parts }: ImportedSong): readonly (readonly [number, number, number])[] {
  const inThousandths = (beats: number) => Math.round(beats * 1000);
  return parts[0]!.notes
    .flatMap(({ pitch, start, beats, pieces }: ImportedNote) => pieces ?? [{ pitch, start, beats }])
    .map(({ pitch, start, beats }) => [pitch, inThousandths(start), inThousandths(start + beats)] as const);
}
