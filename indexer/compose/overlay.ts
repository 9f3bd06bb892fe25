import type { OperatorLine } from '../../src/lexicon/formats.ts';
import type { Row } from '../tables/read-table.ts';
import type { OverlayRow } from '../tables/schemas.ts';

/** Just below the scores of relations in the hand-written tables (91 to 95). */
const RELATION_SCORE = 90;

/** Converts accepted suggestions to operators' lines. Of several readings of a word, the last accepted one comes first. */
export function overlayLines(rows: readonly Row<OverlayRow>[]): Row<OperatorLine>[] {
  const readings = new Map<string, string[]>();
  return rows.map(({ file, line, value }) => {
    if (value.field !== 'reading') return { file, line, value: lineOf(value) };
    const all = [value.value, ...(readings.get(value.word) ?? []).filter((one) => one !== value.value)];
    readings.set(value.word, all);
    return { file, line, value: { kind: 'entry', char: value.word, readings: all } };
  });
}

function lineOf({ word, field, value }: OverlayRow): OperatorLine {
  switch (field) {
    case 'synonym':
    case 'antonym':
      return {
        ...relation(word, value, field === 'synonym' ? 'syn' : 'ant'),
        score: RELATION_SCORE,
        sense: '',
        supplement: true,
      };
    case 'not_synonym':
    case 'not_antonym': {
      const type = field === 'not_synonym' ? 'syn' : 'ant';
      return { kind: 'override', remove: 'relation', char: word, related: value, type };
    }
    case 'themes':
      return { kind: 'entry', char: word, themes: value.split('、') };
    default:
      return { kind: 'entry', char: word, [field]: value };
  }
}

function relation(word: string, related: string, type: 'syn' | 'ant') {
  return { kind: 'relation', type, word, related } as const;
}
