import { signal } from '@preact/signals';
import type { RepairedLine } from '../../../../client/src/client.ts';
import { type ApiProblem, request } from '../../api/lexicon.ts';
import type { LineReadings, SongDocument, SongLine } from '../model/document.ts';
import { chooseReading, editText } from '../model/edit.ts';
import { contourLineOf } from '../model/line-sound.ts';
import type { Suggestion } from '../view/suggestions.ts';
import { soundOfSongLine } from './annotations.ts';
import { riskContextOf, risksOfLine } from './line-risks.ts';
import { change } from './song.ts';
import { store } from './store.ts';

/** What the service proposes for the clashes of the whole song, and what was taken of it. */

export interface LineRepair {
  readonly lineId: string;
  /** As it was when it was looked at. */
  readonly before: { readonly text: string; readonly readings: LineReadings };
  readonly repaired: RepairedLine;
}

export interface Repairs {
  readonly lines: readonly LineRepair[];
  /** What was taken for lines by their ids, null for those that were skipped, in the order in which that was done. */
  readonly settled: ReadonlyMap<string, Suggestion | null>;
  readonly state: 'looking' | 'done' | ApiProblem;
}

/** null while the list is closed. */
export const repairs = signal<Repairs | null>(null);

/** Lines of one request; the service stops where its time ends. */
const MAX_LINES = 200;

/** The lines that clash: only they are asked for, as each costs a credit. */
function clashingLines(): SongLine[] {
  return store.song
    .peek()
    .lines.filter((line) => risksOfLine(line, soundOfSongLine(line), riskContextOf(line)).own.length > 0);
}

let pendingRequest: AbortController | undefined;

export function openRepairs(): void {
  repairs.value = { lines: [], settled: new Map(), state: 'looking' };
  void lookAt(clashingLines());
}

/** Looks at the lines that still clash and are not in the list. */
export function continueRepairs(): void {
  const known = new Set(repairs.peek()?.lines.map(({ lineId }) => lineId));
  void lookAt(clashingLines().filter(({ id }) => !known.has(id)));
}

export function closeRepairs(): void {
  pendingRequest?.abort();
  repairs.value = null;
}

async function lookAt(lines: readonly SongLine[]): Promise<void> {
  pendingRequest?.abort();
  const controller = new AbortController();
  pendingRequest = controller;
  const show = (state: Repairs['state'], found: readonly LineRepair[] = []) => {
    const { lines: earlier = [], settled = new Map() } = repairs.peek() ?? {};
    repairs.value = { lines: [...earlier, ...found], settled, state };
  };
  show('looking');
  let start = 0;
  while (start < lines.length) {
    const asked = lines.slice(start, start + MAX_LINES);
    const body = {
      lines: asked.map((line) => contourLineOf(line, soundOfSongLine(line))),
      tolerance: store.song.peek().tolerance,
      max_candidates: 4,
    };
    const result = await request((client, options) => client.repair(body, options), { signal: controller.signal });
    if (controller.signal.aborted || result.kind === 'aborted') return;
    if (result.kind === 'problem') return show(result.problem);
    const found: LineRepair[] = [];
    for (const repaired of result.data.lines) {
      const line = asked[repaired.index];
      if (!line || repaired.risk_count === 0) continue;
      const before = { text: line.text, readings: line.readings };
      found.push({ lineId: line.id, before, repaired });
    }
    // At least one line is looked at in each request.
    start += result.data.next_line ?? asked.length;
    show('looking', found);
  }
  show('done');
}

/** Notes what was done with a line; undefined opens it again. */
function settle(lineId: string, taken: Suggestion | null | undefined): void {
  const current = repairs.peek();
  if (!current) return;
  const settled = new Map(current.settled);
  // The last one is the last of the map.
  settled.delete(lineId);
  if (taken !== undefined) settled.set(lineId, taken);
  repairs.value = { ...current, settled };
}

export function takeRepair({ lineId }: LineRepair, suggestion: Suggestion): void {
  change((document) => {
    const index = document.lines.findIndex(({ id }) => id === lineId);
    return index < 0 ? document : withSuggestion(document, index, suggestion);
  });
  settle(lineId, suggestion);
}

export function skipRepair({ lineId }: LineRepair): void {
  settle(lineId, null);
}

/** Opens a line again. One that was changed gets its words back, whatever was changed after it. */
export function undoRepair({ lineId, before }: LineRepair): void {
  if (repairs.peek()?.settled.get(lineId))
    change((document) => ({
      ...document,
      lines: document.lines.map((line) => (line.id === lineId ? { ...line, ...before } : line)),
    }));
  settle(lineId, undefined);
}

/** The song with a suggestion in place. */
export function withSuggestion(document: SongDocument, index: number, suggestion: Suggestion): SongDocument {
  return Object.entries(suggestion.chosen).reduce(
    (changed, [place, jyutping]) => chooseReading(changed, index, Number(place), jyutping),
    editText(document, index, suggestion.line),
  );
}
