import phrases from '../../data/sound/substitutes/phrases.json' with { type: 'json' };
import words from '../../data/sound/substitutes/words.json' with { type: 'json' };

/** Words and phrases that can take each other's place in a sung line, by the hand-written tables. */

interface SubstituteRow {
  readonly word: string;
  /** Words for most lines in which the word stands, and for some; separated by 、, best first. */
  readonly often?: string;
  readonly sometimes?: string;
}

/** In how many of the lines in which a word stands another one can take its place. `none`: the word has a row without it. */
export type Substitution = 'often' | 'sometimes' | 'none';

const ROWS = new Map(
  [...words, ...(phrases as readonly SubstituteRow[])].map((row): [string, SubstituteRow] => [row.word, row]),
);

/** The substitutes of the words that were asked for, best first. */
const known = new Map<string, ReadonlyMap<string, Substitution>>();

function rowOf(word: string): ReadonlyMap<string, Substitution> | undefined {
  const found = known.get(word);
  const row = ROWS.get(word);
  if (found || !row) return found;
  const listed = (['often', 'sometimes'] as const).flatMap(
    (name) => row[name]?.split('、').map((other) => [other, name] as const) ?? [],
  );
  const substitutes = new Map(listed);
  known.set(word, substitutes);
  return substitutes;
}

/** Undefined where the table has no row of the word. */
export function substitutionOf(word: string, other: string): Substitution | undefined {
  const row = rowOf(word);
  return row && (row.get(other) ?? 'none');
}

/** The words that can take a word's place, best first. */
export const substitutesFor = (word: string): readonly string[] => [...(rowOf(word)?.keys() ?? [])];
