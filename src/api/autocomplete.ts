import { z } from 'zod';
import { USUAL_SUGGESTIONS } from '../lexicon/limits.ts';
import { operation } from './endpoint.ts';
import { keptJsonBytes } from './json-bytes.ts';
import { integer, text } from './parameters.ts';
import { vulgar } from './word-parameters.ts';

const MOST = 50;

const query = z.strictObject({
  prefix: text({
    description: 'How the word begins: characters, or in Latin letters its jyutping, with or without tones.',
    example: '我',
  }),
  limit: integer(
    { least: 1 },
    { description: `Most words to answer; more than ${MOST} is lowered to ${MOST}.`, example: 5 },
    USUAL_SUGGESTIONS.limit,
  ).default(USUAL_SUGGESTIONS.limit),
  vulgar,
});

export const autocomplete = operation({
  id: 'autocomplete',
  summary: 'Words that begin so',
  description: 'The prefix itself first when it is a word, then the most popular. No match is an empty list.',
  request: { query },
  response: z.array(z.string()).meta({ id: 'Suggestions' }),
  write: keptJsonBytes,
  // Not a copy: a store that keeps its answers hands out the same again, and it is written once.
  handle: ({ query: { prefix, limit, vulgar } }, lexicon) =>
    lexicon.suggest(prefix, Math.min(limit, MOST), { vulgar }) as Promise<string[]>,
});
