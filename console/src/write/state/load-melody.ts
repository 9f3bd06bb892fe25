import {
  type Imported,
  type ImportedSong,
  importProblem,
  isTooLong,
  likeliestPart,
} from '../../../../src/melody/imported.ts';
import { MAX_FILE_BYTES } from '../../../../src/melody/limits.ts';
import type { TextEncoding } from '../../../../src/melody/text-encoding.ts';
import { t } from '../../app/i18n.ts';
import { toast } from '../../app/toasts.ts';
import { newDocument } from '../model/document.ts';
import { fits, type LayTarget, layMelody, proposeRows, shiftBreak, targetAt } from '../model/lay-melody.ts';
import { shareRepeated } from '../model/sections.ts';
import { focusLaidLine } from './cursor.ts';
import { announceChange, change, closeHints, openSong } from './song.ts';
import { type MelodyLoad, showsExample, store, update } from './store.ts';

/**
 * Reads a melody file and lays it under the lines of the section of the cursor, asking where something does not fit.
 * @param encoding of its texts, chosen where the file leaves it open; without one that is asked first
 */
export async function readAndLay(file: File, encoding?: TextEncoding): Promise<void> {
  const parsed = await readInWorker({ file, encoding });
  if (parsed.kind === 'problem') toast(t(`write.import.${parsed.problem}`));
  else if (parsed.song.encodingChoices) update({ encodingQuestion: { file, choices: parsed.song.encodingChoices } });
  else startLoad(parsed.song, file.name.replace(/\.[^.]*$/u, ''));
}

/** As the worker takes it. */
interface MelodyFile {
  readonly file: File;
  readonly encoding: TextEncoding | undefined;
}

const READ_TIMEOUT_MS = 10_000;

/** Reads a file in a worker of its own, which is ended when it takes too long. The parsers come with it. */
async function readInWorker(melodyFile: MelodyFile): Promise<Imported> {
  if (melodyFile.file.size > MAX_FILE_BYTES) return importProblem('too_large');
  const worker = new Worker(new URL('../../../worker/melody-worker.ts', import.meta.url), { type: 'module' });
  try {
    return await new Promise((resolve, reject) => {
      worker.addEventListener('message', ({ data }: MessageEvent<Imported>) => resolve(data));
      worker.addEventListener('error', () => reject(new Error('The worker that reads melodies has failed.')));
      setTimeout(() => resolve(importProblem('too_slow')), READ_TIMEOUT_MS);
      worker.postMessage(melodyFile);
    });
  } finally {
    worker.terminate();
  }
}

/**
 * Begins to load: at once where everything fits and there is nothing to choose, else by a preview. The example is no song of the
 * writer's: there the file opens as a song with its own words.
 */
function startLoad(song: ImportedSong, fileTitle: string): void {
  if (showsExample()) {
    closeHints();
    openSong(newDocument(song.title ?? fileTitle));
  }
  const part = likeliestPart(song.parts);
  const document = shareRepeated(store.song.peek());
  const cursor = store.cursor.peek();
  const line = cursor === null ? -1 : document.lines.findIndex(({ id }) => id === cursor.lineId);
  const section = loadOf(song, part, targetAt(document, line < 0 ? null : line));
  const whole = loadOf(song, part, targetAt(document, null));
  // A melody of the whole song is told by fitting it.
  const load = !fits(section.rows) && fits(whole.rows) ? whole : section;
  if (song.parts.length === 1 && fits(load.rows)) takeLoad(load);
  else update({ melodyLoad: load });
}

function loadOf(song: ImportedSong, part: number, target: LayTarget): MelodyLoad {
  const chosen = song.parts[part]!;
  const notes = isTooLong(chosen) ? [] : chosen.notes;
  return { song, part, target, rows: proposeRows(shareRepeated(store.song.peek()), target, notes) };
}

function changeLoad(edit: (load: MelodyLoad) => MelodyLoad): void {
  const load = store.melodyLoad.peek();
  if (load) update({ melodyLoad: edit(load) });
}

export function choosePart(part: number): void {
  changeLoad(({ song, target }) => loadOf(song, part, target));
}

export function chooseTarget(target: LayTarget): void {
  changeLoad(({ song, part }) => loadOf(song, part, target));
}

/** Moves a note over the break after a row. */
export function moveBreak(row: number, by: -1 | 1): void {
  changeLoad((load) => ({ ...load, rows: shiftBreak(load.rows, row, by) }));
}

export function cancelLoad(): void {
  update({ melodyLoad: null, encodingQuestion: null });
}

export function takeLoad({ song, part, target, rows }: MelodyLoad): void {
  if (isTooLong(song.parts[part]!)) {
    toast(t('write.import.too_large'));
    return;
  }
  const before = store.song.peek();
  change((document) => layMelody(shareRepeated(document), target, rows, song));
  update({ melodyLoad: null });
  focusLaidLine(before);
  announceChange(t('write.laid {count}', { count: song.parts[part]!.notes.length }));
}
