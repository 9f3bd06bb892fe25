import { z } from 'zod';
import { DEFAULT_SUGGEST_OPTIONS } from '../lexicon/query.ts';
import { suggestWords } from '../lexicon/suggest-words.ts';
import { operation } from './operation.ts';
import { text, wordCount } from './parameters/parameters.ts';
import { vulgarUnlessOffered } from './parameters/word-parameters.ts';

const MAX_SUGGESTIONS = 50;

const query = z.strictObject({
  prefix: text({
    description:
      'How the word begins: characters as they are written or typed (食野), in Latin letters its jyutping, with or without tones, or as names are spelled in Hong Kong (heung gong), or what it means in English (moon, Admiralty); characters may go on in letters (開s).',
    example: '我',
  }),
  limit: wordCount(
    { min: 1, max: MAX_SUGGESTIONS },
    { description: `Most words to answer; more than ${MAX_SUGGESTIONS} is lowered to ${MAX_SUGGESTIONS}.`, example: 5 },
    DEFAULT_SUGGEST_OPTIONS.limit,
  ),
  vulgar: vulgarUnlessOffered('the prefix begins with one'),
});

export const autocomplete = operation({
  id: 'autocomplete',
  tag: 'Search',
  summary: 'Words that begin so',
  description:
    'The prefix itself first when it is a word, then the most popular; English after the sound of frequent words, whole glosses first; specialist entries last. No match is an empty list.',
  tool: {
    name: 'complete_word',
    whenToUse: 'Use it to find a word of which the beginning or the sound is known.',
  },
  example: {
    summary: 'Words that begin with hoi1 s…',
    parameters: { prefix: 'hoi1 s', limit: 5 },
  },
  request: { query },
  response: z.array(z.string()).meta({ id: 'Suggestions' }),
  handle: ({ query: { prefix, limit, vulgar } }, lexicon) =>
    suggestWords(lexicon, prefix, limit, { vulgar }) as Promise<string[]>,
});
