import { type ImportOptions, type ImportResult, type Script, type SourceLocation, wordRejection } from './importer.ts';

/** Groups with more words than this are lists of a kind (surnames, plants), no synonyms that could stand for each other. */
const MAX_MEMBERS = 12;
/** Below what people wrote for this lexicon (90 and more). */
const RELATION_SCORE = 80;

export interface SynonymGroup {
  readonly words: readonly string[];
  readonly script: Script;
  readonly location: SourceLocation;
}

/** Every two words of a group as synonyms. */
export function* groupLines(
  { words, script, location }: SynonymGroup,
  options: ImportOptions,
): Generator<ImportResult> {
  const members = new Set<string>();
  for (const word of words) {
    const rejection = wordRejection(word);
    if (rejection) yield { skipped: rejection };
    else members.add(options.toHongKong(word, script));
  }
  if (options.addWords) for (const char of members) yield { location, line: { kind: 'entry', char, supplement: true } };
  if (members.size < 2) return;
  if (members.size > MAX_MEMBERS) {
    yield { skipped: `groups of more than ${MAX_MEMBERS} words` };
    return;
  }
  const list = [...members];
  for (const [i, word] of list.entries())
    for (const related of list.slice(i + 1))
      yield {
        location,
        line: { kind: 'relation', type: 'syn', word, related, score: RELATION_SCORE, supplement: true },
      };
}
