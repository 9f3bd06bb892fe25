import { z } from 'zod';
import type { Lexicon } from '../lexicon/store.ts';
import { lookUpTyped } from '../lexicon/typed-words.ts';
import { type Hint, hints, hintsField, hintsOfChanges } from './hints.ts';
import { operation } from './operation.ts';
import { searchInstead } from './page-hints.ts';
import { singleCharacter } from './parameters/word-parameters.ts';
import { NO_HEADWORD } from './prices.ts';

const homophone = z.object({
  char: z.string(),
  definition: z.string().meta({ description: 'Short gloss, empty where there is none' }),
  rank: z.int().meta({ description: 'Popularity, 0 is the most popular' }),
});

const group = z.object({
  jyutping: z.string(),
  rank: z.int().meta({ description: 'Of the reading; 0 is the primary one' }),
  homophones: z.array(homophone).meta({ description: 'Most popular first, the character itself left out' }),
});

export const homophones = operation({
  id: 'homophones',
  tag: 'Words',
  summary: 'Characters that sound the same',
  description:
    'Characters with the same syllable and tone, a group for each reading of the character. A character that is not in the lexicon has no groups.',
  tool: {
    name: 'find_homophones',
    whenToUse: 'Use it for puns, and to see which other words a character is heard as.',
  },
  example: {
    summary: 'Characters that sound like 詩',
    parameters: { char: '詩' },
  },
  request: { path: z.strictObject({ char: singleCharacter }) },
  response: z
    .object({ char: z.string(), normalized_from: z.string().optional(), groups: z.array(group), hints })
    .meta({ id: 'Homophones' }),
  async handle({ path: { char } }, lexicon) {
    const lookup = await lookUpTyped(char, lexicon);
    if (!lookup) return { char, groups: [], [NO_HEADWORD]: true as const };
    const groups = await lexicon.homophones(lookup.entry);
    const isAlone = groups.every(({ homophones }) => homophones.length === 0);
    return {
      char: lookup.entry.char,
      normalized_from: lookup.normalizedFrom,
      groups: groups.map(({ reading, homophones }) => ({
        jyutping: reading.jyutping,
        rank: reading.rank,
        homophones: homophones.map(({ char, definition, rank }) => ({
          char,
          definition,
          rank,
        })),
      })),
      ...hintsField(isAlone ? await soundingNear(lookup.entry.char, lexicon) : []),
    };
  },
});

/** Characters by how near they sound, where none sounds the same. */
function soundingNear(char: string, lexicon: Lexicon): Promise<Hint[]> {
  const problem = 'no other character sounds the same; these are by how near they sound';
  return hintsOfChanges([
    searchInstead('char', problem, { near: { reference: { text: char } }, length: [1] }, lexicon),
  ]);
}
