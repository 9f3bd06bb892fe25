import { z } from 'zod';
import type { PartnerRelation } from '../lexicon/partner-relations.ts';
import type { Lexicon } from '../lexicon/store.ts';
import { headwordsOf } from '../lexicon/typed-words.ts';
import { type EntryView, toEntryView } from './entry-view.ts';
import { operation } from './operation.ts';
import type { PageRequest } from './page-query.ts';
import { readPage } from './page-view.ts';
import { type ParseResult, parameter, rule, text, wordCount } from './parameters/parameters.ts';
import { codePatterns, MAX_CODE_LENGTH, near, rhymeCharacter } from './parameters/sound-parameters.ts';
import { partnersOf } from './partners.ts';
import { NO_HEADWORD, RELATIVE_PARAMETERS, RELATIVES_OF } from './prices.ts';
import { relationsPage } from './relations.ts';
import { MAX_LIKE_CHARACTERS } from './search.ts';

/** The names of the Datamuse API over search and relations, so that tools which know it need another URL only. */

/** Bound and default of `max`. */
const MAX_WORDS = 1000;
const DEFAULT_WORDS = 100;

/** A parameter of Datamuse that is accepted and has no effect. */
const ignoredText = (meaning: string) =>
  text(
    { description: `Taken for those who send it: ${meaning}, which filters and orders nothing.`, example: '流' },
    MAX_LIKE_CHARACTERS,
  );

const parameters = z.strictObject({
  ml: text(
    { description: 'Means like: a word or a phrase in Chinese or English; orders by meaning.', example: '開心' },
    MAX_LIKE_CHARACTERS,
  ).optional(),
  sl: near.meta({ description: 'Sounds like: a word or jyutping; orders by sound.' }).optional(),
  sp: parameter((input) => parseSpelling(input, MAX_CODE_LENGTH), {
    description: 'Spelled like: `*` stands for any characters, `?` for one: `心*`, `?心`, `*心*`.',
    example: '?心',
  }).optional(),
  rhy: rhymeCharacter.optional(),
  rel_rhy: rhymeCharacter.meta({ description: '`rhy` without the word itself.' }).optional(),
  rel_nry: rhymeCharacter.meta({ description: '`rel_rhy` with the rhyme widened (通韻).' }).optional(),
  rel_syn: text({ description: 'Synonyms of this word, by nearness.', example: '開心' }).optional(),
  rel_ant: text({ description: 'Antonyms of this word, by nearness.', example: '開心' }).optional(),
  rel_jja: text({ description: 'Nouns of an adjective.', example: '晶瑩' }).optional(),
  rel_jjb: text({ description: 'Adjectives of a noun.', example: '眼淚' }).optional(),
  rel_trg: text({ description: 'What goes with a word.', example: '眼淚' }).optional(),
  rel_bga: text({ description: 'What comes behind a word.', example: '眼淚' }).optional(),
  rel_bgb: text({ description: 'What stands before a word.', example: '眼淚' }).optional(),
  topics: text(
    { description: 'Words that the order leans to, beside those of `ml`; filters nothing.', example: '愛情' },
    MAX_LIKE_CHARACTERS,
  ).optional(),
  lc: ignoredText('the word to the left').optional(),
  rc: ignoredText('the word to the right').optional(),
  tone: codePatterns,
  md: parameter(
    (input) =>
      /^[dpsrf]+$/.test(input)
        ? { value: input }
        : { problem: 'is not a row of the letters d, p, s, r and f; leave it out' },
    { description: 'Taken for those who send it: definitions, syllables and readings always come.', example: 'dpr' },
    { type: 'string', minLength: 1, maxLength: 100, pattern: '^[dpsrf]+$' },
  ).optional(),
  max: wordCount(
    { min: 1, max: MAX_WORDS },
    {
      description: `Most words. More than ${MAX_WORDS}, or than a page of the plan has (anonymous 100), is lowered to that.`,
      example: 10,
    },
    DEFAULT_WORDS,
  ),
});

type Query = z.output<typeof parameters>;

/** The number of the named parameters that a query has. */
const countGiven = (query: Query, names: readonly (keyof Query)[]) =>
  names.filter((name) => query[name] !== undefined).length;

const RELATIVE_NAMES = `${RELATIVE_PARAMETERS.slice(0, -1).join(', ')} and ${RELATIVE_PARAMETERS.at(-1)}`;

