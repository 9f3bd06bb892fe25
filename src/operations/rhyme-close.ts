import { z } from 'zod';
import type { Tone } from '../cantonese/jyutping.ts';
import type { Lexicon } from '../lexicon/store.ts';
import { type Headword, headwordsOf } from '../lexicon/typed-words.ts';
import { rhymeClose as close, LIKE_WINDOW, type RhymeCloseReport } from '../lyrics/rhyme-close.ts';
import { entryView, toEntryView } from './entry-view.ts';
import {
  type Change,
  type Hint,
  hints,
  hintsField,
  hintsOfChanges,
  LEAVES_NOTHING,
  PATHS,
  withoutEach,
} from './hints.ts';
import { type LikeMeaning, meaningOfLike } from './like.ts';
import { operation } from './operation.ts';
import { searchInstead } from './page-hints.ts';
import { referencesOf, soundFiltersOf, wordFiltersOf } from './page-query.ts';
import { offset } from './parameters/paging-parameters.ts';
import { integer, quoted, rule, text, wordCount } from './parameters/parameters.ts';
import { before, codePatterns, looseRhyme, moves, rhymeCharacter, rhymeDepth } from './parameters/sound-parameters.ts';
import { facetParameters, themeScope, vulgar } from './parameters/word-parameters.ts';
import { readingOfReference, rhymeReading, rhymeReadingField, wordsOfReference } from './reference.ts';
import { MAX_LIKE_CHARACTERS } from './search.ts';
import { movesTooShort } from './sound-constraints.ts';

const DEFAULT_LIMIT = 20;

const { emotion, theme, valence, reg, pos, length, kind } = facetParameters;

const parameters = z.strictObject({
  rhyme_char: rhymeCharacter,
  rhyme_depth: rhymeDepth,
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
    hints,
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
    const { rhyme_char: reference, limit, offset = 0 } = query;
    const found = await findRhymes(query, lexicon);
    const { report, lookups, meaning } = found;
    const normalized = lookups.get(reference.text)?.normalizedFrom;
    return {
      total: report.total,
      normalized_from: normalized,
      ...rhymeReadingField(reference, lookups),
      ...(meaning?.ignored.length ? { ignored: [...meaning.ignored] } : {}),
      limit,
      offset,
      rhymes_used: [...report.rhymesUsed],
      ...hintsField(offset > 0 ? [] : await rhymeHints(query, found, lexicon)),
      groups: report.groups.map((group) => ({
        end_tone: group.endTone,
        pitch_level: group.pitchLevel,
        count: group.count,
        words: group.words.map((shown) => toEntryView(shown)),
      })),
    };
  },
});

interface FoundRhymes {
  readonly report: RhymeCloseReport;
  readonly lookups: ReadonlyMap<string, Headword>;
  /** Meaning of `like`; undefined without it. */
  readonly meaning: LikeMeaning | undefined;
}

async function findRhymes(query: Query, lexicon: Lexicon): Promise<FoundRhymes> {
  const {
    rhyme_char: reference,
    rhyme_depth: depth,
    loose,
    end_tone: endTone,
    before,
    like,
    limit,
    offset = 0,
  } = query;
  const references = referencesOf({ rhyme_char: reference, before }).flatMap(wordsOfReference);
  const lookups = headwordsOf(await lexicon.wordTable(), references);
  const [final, ...earlierFinals] = (readingOfReference(reference, lookups) ?? [])
    .slice(-depth)
    .reverse()
    .map((syllable) => syllable.final);
  const [sound, meaning] = await Promise.all([
    soundFiltersOf({ code: query.code, moves: query.moves, before }, lexicon, lookups),
    like === undefined ? undefined : meaningOfLike(like, lexicon),
  ]);
  const request = {
    final,
    loose,
    earlierFinals,
    words: wordFiltersOf(query),
    offset,
    limit,
    ...(Object.keys(sound).length > 0 ? { sound } : {}),
    ...(endTone === undefined ? {} : { endTone: endTone as Tone }),
    ...(meaning?.isUnderstood ? { like: meaning.features } : {}),
  };
  return { report: await close(request, lexicon), lookups, meaning };
}

/** Filters in the order in which a writer gives them up. */
const GIVEN_UP = ['code', 'end_tone', 'length', 'pos', 'reg', 'kind', 'valence', 'theme', 'emotion'] as const;

/** Hints where nothing rhymes so, or where `like` says nothing. */
async function rhymeHints(query: Query, { report, lookups, meaning }: FoundRhymes, lexicon: Lexicon): Promise<Hint[]> {
  const { rhyme_char: reference, rhyme_depth: depth, loose, moves } = query;
  const change = (param: string, problem: string, request: Query): Change => ({
    param,
    problem,
    path: PATHS.rhymeClose,
    request,
    total: async () => (await findRhymes({ ...request, offset: 0, like: undefined }, lexicon)).report.total,
  });
  if (report.total > 0)
    return meaning?.isUnderstood === false
      ? hintsOfChanges([
          change('like', 'nothing of it was understood, and it orders nothing', { ...query, like: undefined }),
        ])
      : [];
  if (!readingOfReference(reference, lookups)) {
    const problem = `takes a character or a word; ${quoted(reference.text)} is a final, which rhyme takes`;
    return hintsOfChanges([
      searchInstead('rhyme_char', problem, { rhyme: [reference.text], limit: DEFAULT_LIMIT }, lexicon),
    ]);
  }
  return hintsOfChanges([
    ...(depth === 1 ? [] : [change('rhyme_depth', 'no word rhymes so far', { ...query, rhyme_depth: 1 })]),
    ...(loose ? [] : [change('loose', 'no word has the very rhyme', { ...query, loose: true })]),
    ...(moves === undefined
      ? []
      : [change('moves', LEAVES_NOTHING, { ...query, moves: undefined, before: undefined })]),
    ...withoutEach(query, GIVEN_UP).map(({ param, request }) => change(param, LEAVES_NOTHING, request)),
  ]);
}
