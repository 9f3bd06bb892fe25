import { formatJyutping, type Syllable, type SyllablePattern } from '../cantonese/jyutping.ts';
import { DEFAULT_LIMIT } from './parameters/paging-parameters.ts';
import type { Reference } from './reference.ts';

/** Writes parsed parameters as a request has them, so that a hint can repeat it with a change. */

const DEFAULTS: Readonly<Record<string, unknown>> = {
  theme_scope: 'tagged',
  quality: 'all',
  source: 'all',
  loose_rhyme: false,
  loose: false,
  rhyme_depth: 1,
  ends_line: false,
  limit: DEFAULT_LIMIT,
};
/** A hint leads to the first page. */
const LEFT_OUT: ReadonlySet<string> = new Set(['offset', 'cursor', 'facets']);

export function parametersOfRequest(request: object): Record<string, string> {
  // Of a list by likeness coarse words have to be asked for.
  const isDefault = (name: string, value: unknown) =>
    DEFAULTS[name] === value ||
    (name === 'vulgar' && value === true && !('like' in request && request.like !== undefined));
  return Object.fromEntries(
    Object.entries(request).flatMap(([name, value]): [string, string][] =>
      value === undefined || LEFT_OUT.has(name) || isDefault(name, value) ? [] : [[name, textOf(value)]],
    ),
  );
}

type Structured =
  | Reference
  | { readonly reference: Reference }
  | { readonly digit: string }
  | { readonly syllables: readonly SyllablePattern[] };

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.some(isSyllable) ? value.map(syllableText).join(' ') : value.join(',');
  return typeof value === 'object' && value !== null ? structuredText(value as Structured) : String(value);
}

function structuredText(value: Structured): string {
  if ('reference' in value) return referenceText(value.reference);
  if ('digit' in value) return value.digit;
  return 'text' in value ? referenceText(value) : value.syllables.map(syllableText).join(' ');
}

export function referenceText({ text, syllables }: Reference): string {
  return syllables ? `${text}:${formatJyutping(syllables)}` : text;
}

const isSyllable = (value: unknown): value is Syllable =>
  typeof value === 'object' && value !== null && 'final' in value;
const syllableText = ({ initial, final, tone }: SyllablePattern) => `${initial}${final}${tone ?? ''}`;
