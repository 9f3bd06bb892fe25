import { newId, newLine, type SongDocument, type SongLine } from './document.ts';

const IN_BRACKETS = /^\s*[[【〔].{1,24}[\]】〕]\s*[:：]?\s*$/u;
const NAMED =
  /^\s*(?:副歌|主歌|前奏|間奏|尾奏|過門|橋段|導歌|說唱|intro|verse|pre-?chorus|chorus|bridge|hook|rap|interlude|outro)\s*[\dA-D一二三四]?\s*[:：]\s*$/iu;

/** Whether a line names a section of the song, such as `[Chorus]` or `副歌：`: it is not sung. */
export function isHeading(text: string): boolean {
  return IN_BRACKETS.test(text) || NAMED.test(text);
}

/** A heading and the lines below it, to the next heading. `end` is after the last line. */
interface Section {
  readonly name: string;
  readonly heading: number;
  readonly start: number;
  readonly end: number;
}

type Lines = Pick<SongDocument, 'lines'>;

export function sectionsOf({ lines }: Lines): readonly Section[] {
  const headings = lines.flatMap(({ text }, i) => (isHeading(text) ? [i] : []));
  return headings.map((heading, i) => ({
    name: nameOf(lines[heading]!.text),
    heading,
    start: heading + 1,
    end: headings[i + 1] ?? lines.length,
  }));
}

/** Lines heard together: a section or a stanza. A stanza's name is its number. `end` is after the last line. */
export type Passage = Pick<Section, 'name' | 'start' | 'end'>;

/** The sections, and what stands before the first one; in a song without headings the stanzas between blank lines. */
export function passagesOf(document: Lines): readonly Passage[] {
  const sections = sectionsOf(document).map(({ name, start, end }) => ({ name, start, end }));
  if (sections.length === 0) return stanzasOf(document);
  const first = sections[0]!.start - 1;
  return first > 0 ? [{ name: '1', start: 0, end: first }, ...sections] : sections;
}

function stanzasOf({ lines }: Lines): Passage[] {
  const stanzas: Passage[] = [];
  lines.forEach((line, i) => {
    if (isBlank(line)) return;
    const last = stanzas.at(-1);
    if (last?.end === i) stanzas[stanzas.length - 1] = { ...last, end: i + 1 };
    else stanzas.push({ name: `${stanzas.length + 1}`, start: i, end: i + 1 });
  });
  return stanzas;
}

/** The passage of a line; a heading is in the passage below it. undefined for a line between two passages. */
export function passageAt(document: Lines, index: number): Passage | undefined {
  return passagesOf(document).find(({ start, end }) => {
    const hasHeading = isHeading(document.lines[start - 1]?.text ?? '');
    return index >= (hasHeading ? start - 1 : start) && index < end;
  });
}

export function sectionAt(document: Lines, heading: number): Section | undefined {
  return sectionsOf(document).find((section) => section.heading === heading);
}

/** A heading without its brackets and colon. */
export function nameOf(heading: string): string {
  return heading.replace(/[[\]【】〔〕:：]/gu, '').trim();
}

/** The kind of a section: its name in lower case without its number, `verse` of `Verse 2`. */
function kindOf(name: string): string {
  const kind = name.replace(/\s*(?:\d+|(?<=\s)[A-D]|[一二三四五六])$/u, '');
  return kind.toLowerCase();
}

/** Whether a line has no words, no notes and no other draft; such lines separate stanzas. */
export const isBlank = ({ text, melody, drafts }: SongLine) => text.trim() === '' && melody.length === 0 && !drafts;

function indexesOf({ start, end }: Section): number[] {
  return Array.from({ length: end - start }, (_, i) => start + i);
}

/**
 * Lays the melody of one section under another, line by line, and keeps them the same from then on. A section without words gets as
 * many lines as the other has notes for; lines beyond the other's keep their own melody.
 */