const query = parameters
  .refine(
    ...rule<Query>(
      'ml',
      `is one order too many; give one of ml, sl, ${RELATIVE_NAMES}`,
      (query) => countGiven(query, ['ml', 'sl', ...RELATIVE_PARAMETERS]) <= 1,
    ),
  )
  .refine(
    ...rule<Query>(
      'rhy',
      'is one rhyme too many; give one of rhy, rel_rhy and rel_nry',
      (query) => countGiven(query, ['rhy', 'rel_rhy', 'rel_nry']) <= 1,
    ),
  )
  .refine(
    ...rule<Query>(
      'topics',
      `lean an order by meaning, and cannot be given beside sl, ${RELATIVE_NAMES}; leave them out`,
      (query) => query.topics === undefined || countGiven(query, ['sl', ...RELATIVE_PARAMETERS]) === 0,
    ),
  )
  .refine(
    ...rule<Query>(
      'sp',
      `cannot be given beside ${RELATIVE_NAMES}; leave it out, or give ml instead`,
      (query) => query.sp === undefined || countGiven(query, RELATIVE_PARAMETERS) === 0,
    ),
  );

const response = z
  .array(
    z.object({
      word: z.string(),
      score: z.int().meta({ description: 'Orders the words of this answer only; more is better' }),
      numSyllables: z.int(),
      tags: z.array(z.string()).meta({
        description: 'Part of speech, then `pron:` jyutping, `tone:` code, `rhyme:` final, `reg:` register',
        examples: [['a', 'pron:hoi1 sam1', 'tone:33', 'rhyme:am', 'reg:通']],
      }),
      defs: z
        .array(z.string())
        .optional()
        .meta({ description: 'Part of speech, a tab, the short gloss; absent where there is none' }),
    }),
  )
  .meta({ id: 'DatamuseWords' });

type DatamuseWord = z.infer<typeof response>[number];

/** Scores are whole numbers: a fraction from 0 to 1 times this. */
const SCORE_STEPS = 1000;

function toDatamuseWord(view: Omit<EntryView, 'similarity' | 'sound_score'>, score: number): DatamuseWord {
  const { char, jyutping, code, rhyme, length, pos, reg, definition } = view;
  return {
    word: char,
    score,
    numSyllables: length,
    tags: [pos, `pron:${jyutping}`, `tone:${code}`, `rhyme:${rhyme}`, `reg:${reg}`],
    ...(definition === '' ? {} : { defs: [`${pos}\t${definition}`] }),
  };
}

/** Added to scores of 1 to 100: curated relations come before generated ones. */
const SOURCE_SCORE = { curated: 100, generated: 0 };

async function relatedWords(query: Query, limit: number, lexicon: Lexicon): Promise<DatamuseWord[]> {
  const { rel_syn: synonymsOf, rel_ant: antonymsOf, tone } = query;
  const word = (synonymsOf ?? antonymsOf)!;
  const relationQuery = { ...rhymeOf(query), word, code: tone, source: 'all', vulgar: true, limit } as const;
  const page = await relationsPage(synonymsOf === undefined ? 'ant' : 'syn', relationQuery, lexicon);
  const views = page.words.map((view) => toDatamuseWord(view, view.score + SOURCE_SCORE[view.source]));
  return Object.assign(views, { [RELATIVES_OF]: page });
}

type PartnerParameter = Exclude<(typeof RELATIVE_PARAMETERS)[number], 'rel_syn' | 'rel_ant'>;

/** Relations for each name of Datamuse; undefined for all. Chinese has the object behind its verb. */
const PARTNERS_BY_NAME: Readonly<Record<PartnerParameter, readonly PartnerRelation[] | undefined>> = {
  rel_jja: ['describes'],
  rel_jjb: ['like_what'],
  rel_trg: undefined,
  rel_bga: ['does', 'takes', 'describes', 'measure_of', 'how_of'],
  rel_bgb: ['done_to', 'by', 'like_what', 'measure', 'how'],
};

async function partnerWords(
  query: Query,
  name: PartnerParameter,
  limit: number,
  lexicon: Lexicon,
): Promise<DatamuseWord[]> {
  const partners = await partnersOf(
    {
      ...rhymeOf(query),
      word: query[name]!,
      relation: PARTNERS_BY_NAME[name],
      code: query.tone,
      source: 'all',
      vulgar: true,
      limit,
    },
    lexicon,
  );
  const { words } = partners.page;
  // The order of the list is that of several relations in turn, which their scores do not tell. A word stands in it once.
  const views = new Map<string, DatamuseWord>();
  for (const [rank, partner] of words.entries())
    if (!views.has(partner.entry.char))
      views.set(partner.entry.char, toDatamuseWord(toEntryView(partner), words.length - rank));
  const relatives = { word: partners.word, ...(partners.isUserInput ? { [NO_HEADWORD]: true as const } : {}) };
  return Object.assign([...views.values()], { [RELATIVES_OF]: relatives });
}

