import { type LineDraft, type SongDocument, type SongLine, withLine } from './document.ts';

/** Several texts of one line, of which one is shown. Edits return a new document. */

/** The drafts of a line in their order, including the shown one. */
export function draftsOf({ text, readings, drafts }: SongLine): readonly LineDraft[] {
  return drafts ? drafts.others.toSpliced(drafts.shown, 0, { text, readings }) : [{ text, readings }];
}

export function shownDraftOf({ drafts }: SongLine): number {
  return drafts?.shown ?? 0;
}

export function starredDraftOf({ drafts }: SongLine): number | null {
  return drafts?.starred ?? null;
}

/** The line with these drafts. A single draft needs no star. */
function withDrafts(
  { drafts: _, ...line }: SongLine,
  all: readonly LineDraft[],
  shown: number,
  starred: number | null,
): SongLine {
  const { text, readings } = all[shown]!;
  const single = { ...line, text, readings };
  return all.length === 1 ? single : { ...single, drafts: { others: all.toSpliced(shown, 1), shown, starred } };
}

/** Whether the shown one of several drafts is blank or equal to another; it is dropped when another is shown. */
function isRedundant(line: SongLine): boolean {
  const others = line.drafts?.others ?? [];
  return others.length > 0 && (line.text.trim() === '' || others.some(({ text }) => text === line.text));
}

function without(line: SongLine, draft: number, shown: number): SongLine {
  const starred = starredDraftOf(line);
  const next = draftsOf(line).toSpliced(draft, 1);
  const moved = starred === null || starred === draft ? null : starred - Number(starred > draft);
  return withDrafts(line, next, Math.min(shown - Number(shown > draft), next.length - 1), moved);
}

function show(line: SongLine, draft: number): SongLine {
  const shown = shownDraftOf(line);
  const all = draftsOf(line);
  if (draft === shown || !all[draft]) return line;
  return isRedundant(line) ? without(line, shown, draft) : withDrafts(line, all, draft, starredDraftOf(line));
}

export function showDraft(document: SongDocument, index: number, draft: number): SongDocument {
  return withLine(document, index, (line) => show(line, draft));
}

/** Shows the draft before (−1) or after (1). After the last one comes a copy of it, to be changed. */
export function stepDraft(document: SongDocument, index: number, by: -1 | 1): SongDocument {
  const line = document.lines[index];
  if (!line) return document;
  const draft = shownDraftOf(line) + by;
  return draft < draftsOf(line).length ? showDraft(document, index, draft) : addDraft(document, index);
}

/** Adds a copy of the shown draft after the last one and shows it. */
export function addDraft(document: SongDocument, index: number): SongDocument {
  return withLine(document, index, (line) => {
    const all = draftsOf(line);
    if (line.text.trim() === '' || isRedundant(line)) return line;
    return withDrafts(line, [...all, all[shownDraftOf(line)]!], all.length, starredDraftOf(line));
  });
}

/** Stars a draft as the line's best, or takes the star from it. */
export function starDraft(document: SongDocument, index: number, draft: number): SongDocument {
  return withLine(document, index, (line) => {
    const all = draftsOf(line);
    if (all.length === 1 || !all[draft]) return line;
    return withDrafts(line, all, shownDraftOf(line), starredDraftOf(line) === draft ? null : draft);
  });
}

export function deleteDraft(document: SongDocument, index: number, draft: number): SongDocument {
  return withLine(document, index, (line) =>
    draftsOf(line).length === 1 || !draftsOf(line)[draft] ? line : without(line, draft, shownDraftOf(line)),
  );
}

/** The song as it is exported: of each line the starred draft, where none is starred the shown one. */
export function withBestDrafts(document: SongDocument): SongDocument {
  const lines = document.lines.map((line) => {
    const best = draftsOf(line)[starredDraftOf(line) ?? shownDraftOf(line)]!;
    return withDrafts(line, [best], 0, null);
  });
  return { ...document, lines };
}

/** The drafts of a line that another was joined to: its own, and the other's after them. */
export function joinedDrafts(above: SongLine, below: SongLine): Pick<SongLine, 'drafts'> {
  const others = [...(above.drafts?.others ?? []), ...(below.drafts?.others ?? [])];
  if (others.length === 0) return {};
  return { drafts: { others, shown: shownDraftOf(above), starred: starredDraftOf(above) } };
}
