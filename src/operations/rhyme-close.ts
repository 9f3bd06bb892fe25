import { z } from 'zod';
import type { Tone } from '../cantonese/jyutping.ts';
import { rhymeClose as close, LIKE_WINDOW } from '../workflow/rhyme-close.ts';
import { entryView, toEntryView } from './entry-view.ts';
import { meaningOfLike, wordsOfLike } from './like.ts';
import { operation } from './operation.ts';
import { soundFiltersOf, wordFiltersOf } from './page-request.ts';
import { offset } from './parameters/paging-parameters.ts';
import { integer, rule, text, wordCount } from './parameters/parameters.ts';
import { before, codePatterns, looseRhyme, moves, rhymeCharacter } from './parameters/sound-parameters.ts';
import { facetParameters, themeScope, vulgar } from './parameters/word-parameters.ts';
import { readingOfReference, rhymeReading, rhymeReadingField, wordsOfReference } from './reference.ts';
import { MAX_LIKE_CHARACTERS } from './search.ts';
import { movesTooShort } from './sound-constraints.ts';

const DEFAULT_LIMIT = 20;

const { emotion, theme, valence, reg, pos, length, kind } = facetParameters;

const parameters = z.strictObject({
  rhyme_char: rhymeCharacter,
  loose: looseRhyme,
  code: codePatterns,
  moves: moves.optional(),
  before: before.optional(),
  like: text(
    {
      description: `What the ending is to be close to in meaning: a word or a phrase, as in search. Of each group the ${LIKE_WINDOW} usual endings come in that order, the same final first.`,
      example: '離別',
    },
    MAX_LIKE_CHARACTERS,
  ).optional(),
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

type Query = z.output<typeof parameters>;

const query = parameters
  .refine(
    ...rule<Query>(
      'before',
      'has no move to fit; add moves, whose first sign is the move into the word, for example moves=*+',
      ({ before, moves }) => before === undefined || moves !== undefined,
    ),
  )
  .refine(
    ...rule<Query>(
      'moves',
      'leaves no room for a word; give one move for before, and one between every two characters',
      (query) => typeof query.moves !== 'string' || !movesTooShort(query),
    ),
  );

const response = z
  .object({
    total: z.int().meta({ description: 'Exact number of words in all groups' }),
    normalized_from: z
      .string()
      .optional()
      .meta({ description: 'The form that was sent, when it was read in its Hong Kong form' }),
    rhyme_reading: rhymeReading,
    ignored: z.array(z.string()).optional().meta({ description: 'What was not understood of `like`' }),
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
    'Words that rhyme with a character, grouped by the tone of their last syllable, so that the group whose pitch fits the last note can be picked; those that end a line best come first, specialist entries last. `code`, or `moves` with `before`, keeps those that fit the melody: of `loose` ends those that songs rhyme with it (an, ang, am) then stand among the same, not behind them. `like` puts first what says the same. When the last note is high, take the groups with `pitch_level` 6.',
  tool: {
    name: 'find_rhymes',
    whenToUse:
      'Use it for the end of a line: take the group whose `pitch_level` fits the last note, 6 for the highest; `moves` with `before` where the melody is known.',
    defaults: { limit: 8 },
  },
  example: {
    summary: 'Joyful words that rhyme with 愛, two of each pitch',
    parameters: { rhyme_char: '愛', emotion: ['喜悅'], limit: 2 },
  },
  request: { query },
  response,
  async handle({ query }, lexicon) {
    const { rhyme_char: reference, loose, end_tone: endTone, before, like, limit, offset = 0 } = query;
    const seam = before && 'reference' in before ? wordsOfReference(before.reference) : [];
    const likeWords = like === undefined ? [] : wordsOfLike(like);
    const lookups = await lexicon.lookup([...new Set([...wordsOfReference(reference), ...seam, ...likeWords])]);
    const final = readingOfReference(reference, lookups)?.at(-1)?.final;
    const [sound, meaning] = await Promise.all([
      soundFiltersOf({ code: query.code, moves: query.moves, before }, lexicon, lookups),
      like === undefined ? undefined : meaningOfLike(like, lookups, lexicon),
    ]);
    const request = {
      final,
      loose,
      words: wordFiltersOf(query),
      offset,
      limit,
      ...(Object.keys(sound).length > 0 ? { sound } : {}),
      ...(endTone === undefined ? {} : { endTone: endTone as Tone }),
      ...(meaning?.isUnderstood ? { like: meaning.features } : {}),
    };
    const report = await close(request, lexicon);
    const normalized = lookups.get(reference.text)?.normalizedFrom;
    return {
      total: report.total,
      ...(normalized === undefined ? {} : { normalized_from: normalized }),
      ...rhymeReadingField(reference, lookups),
      ...(meaning?.ignored.length ? { ignored: [...meaning.ignored] } : {}),
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
