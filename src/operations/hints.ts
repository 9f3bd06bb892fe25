import { z } from 'zod';

/** What to try after zero or odd results: one shape for every list. */

const hint = z
  .object({
    param: z.string().meta({ description: 'The parameter that it is about' }),
    problem: z.string().meta({ description: 'What is odd about its value, or what it leaves out' }),
    try: z
      .object({
        path: z.string().meta({ examples: ['/api/lexicon/search'] }),
        params: z.record(z.string(), z.string()).meta({ description: 'All parameters of the request to try' }),
        total: z.int().meta({ description: 'Exact number of words that it finds' }),
      })
      .meta({ description: 'A request that finds something, or says what was meant' }),
  })
  .meta({ id: 'Hint' });

export type Hint = z.infer<typeof hint>;

export const hints = z.array(hint).optional().meta({
  description: 'What to try where nothing, or something odd, was found: the nearest to the request first; else absent',
});

export const PATHS = {
  search: '/api/lexicon/search',
  browse: '/api/lexicon/browse',
  syn: '/api/lexicon/synonyms',
  ant: '/api/lexicon/antonyms',
} as const;

/** Of `loose_rhyme`, wherever it is given. */
export const WITHOUT_RHYME_CHARACTER = 'widens the rhyme of rhyme_char, which is not given, and does nothing';

/** The field of a response. */
export const hintsField = (found: readonly Hint[]): { hints?: Hint[] } =>
  found.length > 0 ? { hints: [...found] } : {};
