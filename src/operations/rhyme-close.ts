import { z } from 'zod';
import type { Tone } from '../cantonese/jyutping.ts';
import { rhymeClose as close } from '../workflow/rhyme-close.ts';
import { entryView, toEntryView } from './entry-view.ts';
import { operation } from './operation.ts';
import { wordFiltersOf } from './page-request.ts';
import { offset } from './parameters/paging-parameters.ts';
import { integer, wordCount } from './parameters/parameters.ts';
import { looseRhyme, rhymeCharacter } from './parameters/sound-parameters.ts';
import { facetParameters, themeScope, vulgar } from './parameters/word-parameters.ts';
import { readingOfReference, rhymeReading, rhymeReadingField, wordsOfReference } from './reference.ts';

const DEFAULT_LIMIT = 20;

const { emotion, theme, valence, reg, pos, length, kind } = facetParameters;

const query = z.strictObject({
  rhyme_char: rhymeCharacter,
  loose: looseRhyme,
  end_tone: integer({ min: 1, max: 6 }, { description: 'Keeps the group of one tone.', example: 1 }).optional(),
  emotion,
  theme,
  theme_scope: themeScope,
  valence,
  reg,
  pos,
  length,
  kind,
  vulgar,
  limit: wordCount(
    { min: 1 },
    { description: 'Words of each group. The most depends on the plan; more is lowered to it.', example: 10 },
    DEFAULT_LIMIT,
  ),
  offset,
});

const response = z
  .object({
    total: z.int().meta({ description: 'Exact number of words in all groups' }),
    normalized_from: z
      .string()
      .optional()
      .meta({ description: 'The form that was sent, when it was read in its Hong Kong form' }),
    rhyme_reading: rhymeReading,
    limit: z.int(),
    offset: z.int(),
    rhymes_used: z.array(z.string()).meta({ description: 'Finals applied, nearest first' }),
    groups: z
      .array(
        z.object({
          end_tone: z.int().min(1).max(6),
          pitch_level: z.int().meta({ description: '0, 2, 4 or 6, the highest' }),
          count: z.int(),
          words: z.array(entryView),
        }),
      )
      .meta({ description: 'Highest pitch first' }),
  })
  .meta({ id: 'RhymeClose' });

export const rhymeClose = operation({
  id: 'rhymeClose',
  tag: 'Writing',
  summary: 'Endings that rhyme, by pitch',
  description:
    'Words that rhyme with a character, grouped by the tone of their last syllable, so that the group whose pitch fits the last note can be picked; those that end a line best come first, specialist entries last. When the last note is high, take the groups with `pitch_level` 6.',
  tool: {
    name: 'find_rhymes',
    whenToUse:
      'Use it for the end of a line: take the group whose `pitch_level` fits the last note, 6 for the highest.',
    defaults: { limit: 8 },
  },
  example: {
    summary: 'Joyful words that rhyme with 愛, two of each pitch',
    parameters: { rhyme_char: '愛', emotion: ['喜悅'], limit: 2 },
  },
  request: { query },
  response,
  async handle({ query }, lexicon) {
    const { rhyme_char: reference, loose, end_tone: endTone, limit, offset = 0 } = query;
    const lookups = await lexicon.lookup(wordsOfReference(reference));
    const final = readingOfReference(reference, lookups)?.at(-1)?.final;
    const toneFilter = endTone === undefined ? {} : { endTone: endTone as Tone };
    const report = await close({ final, loose, words: wordFiltersOf(query), offset, limit, ...toneFilter }, lexicon);
    const normalized = lookups.get(reference.text)?.normalizedFrom;
    return {
      total: report.total,
      ...(normalized === undefined ? {} : { normalized_from: normalized }),
      ...rhymeReadingField(reference, lookups),
      limit,
      offset,
      rhymes_used: [...report.rhymesUsed],
      groups: report.groups.map((group) => ({
        end_tone: group.endTone,
        pitch_level: group.pitchLevel,
        count: group.count,
        words: group.words.map((shown) => toEntryView(shown)),
      })),
    };
  },
});
