import { z } from 'zod';
import { DEFAULT_SUGGEST_OPTIONS } from '../lexicon/limits.ts';
import { suggestWords } from '../workflow/suggest-words.ts';
import { operation } from './operation.ts';
import { integer, text } from './parameters/parameters.ts';
import { vulgar } from './parameters/word-parameters.ts';

const MAX_SUGGESTIONS = 50;

const query = z.strictObject({
  prefix: text({
    description:
      'How the word begins: characters as they are written or typed (食野), in Latin letters its jyutping, with or without tones, or as names are spelled in Hong Kong (heung gong); characters may go on in letters (開s).',
    example: '我',
  }),
  limit: integer(
    { min: 1 },
    { description: `Most words to answer; more than ${MAX_SUGGESTIONS} is lowered to ${MAX_SUGGESTIONS}.`, example: 5 },
    DEFAULT_SUGGEST_OPTIONS.limit,
  ).default(DEFAULT_SUGGEST_OPTIONS.limit),
  vulgar,
});

export const autocomplete = operation({
  id: 'autocomplete',
  summary: 'Words that begin so',
  description: 'The prefix itself first when it is a word, then the most popular. No match is an empty list.',
  request: { query },
  response: z.array(z.string()).meta({ id: 'Suggestions' }),
  handle: ({ query: { prefix, limit, vulgar } }, lexicon) =>
    suggestWords(lexicon, prefix, Math.min(limit, MAX_SUGGESTIONS), { vulgar }) as Promise<string[]>,
});
