import { draftsOf, shownDraftOf, starDraft, stepDraft } from '../model/drafts.ts';
import { isHeading } from '../model/heading.ts';
import { preview } from './contour-fixes.ts';
import { change, song } from './song.ts';

/** Shows the draft before or after. A new one is a copy, selected in the line's field: typing replaces it, an arrow key keeps it. */
export function goToDraft(index: number, by: -1 | 1, field: HTMLTextAreaElement | null): void {
  const before = song.peek().lines[index];
  if (!before || isHeading(before.text)) return;
  preview.value = null;
  change((document) => stepDraft(document, index, by), `draft ${before.id}`);
  const after = song.peek().lines[index]!;
  if (draftsOf(after).length > draftsOf(before).length) field?.select();
}

export function starShownDraft(index: number): void {
  const line = song.peek().lines[index];
  if (line) change((document) => starDraft(document, index, shownDraftOf(line)));
}
