import { parseJyutping } from '../../src/cantonese/jyutping.ts';
import { PARTS_OF_SPEECH, REGISTERS, VALENCES } from '../../src/lexicon/entry.ts';
import type { OverlayRow } from '../tables/hand-written.ts';
import type { Row } from '../tables/read-table.ts';
import { type Check, type CheckContext, problemOf } from './context.ts';

/** Every row of the overlay can be applied. */
export const overlayIsApplicable: Check = (context) =>
  context.tables.feedback.flatMap((row) => {
    const message = findOverlayProblem(context, row.value);
    return message ? [problemOf(row, 'value', message)] : [];
  });

/** Nothing is said twice: a row for each suggestion, one value for each word's field that has only one. */
export const overlayHasNoDuplicates: Check = ({ tables }) => {
  const seen = new Map<string, Row<OverlayRow>>();
  return tables.feedback.flatMap((row) => {
    const existing = seen.get(keyOf(row.value)) ?? seen.get(row.value.id);
    seen.set(keyOf(row.value), row);
    seen.set(row.value.id, row);
    return existing ? [problemOf(row, '', `says the same as ${existing.file}:${existing.line}`)] : [];
  });
};

const MANY_VALUED = new Set(['reading', 'synonym', 'antonym', 'not_synonym', 'not_antonym']);

/** Rows with the same key cannot stand together. */
export function keyOf({ word, field, value }: Pick<OverlayRow, 'word' | 'field' | 'value'>): string {
  return MANY_VALUED.has(field) ? `${word} ${field} ${value}` : `${word} ${field}`;
}

/** Why a row cannot be applied, for people; undefined when it can. */
export function findOverlayProblem(
  { tables, isWord }: CheckContext,
  { word, field, value }: OverlayRow,
): string | undefined {
  const oneOf = (allowed: readonly string[]) =>
    allowed.includes(value) ? undefined : `"${value}" is not one of: ${allowed.join(' ')}`;
  if (field !== 'reading' && !isWord(word)) return `${word} is not in the lexicon; a reading would bring it in`;
  switch (field) {
    case 'reading': {
      const syllables = parseJyutping(value)?.length;
      return syllables === Array.from(word).length ? undefined : `"${value}" is no jyutping for ${word}`;
    }
    case 'pos':
      return oneOf(PARTS_OF_SPEECH);
    case 'reg':
      return oneOf(REGISTERS);
    case 'valence':
      return oneOf(VALENCES);
    case 'category':
      return oneOf(tables.categories.map((row) => row.value.name));
    case 'emotion':
      return oneOf(tables.emotions.map((row) => row.value.emotion));
    case 'themes': {
      const themes = new Set(tables.themes.map((row) => row.value.theme));
      const unknown = value.split('、').find((theme) => !themes.has(theme));
      return unknown === undefined ? undefined : `"${unknown}" is not one of: ${[...themes].join(' ')}`;
    }
    case 'definition':
      return undefined;
    default:
      return isWord(value) ? undefined : `${value} is not in the lexicon`;
  }
}
