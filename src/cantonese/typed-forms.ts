import table from '../../data/typed/in-context.json' with { type: 'json' };
import { MAX_CONTEXT_CHARACTERS } from './context-rules.ts';

/** Characters and letters that people type for others, told by what stands around them: 食左飯 is 食咗飯, 呢d is 呢啲. */

interface Rule {
  readonly written: string;
  readonly before: RegExp | undefined;
  readonly after: RegExp | undefined;
}

interface RuleRow {
  /** The forms that it is for, with 、 between them; letters in lower case. */
  readonly typed: string;
  readonly written: string;
  /** Regular expressions: what ends right before the form, what begins right after it. */
  readonly before?: string;
  readonly after?: string;
}

const RULES = new Map<string, Rule[]>();
for (const { typed, written, before, after } of table as readonly RuleRow[]) {
  const rule: Rule = {
    written,
    before: before === undefined ? undefined : new RegExp(`(?:${before})$`, 'u'),
    after: after === undefined ? undefined : new RegExp(`^(?:${after})`, 'u'),
  };
  for (const form of typed.split('、')) RULES.set(form, [...(RULES.get(form) ?? []), rule]);
}

const LATIN_OR_DIGIT = /^[\p{Script=Latin}\p{Nd}]/u;
/** What a rule may speak of; most lines have none of it. */
const MAY_BE_TYPED = new RegExp(
  `[${[...RULES.keys()].filter((typed) => !LATIN_OR_DIGIT.test(typed[0]!)).join('')}]|[A-Za-z0-9]`,
  'u',
);

/**
 * The places of a line as they are meant: a form of several letters that is one syllable becomes one character. Where nothing was typed for something else, the same list.
 */
export function readTyped(characters: readonly string[]): readonly string[] {
  if (!MAY_BE_TYPED.test(characters.join(''))) return characters;
  let meant: string[] | undefined;
  for (let start = 0; start < characters.length; ) {
    const end = endOfForm(characters, start);
    const written = writtenFor(characters, start, end);
    if (written !== undefined) {
      meant ??= [...characters];
      meant[start] = written;
    }
    start = end;
  }
  return meant ?? characters;
}

/** A run of letters and digits is one form, as is any other character. */
function endOfForm(characters: readonly string[], start: number): number {
  let end = start + 1;
  if (LATIN_OR_DIGIT.test(characters[start]!))
    while (end < characters.length && LATIN_OR_DIGIT.test(characters[end]!)) end++;
  return end;
}

function writtenFor(characters: readonly string[], start: number, end: number): string | undefined {
  const form = end - start === 1 ? characters[start]! : characters.slice(start, end).join('');
  const rules = RULES.get(form.toLowerCase());
  if (!rules) return undefined;
  const left = characters.slice(Math.max(0, start - MAX_CONTEXT_CHARACTERS), start).join('');
  const right = characters.slice(end, end + MAX_CONTEXT_CHARACTERS).join('');
  return rules.find(({ before, after }) => (before?.test(left) ?? true) && (after?.test(right) ?? true))?.written;
}
