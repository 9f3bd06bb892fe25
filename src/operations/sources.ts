import { z } from 'zod';
import { sourceNotice } from '../lexicon/formats.ts';
import { operation } from './operation.ts';

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
