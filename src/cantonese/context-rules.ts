import table from '../../data/sound/context-rules.json' with { type: 'json' };

/** The style of a line: spoken, with words that only Cantonese has, or standard written Chinese, as in most songs. */
export type Style = 'spoken' | 'written';

interface Rule {
  readonly reading: ContextReading;
  readonly style: Style | undefined;
  readonly before: RegExp | undefined;
  readonly after: RegExp | undefined;
}

/** The result of a rule: the readings of a segment's parts. Several parts split the segment. */
export type ContextReading = readonly (readonly string[])[];

/** Characters of context on each side that a rule can use. */
export const MAX_CONTEXT_CHARACTERS = 12;

/** Marks of spoken style: characters and words that written Chinese does not use. */
const SPOKEN_MARKERS =
  /[嘅喺咗啲嚟哋冇畀俾攞瞓嘢噉咁唔佢喇㗎囉喎咩乜嗰嘞咋啫揸攰諗睇係哂晒嘥嗌搵掂靚嬲啱孭瞓𠺢嚿]|點解|邊[個度]|而家|屋企|[聽尋琴][日晚朝]|成日|鍾意|幾[多時]|有幾|真係|頭先|今次|呢[個度啲位件首間種樣世刻]|細路|個[女仔名樣]|唔該/u;

const RULES = new Map<string, Rule[]>();
interface RuleRow {
  /** The words of the rule, separated by 、. */
  readonly word: string;
  /** The reading; ` | ` splits the word in two, where it is not a word in this context. */
  readonly reading: string;
  readonly style?: string;
  /** Regular expressions for the text right before and right after the word. */
  readonly before?: string;
  readonly after?: string;
}

for (const row of table as RuleRow[]) {
  const rule: Rule = {
    reading: row.reading.split(' | ').map((part) => part.split(' ')),
    style: row.style as Style | undefined,
    before: row.before ? new RegExp(`(?:${row.before})$`, 'u') : undefined,
    after: row.after ? new RegExp(`^(?:${row.after})`, 'u') : undefined,
  };
  for (const word of row.word.split('、')) {
    const rules = RULES.get(word);
    if (rules) rules.push(rule);
    else RULES.set(word, [rule]);
  }
}

/** A line as the rules match it. */
export interface LineContext {
  readonly characters: readonly string[];
  readonly style: Style;
}

export function styleOf(line: string): Style {
  return SPOKEN_MARKERS.test(line) ? 'spoken' : 'written';
}

/** Characters in the longest mark of spoken style. */
const MAX_MARKER_LENGTH = 3;

/** Index of the first mark of spoken style, in characters; undefined in a written line. */
function findSpokenMarker(characters: readonly string[]): { readonly start: number; readonly end: number } | undefined {
  const line = characters.join('');
  const found = SPOKEN_MARKERS.exec(line);
  if (!found) return undefined;
  const start = Array.from(line.slice(0, found.index)).length;
  return { start, end: start + Array.from(found[0]).length };
}

/**
 * The style of a line after characters were replaced by as many others. Scans the whole line only if the replaced characters may
 * have decided its style.
 */
export function createStyleTracker(
  characters: readonly string[],
): (changed: readonly string[], start: number, end: number) => Style {
  const marker = findSpokenMarker(characters);
  return (changed, start, end) => {
    const isMarkerUnchanged = marker && (marker.end <= start || end <= marker.start);
    if (isMarkerUnchanged) return 'spoken';
    const affected = marker
      ? changed
      : changed.slice(Math.max(0, start - MAX_MARKER_LENGTH + 1), end + MAX_MARKER_LENGTH - 1);
    return styleOf(affected.join(''));
  };
}

/** The reading of the word at `start` … `end` by its context: that of the word's first rule that matches; undefined if none does. */
export function readingInContext(
  word: string,
  { characters, style }: LineContext,
  start: number,
  end: number,
): ContextReading | undefined {
  const rules = RULES.get(word);
  if (!rules) return undefined;
  const left = characters.slice(Math.max(0, start - MAX_CONTEXT_CHARACTERS), start).join('');
  const right = characters.slice(end, end + MAX_CONTEXT_CHARACTERS).join('');
  return rules.find(
    (rule) =>
      (rule.style === undefined || rule.style === style) &&
      (rule.before?.test(left) ?? true) &&
      (rule.after?.test(right) ?? true),
  )?.reading;
}

/** Whether there is a rule for a word; otherwise its reading does not depend on context. */
export function hasRules(word: string): boolean {
  return RULES.has(word);
}
