import { draftsOf, shownDraftOf, starDraft, stepDraft } from '../model/drafts.ts';
import { isHeading } from '../model/sections.ts';
import { change } from '../state/song.ts';
import { store, update } from '../state/store.ts';

/** What keys do with the drafts of a line, without their menu. */

/** Shows the draft before or after. A new one is a copy, selected in the line's field: typing replaces it, an arrow key keeps it. */
export function goToDraft(index: number, by: -1 | 1, field: HTMLTextAreaElement | null): void {
  const before = store.song.peek().lines[index];
  if (!before || isHeading(before.text)) return;
  update({ preview: null });
  change((document) => stepDraft(document, index, by), `draft ${before.id}`);
  const after = store.song.peek().lines[index]!;
  if (draftsOf(after).length > draftsOf(before).length) field?.select();
}

export function starShownDraft(index: number): void {
  const line = store.song.peek().lines[index];
  if (line) change((document) => starDraft(document, index, shownDraftOf(line)));
}
