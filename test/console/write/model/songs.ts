import { type Note, newDocument, newLine } from '../../../../console/src/write/model/document.ts';

export const note = (pitch: number, beats = 1): Note => ({ pitch, beats });
export const song = (...texts: string[]) =>
  newDocument(
    '歌',
    texts.map((text) => newLine(text)),
  );
export const textsOf = (document: { lines: readonly { text: string }[] }) => document.lines.map(({ text }) => text);
