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

/** Repairs that the service proposes for the clashes of the whole song, and the writer's decision on each line. */

export interface LineRepair {
  readonly lineId: string;
  /** The line's text and chosen readings when the repair was requested. */
  readonly before: { readonly text: string; readonly readings: LineReadings };
  readonly repaired: RepairedLine;
}

export interface Repairs {
  readonly lines: readonly LineRepair[];
  /** Suggestion taken by line id, null for a skipped line; in the order of the decisions. Open lines are absent. */
  readonly settled: ReadonlyMap<string, Suggestion | null>;
  /** `looking` while requests go on, a problem if one failed. */
  readonly state: 'looking' | 'done' | ApiProblem;
}

/** The list of repairs; null while it is closed. */
export const repairs = signal<Repairs | null>(null);

/** Lines of one request, at most; the service may answer for fewer, as its time is limited. */
const MAX_LINES_PER_REQUEST = 200;

/** The lines with clashes of their own. Only they are sent, as each costs a credit. */
function clashingLines(): SongLine[] {
  return store.song
    .peek()
    .lines.filter((line) => risksOfLine(line, soundOfSongLine(line), riskContextOf(line)).own.length > 0);
}

let pendingRequest: AbortController | undefined;

export function openRepairs(): void {
  repairs.value = { lines: [], settled: new Map(), state: 'looking' };
  void requestRepairs(clashingLines());
}

/** Requests repairs for the lines that clash and are not in the list, as after a problem. */
export function continueRepairs(): void {
  const known = new Set(repairs.peek()?.lines.map(({ lineId }) => lineId));
  void requestRepairs(clashingLines().filter(({ id }) => !known.has(id)));
}

export function closeRepairs(): void {
  pendingRequest?.abort();
  repairs.value = null;
}

/** Requests repairs for some lines and adds them to the list as they arrive. A request still pending is aborted. */
async function requestRepairs(lines: readonly SongLine[]): Promise<void> {
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
    const asked = lines.slice(start, start + MAX_LINES_PER_REQUEST);
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
    // The service answers for one line at least.
    start += result.data.next_line ?? asked.length;
    show('looking', found);
  }
  show('done');
}

/** Stores the decision on a line: the suggestion taken, null if it is skipped, undefined to open it again. */
function settle(lineId: string, taken: Suggestion | null | undefined): void {
  const current = repairs.peek();
  if (!current) return;
  const settled = new Map(current.settled);
  // Moves the line to the end of the map, whose order is that of the decisions.
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

/** Opens a line again. If a repair was taken, the line gets its earlier text and readings back; later edits of it are lost. */
export function undoRepair({ lineId, before }: LineRepair): void {
  if (repairs.peek()?.settled.get(lineId))
    change((document) => ({
      ...document,
      lines: document.lines.map((line) => (line.id === lineId ? { ...line, ...before } : line)),
    }));
  settle(lineId, undefined);
}

/** The song with a suggestion put into a line: its text, and the readings chosen for characters that stay. */
export function withSuggestion(document: SongDocument, index: number, suggestion: Suggestion): SongDocument {
  return Object.entries(suggestion.chosen).reduce(
    (changed, [place, jyutping]) => chooseReading(changed, index, Number(place), jyutping),
    editText(document, index, suggestion.line),
  );
}
