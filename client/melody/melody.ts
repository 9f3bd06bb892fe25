/** Reads melody files where they lie: MIDI, MusicXML, or MusicXML in a zip (.mxl). Nothing is sent anywhere. */
export type { Imported, ImportedNote, ImportedPart, ImportedSong, LeftOut } from '../../src/melody/imported.ts';
export { readMelodyFile } from '../../src/melody/read-file.ts';
export {
  type MelodyRequest,
  type PartSummary,
  readSongLines,
  type SongLines,
  type SongLinesProblem,
} from '../../src/melody/song-lines.ts';