async function searchedWords(query: Query, limit: number, lexicon: Lexicon): Promise<DatamuseWord[]> {
  const { ml, sl, sp, topics, tone } = query;
  const like = [ml, topics].filter((part) => part !== undefined).join(' ');
  const request: PageRequest = {
    ...rhymeOf(query),
    ...sp,
    code: tone,
    near: sl,
    limit,
    theme_scope: 'tagged',
    ...(like === '' ? {} : { like }),
  };
  const page = await readPage(request, lexicon, 'words');
  return page.words.map((view) => {
    const fraction = view.similarity ?? view.sound_score;
    const score = fraction === undefined ? lexicon.generation.entries - view.rank : Math.round(fraction * SCORE_STEPS);
    return toDatamuseWord(view, score);
  });
}

/** The rhyme of a query, as search and relations take it. */
function rhymeOf({ rhy, rel_rhy: strictRhyme = rhy, rel_nry: looseRhyme }: Query) {
  return { rhyme_char: strictRhyme ?? looseRhyme, loose_rhyme: looseRhyme !== undefined };
}

/** The headword of `rel_rhy` or `rel_nry`, which is no rhyme of its own; undefined without them. */
async function rhymedWord({ rel_rhy, rel_nry }: Query, lexicon: Lexicon): Promise<string | undefined> {
  const text = (rel_rhy ?? rel_nry)?.text;
  if (text === undefined) return undefined;
  return headwordsOf(await lexicon.wordTable(), [text]).get(text)?.char ?? text;
}

/** The words of a query. The array has a symbol for its price, so words may be taken out of it only in place. */
function foundWords(query: Query, limit: number, lexicon: Lexicon): Promise<DatamuseWord[]> {
  const name = RELATIVE_PARAMETERS.find((parameter) => query[parameter] !== undefined);
  if (name === undefined) return searchedWords(query, limit, lexicon);
  return name === 'rel_syn' || name === 'rel_ant'
    ? relatedWords(query, limit, lexicon)
    : partnerWords(query, name, limit, lexicon);
}

export const words = operation({
  id: 'words',
  tag: 'Search',
  summary: 'Words, by the names of the Datamuse API',
  description:
    'Search and relations under the names that tools for [Datamuse](https://www.datamuse.com/api/) send, with its answers: a list of words with scores and tags. `tone` is the tone-pair code. Search says more, and has pages.',
  tool: {
    name: 'list_words',
    whenToUse:
      'Use it for a short list by one or two filters, when you know the names of the Datamuse API; else search_words.',
    defaults: { max: 20 },
  },
  example: {
    summary: 'Words like 開心 that rhyme with 愛 and have two high tones, by the names of Datamuse',
    parameters: { ml: '開心', rhy: '愛', tone: ['33'], max: 3 },
  },
  request: { query },
  response,
  async handle({ query }, lexicon, { plan }) {
    const limit = Math.min(query.max, plan.maxLimit);
    const excluded = await rhymedWord(query, lexicon);
    // The request is for one more word, in place of the one that is taken out.
    const words = await foundWords(query, excluded === undefined ? limit : limit + 1, lexicon);
    const index = words.findIndex(({ word }) => word === excluded);
    if (index >= 0) words.splice(index, 1);
    words.splice(limit);
    return words;
  },
});

/** A spelling with wildcards as filters of a search. */
interface SpellingFilters {
  readonly starts?: string;
  readonly ends?: string;
  readonly contains?: string;
  readonly length: readonly number[];
}

const WILDCARDS = /([*?]+)/;

/**
 * Parses a spelling in which `*` stands for any characters and `?` for one, as far as the filters of a search can say it: characters
 * at the beginning, at the end, or anywhere (`*心*`).
 *
 * @param maxLength length in characters of the longest word that there may be
 */
function parseSpelling(text: string, maxLength: number): ParseResult<SpellingFilters> {
  const required = [...text].filter((character) => character !== '*').length;
  if (required > maxLength) return { problem: `has ${required} characters; no word has more than ${maxLength}` };
  const minLength = Math.max(1, required);
  const length = text.includes('*')
    ? Array.from({ length: maxLength + 1 - minLength }, (_, i) => minLength + i)
    : [required];
  const [starts = '', firstWildcards, ends = '', secondWildcards, ...others] = text.split(WILDCARDS);
  if (firstWildcards === undefined) return { value: { starts, length } };
  if (secondWildcards === undefined)
    return { value: { ...(starts ? { starts } : {}), ...(ends ? { ends } : {}), length } };
  const isInfix = starts === '' && firstWildcards === '*' && secondWildcards === '*' && others.join('') === '';
  if (isInfix) return { value: { contains: ends, length } };
  return {
    problem: 'has characters between wildcards; give those at the beginning and the end, or one part as in *心*',
  };
}