export function shareMelody(document: SongDocument, target: Section, source: Section): SongDocument {
  const lines = [...document.lines];
  const written = indexesOf(target).filter((i) => !isBlank(lines[i]!));
  const isWordless = written.every((i) => lines[i]!.text === '');
  const targetIndexes = isWordless ? indexesOf(target) : written;
  const added: SongLine[] = [];
  const sourceIndexes = indexesOf(source).filter((i) => !isBlank(lines[i]!));
  for (const [i, sourceIndex] of sourceIndexes.entries()) {
    const leader = { ...lines[sourceIndex]!, tune: lines[sourceIndex]!.tune ?? newId() };
    const { tune, melody } = leader;
    const targetIndex = targetIndexes[i];
    if (targetIndex !== undefined) lines[targetIndex] = { ...lines[targetIndex]!, tune, melody };
    else if (isWordless && melody.length > 0) added.push({ ...newLine('', melody), tune });
    else continue;
    lines[sourceIndex] = leader;
  }
  return { ...document, lines: lines.toSpliced(target.end, 0, ...added) };
}

const tunesOf = ({ lines }: Lines, { start, end }: Section) =>
  new Set(lines.slice(start, end).flatMap(({ tune }) => tune ?? []));

/** The earlier section whose melody a section shares. */
export function melodySourceOf(document: Lines, section: Section): Section | undefined {
  const tunes = tunesOf(document, section);
  return sectionsOf(document).find(
    (earlier) => earlier.heading < section.heading && !tunes.isDisjointFrom(tunesOf(document, earlier)),
  );
}

/** Gives each section of the same kind as an earlier one that one's melody, unless it has a melody of its own. */
export function shareRepeated(document: SongDocument): SongDocument {
  let shared = document;
  // Lines that are added to one section move the next ones.
  for (let i = 1; i < sectionsOf(shared).length; i++) {
    const sections = sectionsOf(shared);
    const target = sections[i]!;
    const source = sections.find(({ name }, at) => at < i && kindOf(name) === kindOf(target.name));
    if (source && !hasOwnMelody(shared, target, source)) shared = shareMelody(shared, target, source);
  }
  return shared;
}

function hasOwnMelody(document: Lines, target: Section, source: Section): boolean {
  const tunes = tunesOf(document, source);
  return document.lines
    .slice(target.start, target.end)
    .some(({ melody, tune }) => melody.length > 0 && (tune === undefined || !tunes.has(tune)));
}

/** Ends the sharing of a section's melody: the notes stay, and later changes apply to this section alone. */
export function separateMelody(document: SongDocument, { start, end }: Section): SongDocument {
  const lines = document.lines.map((line, i) => (i >= start && i < end ? withoutTune(line) : line));
  return { ...document, lines };
}

function withoutTune({ tune: _, ...line }: SongLine): SongLine {
  return line;
}

/** Adds a section once more at the song's end, to the same melody: with its words, or for new ones. */
export function repeatSection(document: SongDocument, section: Section, withWords: boolean): SongDocument {
  const isCopied = (line: SongLine, i: number) => i >= section.start && i < section.end && !isBlank(line);
  const lines = document.lines.map((line, i) => (isCopied(line, i) ? { ...line, tune: line.tune ?? newId() } : line));
  const copies = lines.filter(isCopied).map(
    ({ text, readings, melody, tune }): SongLine => ({
      ...newLine(withWords ? text : '', melody),
      ...(withWords ? { readings } : {}),
      ...(tune === undefined ? {} : { tune }),
    }),
  );
  return { ...document, lines: [...lines, newLine(document.lines[section.heading]!.text), ...copies] };
}

/** The line whose melody a line shares: the first one with its tune; undefined for that one itself. */
export function leaderOf({ lines }: Lines, { id, tune }: SongLine): SongLine | undefined {
  const first = tune === undefined ? undefined : lines.find((line) => line.tune === tune);
  return first?.id === id ? undefined : first;
}

/** Completes an edit: changed melodies are copied to the lines that share them, and a repeated section gets its melody. */
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

/** Copies a changed melody to the other lines that share it. Lines given different melodies share no longer. */
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
