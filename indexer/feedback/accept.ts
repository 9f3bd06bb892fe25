import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { FeedbackStore, Suggestion } from '../../src/feedback/feedback-store.ts';
import { escapeHiddenCharacters, findHiddenCharacter } from '../../src/lexicon/hidden-characters.ts';
import type { CheckContext } from '../check/context.ts';
import { findOverlayProblem, keyOf } from '../check/overlay.ts';
import { columnsOf } from '../tables/define-table.ts';
import { type OverlayRow, TABLES } from '../tables/hand-written.ts';
import { parseTable } from '../tables/read-table.ts';
import { sortTable } from '../tables/sort-table.ts';

/** Where accepted suggestions stand under the hand-written tables. */
export const OVERLAY_FILE = 'overlay/feedback.tsv';
const COLUMNS = columnsOf(TABLES.feedback) as (keyof OverlayRow)[];

/** A suggestion cannot be accepted; the message says why and what to do. */
export class ReviewError extends Error {
  constructor(message: string) {
    // What a suggestion says may be quoted in it.
    super(escapeHiddenCharacters(message));
    this.name = 'ReviewError';
  }
}

interface ReviewContext {
  readonly store: Pick<FeedbackStore, 'find' | 'review'>;
  /** Folder of the hand-written tables. */
  readonly root: string;
  /** What the row is checked against; read when it is first needed. */
  readonly context: () => CheckContext;
}

/**
 * Writes a suggestion into the overlay and marks it accepted. Done twice it changes nothing more, and what was interrupted
 * between the two is finished by doing it again. Answers what was done, for people. Throws {@link ReviewError}.
 */
export async function accept(id: string, { store, root, context }: ReviewContext): Promise<string> {
  const suggestion = await requireSuggestion(store, id);
  if (suggestion.field === 'other') {
    await store.review(id, 'accepted');
    return `${id}: accepted. It cannot be applied by itself: change the tables under data/ by hand.`;
  }
  const row = rowOf(suggestion);
  const rows = readOverlay(root);
  if (rows.some((other) => other.id === id)) {
    await store.review(id, 'accepted');
    return `${id}: is already in ${OVERLAY_FILE}.`;
  }
  // Suggestions from before they were refused when they came.
  const problem = findHiddenCharacter(row.value) ?? findOverlayProblem(context(), row);
  if (problem)
    throw new ReviewError(
      `${id} (${row.word}, ${row.field}) cannot be applied: ${problem}. Reject it, or mend the data by hand.`,
    );
  const replaced = rows.filter((other) => keyOf(other) === keyOf(row));
  writeOverlay(root, [...rows.filter((other) => !replaced.includes(other)), row]);
  await store.review(id, 'accepted');
  const replacedText = replaced.map((other) => `, instead of "${other.value}" (${other.id})`).join('');
  return `${id}: ${row.word} ${row.field} "${row.value}" is in ${OVERLAY_FILE}${replacedText}.`;
}

/** Marks a suggestion rejected, and takes it out of the overlay where it had been accepted. Throws {@link ReviewError}. */
export async function reject(id: string, { store, root }: Omit<ReviewContext, 'context'>): Promise<string> {
  await requireSuggestion(store, id);
  const rows = readOverlay(root);
  const others = rows.filter((other) => other.id !== id);
  if (others.length < rows.length) writeOverlay(root, others);
  await store.review(id, 'rejected');
  return `${id}: rejected${others.length < rows.length ? `, and taken out of ${OVERLAY_FILE}` : ''}.`;
}

async function requireSuggestion(store: Pick<FeedbackStore, 'find'>, id: string): Promise<Suggestion> {
  const suggestion = await store.find(id);
  if (suggestion) return suggestion;
  throw new ReviewError(`There is no suggestion ${id}. "lexicon feedback list --state all" shows them.`);
}

function rowOf({ id, word, field, suggestion, note, generation, day }: Suggestion): OverlayRow {
  if (field === 'other') throw new Error('a free suggestion is no row');
  const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();
  return { word, field, value: oneLine(suggestion), id, day, generation, note: escapeHiddenCharacters(oneLine(note)) };
}

function readOverlay(root: string): OverlayRow[] {
  const path = join(root, OVERLAY_FILE);
  if (!existsSync(path)) return [];
  const { rows, problems } = parseTable(OVERLAY_FILE, readFileSync(path, 'utf8'), TABLES.feedback);
  // A row that is not understood must not be lost by writing the others.
  if (problems.length > 0)
    throw new ReviewError(`${path} is not in order: mend it first ("lexicon check-data" says where).`);
  return rows.map(({ value }) => value);
}

function writeOverlay(root: string, rows: readonly OverlayRow[]): void {
  const path = join(root, OVERLAY_FILE);
  const lines = [COLUMNS.join('\t'), ...rows.map((row) => COLUMNS.map((column) => row[column]).join('\t'))];
  mkdirSync(dirname(path), { recursive: true });
  const temporaryPath = `${path}.${process.pid}`;
  writeFileSync(temporaryPath, sortTable(`${lines.join('\n')}\n`, TABLES.feedback));
  renameSync(temporaryPath, path);
}
