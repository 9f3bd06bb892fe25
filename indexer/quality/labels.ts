import { z } from 'zod';
import { DATA_ROOT } from '../tables/hand-written.ts';
import { type Problem, readTable } from '../tables/read-table.ts';
import type { FacetName } from './facets.ts';

/** What people said of drawn claims: `data/quality/labels/FACET.tsv`. */

export const LABELS = ['ok', 'near', 'wrong'] as const;
/** `near`: not the best answer, but one that a lyricist would accept. */
export type Label = (typeof LABELS)[number];

const labelRow = z.object({
  word: z.string().min(1),
  value: z.string().min(1),
  label: z.enum(LABELS),
  note: z.string(),
});

export type Labels = ReadonlyMap<string, Label>;

export const claimKey = ({ word, value }: { readonly word: string; readonly value: string }) => `${word}\t${value}`;

export const labelsFile = (facet: FacetName) => `quality/labels/${facet}.tsv`;

/** The labels of a facet by claim; a claim that is labelled twice is a problem. */
export function readLabels(
  facet: FacetName,
  root: string = DATA_ROOT,
): { readonly labels: Labels; readonly problems: readonly Problem[] } {
  const table = readTable(root, labelsFile(facet), labelRow);
  const labels = new Map<string, Label>();
  const problems = [...table.problems];
  for (const { file, line, value } of table.rows) {
    const key = claimKey(value);
    if (labels.has(key))
      problems.push({ file, line, field: 'word', message: `${value.word} ${value.value} is there twice` });
    else labels.set(key, value.label);
  }
  return { labels, problems };
}
