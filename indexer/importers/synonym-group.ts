import { type Imported, type ImportOptions, type Place, type Script, unfitWord } from './importer.ts';

/** Groups with more words than this are lists of a kind (surnames, plants), no synonyms that could stand for each other. */
const MOST_MEMBERS = 12;
/** Below what people wrote for this lexicon (90 and more). */
const SCORE = 80;

export interface SynonymGroup {
  readonly words: readonly string[];
  readonly script: Script;
  readonly at: Place;
}

/** Every two words of a group as synonyms. */
export function* groupLines({ words, script, at }: SynonymGroup, options: ImportOptions): Generator<Imported> {
  const members = new Set<string>();
  for (const word of words) {
    const unfit = unfitWord(word);
    if (unfit) yield { passedOver: unfit };
    else members.add(options.toHongKong(word, script));
  }
  if (options.addWords) for (const char of members) yield { at, line: { kind: 'entry', char, supplement: true } };
  if (members.size < 2) return;
  if (members.size > MOST_MEMBERS) {
    yield { passedOver: `groups of more than ${MOST_MEMBERS} words` };
    return;
  }
  const list = [...members];
  for (const [i, word] of list.entries())
    for (const related of list.slice(i + 1))
      yield { at, line: { kind: 'relation', type: 'syn', word, related, score: SCORE, supplement: true } };
}
