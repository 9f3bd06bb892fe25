import { expect, it } from '@jest/globals';
import { type Note, newDocument, newLine, type SongDocument } from '../../../../console/src/write/model/document.ts';
import {
  readDocument,
  readText,
  writeDocument,
  writeText,
} from '../../../../console/src/write/model/document-format.ts';
import { deleteDraft, draftsOf, showDraft, starDraft, stepDraft } from '../../../../console/src/write/model/drafts.ts';
import {
  changeBetween,
  chooseReading,
  editText,
  joinWithPrevious,
  pasteText,
  placeAfter,
  setMelody,
  setNote,
  splitLine,
  withoutLongLines,
  withTexts,
} from '../../../../console/src/write/model/edit.ts';
import { deleteRange, rangeBetween, replaceRange } from '../../../../console/src/write/model/line-range.ts';
import {
  melodySourceOf,
  sectionsOf,
  settleSections,
  shareMelody,
} from '../../../../console/src/write/model/sections.ts';
import { describeFunctions } from '../../../support/function-tables.ts';
import { song, textsOf } from './songs.ts';

/** `60`, `60:1.5` of another length than a beat, `-` for none. */
function noteOf(text: string): Note | null {
  const [pitch, beats = '1'] = text.split(':');
  return pitch === '-' ? null : { pitch: Number(pitch), beats: Number(beats) };
}
const noteText = (note: Note | null) =>
  note === null ? '-' : `${note.pitch}${note.beats === 1 ? '' : `:${note.beats}`}`;

/** A line as its text and notes: `風吹過 60 - 64`. */
const lineOf = (row: string) => {
  const [text = '', ...pitches] = row.startsWith('[') ? [row] : row.split(' ');
  return newLine(text, pitches.map(noteOf));
};

/** As `lineOf` reads it; then chosen readings, `{1:gwo3}`, and drafts, `(甲) 乙 丙*`: the one that is shown, the one with a star. */
function rowOf(line: SongDocument['lines'][number]): string {
  const readings = Object.entries(line.readings).map(([place, jyutping]) => `${place}:${jyutping}`);
  const drafts = draftsOf(line).map(({ text }, at) => {
    const shown = at === line.drafts?.shown ? `(${text})` : text;
    return at === line.drafts?.starred ? `${shown}*` : shown;
  });
  return [
    line.text,
    ...line.melody.map(noteText),
    ...(readings.length > 0 ? [`{${readings.join()}}`] : []),
    ...(line.drafts ? ['|', ...drafts] : []),
  ].join(' ');
}

function kept(song: SongDocument): SongDocument {
  const read = readDocument(writeDocument(song));
  if (read.kind !== 'document') throw new Error(read.problem);
  return read.document;
}
const allOf = ({ title, tempo, tolerance, lines }: SongDocument) => [
  `${title}, ${tempo}, ${tolerance}`,
  ...lines.map(rowOf),
];

const rangeOf = ([a, b, c, d]: readonly number[]) => rangeBetween({ index: a!, place: b! }, { index: c!, place: d! });

type Edit = (song: SongDocument, numbers: readonly number[], text: string) => SongDocument;
/** By name: how many numbers there are, and what is done with them and the text that follows. */
const EDITS: Readonly<Record<string, readonly [numbers: number, Edit]>> = {
  text: [1, (song, [line], text) => editText(song, line!, text)],
  note: [2, (song, [line, place], pitch) => setNote(song, line!, place!, noteOf(pitch))],
  melody: [1, (song, [line], pitches) => setMelody(song, line!, pitches.split(' ').map(noteOf))],
  reading: [2, (song, [line, place], jyutping) => chooseReading(song, line!, place!, jyutping)],
  split: [2, (song, [line, place]) => splitLine(song, line!, place!)],
  join: [1, (song, [line]) => joinWithPrevious(song, line!)],
  paste: [3, (song, [line, from, to], text) => pasteText(song, line!, [from!, to!], text).document],
  delete: [4, (song, places) => deleteRange(song, rangeOf(places)).document],
  replace: [4, (song, places, text) => replaceRange(song, rangeOf(places), text).document],
  step: [2, (song, [line, by]) => stepDraft(song, line!, by as -1 | 1)],
  show: [2, (song, [line, draft]) => showDraft(song, line!, draft!)],
  star: [2, (song, [line, draft]) => starDraft(song, line!, draft!)],
  drop: [2, (song, [line, draft]) => deleteDraft(song, line!, draft!)],
  share: [2, (song, [to, from]) => shareMelody(song, sectionsOf(song)[to!]!, sectionsOf(song)[from!]!)],
  keep: [0, (song) => kept(song)],
};

