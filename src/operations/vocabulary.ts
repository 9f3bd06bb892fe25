import { z } from 'zod';
import { sourceNotice } from '../lexicon/formats.ts';
import { operation } from './operation.ts';

const counts = z.record(z.string(), z.int());

const coverage = z.object({
  tagged: z.int(),
  inferred: z.int(),
  gain: z
    .number()
    .nullable()
    .meta({ description: 'How many times larger theme_scope=all is than tagged; null where nothing is tagged' }),
});

export const vocabulary = operation({
  id: 'vocabulary',
  tag: 'Search',
  summary: 'Legal values of emotion, theme and valence',
  description:
    'Every value with the number of words that have it. It changes with the data only: fetch it at start and keep it while its ETag holds.',
  tool: {
    name: 'list_vocabulary',
    whenToUse: 'Use it once, to learn what `emotion`, `theme` and `valence` may be.',
  },
  example: { summary: 'All emotions, themes and valences' },
  request: {},
  response: z
    .object({
      emotion: counts,
      theme: counts,
      valence: counts,
      theme_inferred: counts,
      theme_coverage: z.record(z.string(), coverage),
    })
    .meta({ id: 'Vocabulary' }),
  async handle(_, lexicon) {
    const { emotion, theme, valence, themeInferred, themeCoverage } = await lexicon.vocabulary();
    const coverageEntries = Object.entries(themeCoverage).map(([name, { tagged, inferred, all }]) => {
      const gain = tagged === 0 ? null : Math.round((all / tagged) * 100) / 100;
      return [name, { tagged, inferred, gain }] as const;
    });
    return {
      emotion,
      theme,
      valence,
      theme_inferred: themeInferred,
      theme_coverage: Object.fromEntries(coverageEntries),
    };
  },
});

export const categories = operation({
  id: 'categories',
  tag: 'Search',
  summary: 'The semantic categories',
  description:
    'All 48 categories with the number of words in each. Many assignments come from a method and not from a person: `quality=verified` of search leaves those out.',
  tool: { name: 'list_categories', whenToUse: 'Use it once, to learn what `category` may be.' },
  example: { summary: 'All categories' },
  request: {},
  response: z
    .object({
      categories: z.array(
        z.object({
          name: z.string().meta({ examples: ['noun.feeling'] }),
          label: z.string().meta({ description: 'In Chinese', examples: ['情感'] }),
          pos: z.string().meta({ description: 'Part of speech: n, v, a, r' }),
          words: z.int().meta({ description: 'Number of words' }),
        }),
      ),
    })
    .meta({ id: 'Categories' }),
  async handle(_, lexicon) {
    const categories = await lexicon.categories();
    return {
      categories: categories.map(({ name, label, pos, words }) => ({ name, label, pos, words })),
    };
  },
});

export const sources = operation({
  id: 'sources',
  tag: 'Service',
  summary: 'Where the lexicon comes from',
  description: 'The generation of the lexicon that answers, and every source of it with its licence and attribution.',
  tool: {
    name: 'list_sources',
    whenToUse: 'Use it when someone asks where the words come from, or whom to credit.',
  },
  example: { summary: 'All sources' },
  request: {},
  response: z
    .object({
      generation: z.string(),
      entries: z.int(),
      relations: z.int(),
      sources: z.array(sourceNotice),
    })
    .meta({ id: 'Sources' }),
  async handle(_, { generation: { name, entries, relations, sources } }) {
    return { generation: name, entries, relations, sources: sources.map((source) => ({ ...source })) };
  },
});
