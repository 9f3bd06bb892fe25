import { z } from 'zod';
import { styleOf } from '../cantonese/context-rules.ts';
import { sumOfMeanings } from '../lexicon/meaning.ts';
import type { Lexicon } from '../lexicon/store.ts';
import { composePhrases, PHRASE_FORMS } from '../lyrics/swaps/compose.ts';
import { codesOf } from '../lyrics/swaps/exchanged.ts';
import { swapSourcesOf } from '../lyrics/swaps/find.ts';
import { ideaRowsOf } from '../phrases/read.ts';
import { createYielder } from '../time-slicing.ts';

/** Phrases of two words that say what is looked for and fit a melody: `compose=2` of search. */

export const MAX_COMPOSED = 20;

export const composedPhrase = z
  .object({
    phrase: z.string(),
    jyutping: z.string(),
    code: z.string(),
    parts: z.array(z.string()).meta({ description: 'The two words that go together, in their order' }),
    form: z.enum(PHRASE_FORMS),
  })
  .meta({ id: 'ComposedPhrase' });

/** The nearest in meaning first; none where nothing of `like` is understood. Codes must be of one length. */
export async function composedFor(
  like: string,
  codes: readonly string[],
  lexicon: Lexicon,
): Promise<z.infer<typeof composedPhrase>[]> {
  const ideas = await ideaRowsOf(like, lexicon);
  const content = ideas.flatMap(({ key, row, weight }) => (row ? [{ word: key, row, weight }] : []));
  const meaning = sumOfMeanings(content.map(({ row, weight }) => [row, weight] as const));
  if (!meaning || codes.length === 0) return [];
  const fitting = new Set(codes);
  const place = {
    length: codes[0]!.length,
    is: undefined,
    style: styleOf(like),
    before: undefined,
    after: undefined,
    content,
    meaning,
    allows: (phrase: string, jyutping: string) => phrase !== like && fitting.has(codesOf(jyutping)),
  };
  const phrases = await composePhrases([place], await swapSourcesOf(lexicon), createYielder());
  return phrases.slice(0, MAX_COMPOSED).map(({ phrase, jyutping, parts, form }) => ({
    phrase,
    jyutping,
    code: codesOf(jyutping),
    parts: [...parts],
    form,
  }));
}
