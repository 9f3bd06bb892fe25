import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { toHongKong } from '../sources/opencc.ts';
import { DATA_ROOT } from '../tables/hand-written.ts';
import { QUALITY_TABLES } from '../tables/quality-tables.ts';
import { readTable } from '../tables/read-table.ts';

/**
 * How many of the commonest words of a frequency list the lexicon has. The list is rime-cantonese's essay
 * (one `word<TAB>count` a line); it is read where it lies and is no part of the project.
 */

const HAN = /^[\p{Script=Han}〇]+$/u;

export interface Scope {
  /** Characters a word has at least and at most. */
  readonly minLength: number;
  readonly maxLength: number;
  /** Ranks counted, from 0: `from` is the first, `to` the one after the last. */
  readonly from: number;
  readonly to: number;
}

export interface Coverage {
  /** Words of the scope. */
  readonly counted: number;
  /** Those of them that the lexicon has, as headword or alias. */
  readonly found: number;
  /** Those that it has not and that are excluded as no words: names, fragments, slips of the pen. */
  readonly excluded: number;
  /** found ÷ counted, 0–1; 0 when nothing is counted. */
  readonly share: number;
  /** found ÷ (counted − excluded), 0–1. Words that are found are never taken out, excluded or not. */
  readonly shareOfWords: number;
  /** Neither found nor excluded, commonest first. */
  readonly missing: readonly string[];
}

/**
 * The list's words in Hong Kong form, commonest first; forms that fall together add up. Lines that are not Han
 * characters, a tab and a count are passed over.
 */
export function parseEssay(text: string): string[] {
  const counts = new Map<string, number>();
  for (const line of text.split('\n')) {
    const [word = '', count] = line.trimEnd().split('\t');
    if (count === undefined || !HAN.test(word)) continue;
    const form = toHongKong(word);
    counts.set(form, (counts.get(form) ?? 0) + Number(count));
  }
  return [...counts].sort(([, a], [, b]) => b - a).map(([word]) => word);
}

/** The forms under which a lexicon's words are found, from the lines of its entries. */
export function formsOf(entries: string): Set<string> {
  const forms = new Set<string>();
  for (const line of entries.split('\n')) {
    if (line === '') continue;
    const { char, aliases } = JSON.parse(line) as { char: string; aliases: readonly string[] };
    for (const form of [char, ...aliases]) forms.add(toHongKong(form));
  }
  return forms;
}

export function coverageOf(
  words: readonly string[],
  forms: ReadonlySet<string>,
  exclusions: ReadonlySet<string>,
  { minLength, maxLength, from, to }: Scope,
): Coverage {
  const counted = words
    .filter((word) => {
      const { length } = Array.from(word);
      return length >= minLength && length <= maxLength;
    })
    .slice(from, to);
  const absent = counted.filter((word) => !forms.has(word));
  const missing = absent.filter((word) => !exclusions.has(word));
  const found = counted.length - absent.length;
  const share = (total: number) => (total === 0 ? 0 : found / total);
  return {
    counted: counted.length,
    found,
    excluded: absent.length - missing.length,
    share: share(counted.length),
    shareOfWords: share(found + missing.length),
    missing,
  };
}

/** The words that a person judged to be none, in Hong Kong form. */
export function readExclusions(root: string = DATA_ROOT): Set<string> {
  const { rows } = readTable(root, QUALITY_TABLES.essayExclusions);
  return new Set(rows.map(({ value }) => toHongKong(value.word)));
}

const SCOPES: readonly Scope[] = [1, 2].flatMap((minLength) =>
  [0, 3000].map((from) => ({ minLength, maxLength: 6, from, to: from + 3000 })),
);
const MAX_LISTED = 40;
const percent = (share: number) => `${(100 * share).toFixed(1)} %`;

function main(): void {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [essay, build] = positionals;
  if (essay === undefined || build === undefined) {
    console.error(
      'Name the list and the build: node indexer/quality/essay-coverage.ts <essay-cantonese.txt> <build directory>',
    );
    process.exitCode = 2;
    return;
  }
  const words = parseEssay(readFileSync(essay, 'utf8'));
  const forms = formsOf(gunzipSync(readFileSync(join(build, 'entries.jsonl.gz'))).toString());
  const exclusions = readExclusions();
  for (const scope of SCOPES) {
    const { counted, found, excluded, share, shareOfWords, missing } = coverageOf(words, forms, exclusions, scope);
    console.log(
      `ranks ${scope.from + 1}–${scope.to}, ${scope.minLength}–${scope.maxLength} characters: ${found} of ${counted} (${percent(share)}); ` +
        `${excluded} are no words, of the rest ${percent(shareOfWords)}`,
    );
    if (missing.length > 0)
      console.log(
        `  missing ${missing.length}: ${missing.slice(0, MAX_LISTED).join('、')}${missing.length > MAX_LISTED ? ' …' : ''}`,
      );
  }
}

if (import.meta.main) main();
