import type { SongDocument, SongLine } from './document.ts';
import { isHeading } from './heading.ts';
import { shareRepeated, withoutTune } from './sections.ts';

/** Completes an edit: a melody that lines share is changed in all of them, and a section that has come again gets its melody. */
export function settleSections(before: SongDocument, after: SongDocument): SongDocument {
  if (before.lines === after.lines) return after;
  const synced = syncMelodies(before, after);
  return headingsOf(before) === headingsOf(synced) ? synced : shareRepeated(synced);
}

const headingsOf = ({ lines }: SongDocument) =>
  lines
    .filter(({ text }) => isHeading(text))
    .map(({ id, text }) => `${id} ${text}`)
    .join('\n');

/** Carries a changed melody to the other lines that share it. Lines that were given different ones part. */
function syncMelodies(before: SongDocument, after: SongDocument): SongDocument {
  const tuned = after.lines.filter(({ tune }) => tune !== undefined);
  if (tuned.length === 0) return after;
  const melodyBefore = new Map(before.lines.map(({ id, melody }) => [id, melody]));
  const replaced = new Map<string, SongLine>();
  for (const group of Map.groupBy(tuned, ({ tune }) => tune).values()) {
    const changed = group.filter(({ id, melody }) => {
      const melodyOfLine = melodyBefore.get(id);
      // By value: a line that only begins to share a melody in this edit has another list of the same notes.
      return melodyOfLine && melodyOfLine !== melody && JSON.stringify(melodyOfLine) !== JSON.stringify(melody);
    });
    const [first] = changed;
    if (!first) continue;
    const isSame = ({ melody }: SongLine) => JSON.stringify(melody) === JSON.stringify(first.melody);
    const isOneMelody = changed.every(isSame);
    for (const line of group)
      if (!isSame(line)) replaced.set(line.id, isOneMelody ? { ...line, melody: first.melody } : withoutTune(line));
  }
  if (replaced.size === 0) return after;
  return { ...after, lines: after.lines.map((line) => replaced.get(line.id) ?? line) };
}
