import type { MidiEvent } from 'midi-file';

/** Texts in MIDI files are bytes of no stated encoding, each of which the parser gives as a character. */

const bytesOf = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));

function asUtf8(text: string): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytesOf(text));
  } catch {
    return undefined;
  }
}

/** With fewer characters than these, all of Big5 may happen to have second bytes as those of GB 2312. */
const MIN_GB_CHARACTERS = 8;

/** Whether all characters of two bytes have a second one as GB 2312 has it, where Big5 has a lower one in two cases of five. */
function isGb(texts: readonly string[]): boolean {
  let characters = 0;
  for (const bytes of texts.map(bytesOf))
    for (let i = 0; i < bytes.length; i++) {
      if (bytes[i]! < 0x80) continue;
      if (!(bytes[++i]! > 0xa0)) return false;
      characters++;
    }
  return characters >= MIN_GB_CHARACTERS;
}

/** Decodes the texts of a file: UTF-8 where one is that, else Big5, as Hong Kong's files have been, or GB 18030. */
export function textDecoderOf(tracks: readonly (readonly MidiEvent[])[]): (text: string) => string {
  const texts = tracks.flat().flatMap((event) => ('text' in event ? [event.text] : []));
  const older = new TextDecoder(isGb(texts.filter((text) => asUtf8(text) === undefined)) ? 'gb18030' : 'big5');
  return (text) => asUtf8(text) ?? older.decode(bytesOf(text));
}
