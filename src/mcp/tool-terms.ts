import type { ProblemCode, ProblemDocument } from '../problem.ts';
import { GUIDANCE } from './guidance.ts';

/** The names of tools by the paths of their operations, longest first. */
export type ToolsByPath = readonly (readonly [path: string, tool: string])[];

export function toolsByPath(operations: readonly { readonly id: string; readonly path: string }[]): ToolsByPath {
  const names = operations.map(({ id, path }) => [path, GUIDANCE[id]?.name ?? id] as const);
  return names.sort(([a], [b]) => b.length - a.length);
}

/** A text of the API for someone who calls tools: `/api/lexicon/search?contains=` becomes `search_words (contains)`. */
export function inToolTerms(text: string, tools: ToolsByPath): string {
  let result = text;
  for (const [path, tool] of tools)
    result = result
      .replaceAll(`${path}?`, `${tool}?`)
      .replaceAll(new RegExp(`${RegExp.escape(path)}(?![\\w/])`, 'g'), tool);
  return result
    .replace(/(?<=[a-z])\?(\w+)=/g, ' ($1)')
    .replaceAll('endpoint', 'tool')
    .replaceAll('parameter', 'argument');
}

/** What to do about a problem of HTTP, for someone who sees none of it. */
const TOOL_ADVICE: Partial<Record<ProblemCode, string>> = {
  invalid_key: 'Tell the user: the key that the host sends is not valid. Without a key the tools have lower limits.',
  insufficient_scope: 'Tell the user: the key that the host sends may not be used for this tool.',
};

/** A problem in terms of tools: what it is, and what to do next. */
export function problemText({ title, code, status, detail }: ProblemDocument, tools: ToolsByPath): string {
  return `${inToolTerms(title, tools)} (${code}, ${status}). ${TOOL_ADVICE[code] ?? inToolTerms(detail, tools)}`;
}