/** Edits as the page makes them; those with `&` between them at once. */
function edited(rows: readonly string[], edits: readonly string[]): SongDocument {
  return edits.reduce(
    (song, step) => {
      const after = step.split(' & ').reduce((before, edit) => {
        const [name = '', ...parts] = edit.split(' ');
        const [count, apply] = EDITS[name]!;
        return apply(before, parts.slice(0, count).map(Number), parts.slice(count).join(' '));
      }, song);
      return settleSections(song, after);
    },
    newDocument('歌', rows.map(lineOf)),
  );
}

describeFunctions('edited-songs', {
  edited: (rows: readonly string[], ...edits: string[]) => edited(rows, edits).lines.map(rowOf),
  /** The heading of the section from which the last one has its melody. */
  source(rows: readonly string[], ...edits: string[]) {
    const song = edited(rows, edits);
    return melodySourceOf(song, sectionsOf(song).at(-1)!)?.heading;
  },
  sections: (...rows: string[]) => sectionsOf(edited(rows, [])),
  /** Where the cursor is after text is pasted, or a range replaced or taken out. */
  pasted: (rows: readonly string[], line: number, from: number, to: number, text: string) =>
    pasteText(edited(rows, []), line, [from, to], text).caret,
  replaced: (rows: readonly string[], places: readonly number[], text: string) =>
    replaceRange(edited(rows, []), rangeOf(places), text).caret,
  deleted: (rows: readonly string[], places: readonly number[]) => deleteRange(edited(rows, []), rangeOf(places)).caret,
  /** Title, tempo and tolerance, then the lines. */
  kept: (rows: readonly string[], ...edits: string[]) => allOf(kept(edited(rows, edits))),
  read(file: unknown) {
    const read = readDocument(typeof file === 'string' ? file : JSON.stringify(file));
    return read.kind === 'document' ? allOf(read.document) : read.problem;
  },
  text(text: string) {
    const document = readText(text, '歌');
    return [textsOf(document), writeText(document)];
  },
  placesAfter: (before: string, after: string) =>
    Array.from(before, (_, place) => placeAfter(changeBetween(before, after), place) ?? null),
  /** `{字*150}` stands for as many characters; nothing where the song is the same one. */
  cut(...texts: string[]) {
    const written = (text: string) => text.replace(/\{(.)\*(\d+)\}/gu, (_, one: string, times) => one.repeat(times));
    const short = (text: string) => text.replace(/(.)\1+/gu, (run, one: string) => `{${one}*${run.length}}`);
    const given = song(...texts.map(written));
    const cut = withoutLongLines(given);
    return cut === given ? null : textsOf(cut).map(short);
  },
});

it('edits of a song leave other lines as they are, and keep the first of two lines that are split', () => {
  const before = edited(['银行 - 60', '慢慢'], ['reading 0 1 hong4']);
  const after = withTexts(before, new Map([[before.lines[0]!.id, '銀行']]));
  expect(after.lines[0]).toEqual({ ...before.lines[0]!, text: '銀行' });
  expect(after.lines[1]).toBe(before.lines[1]);
  expect(splitLine(before, 0, 1).lines[0]!.id).toBe(before.lines[0]!.id);
});
