import type { RelationSource, RelationType } from '../../lexicon/entry.ts';
import type { RelationQuery } from '../../lexicon/query.ts';
import type { RelatedEntry, RelatedWords, RelationPage, Replacement, ReplacementQuery } from '../../lexicon/store.ts';
import type { PinnedGeneration } from './generation.ts';
import { countsOf, entryOf, fieldOf, shownReading, totalOf } from './hits.ts';
import {
  relatedWordsSearches,
  relationScoresSearch,
  relationSearch,
  similarReplacements,
  synonymReplacements,
} from './relation-queries.ts';
import type { Answer, Hit } from './search.ts';
import { type SoundDemand, soundDemand } from './sound-tokens.ts';

const sourceOf = (hit: Hit) => fieldOf(hit, 'source') as RelationSource;
const scoreOf = (hit: Hit) => Number(fieldOf(hit, 'score'));

function relatedEntry(hit: Hit, demand: SoundDemand): RelatedEntry | undefined {
  const entry = entryOf(hit);
  const reading = shownReading(entry, demand);
  return reading && { entry, reading, source: sourceOf(hit), relationScore: scoreOf(hit) };
}

export async function findRelations(generation: PinnedGeneration, query: RelationQuery): Promise<RelationPage> {
  const { body, unfiltered } = relationSearch(query);
  const [answer] = await generation.askRelations([body]);
  const demand = soundDemand(query.sound);
  const found = answer!.hits.hits.flatMap((hit) => relatedEntry(hit, demand) ?? []);
  if (!unfiltered) return { total: totalOf(answer!), words: found };
  return { total: found.length, words: found.slice(query.offset, query.offset + query.limit) };
}

const namesOf = (answer: Answer) => answer.hits.hits.map((hit) => String(fieldOf(hit, 'related')));

export async function findRelatedWords(
  generation: PinnedGeneration,
  word: string,
  source: RelationSource | 'all',
  limit: number,
): Promise<RelatedWords> {
  const [synonyms, antonyms, counts] = await generation.askRelations(relatedWordsSearches(word, source, limit));
  const bySource = countsOf(counts!, 'sources');
  return {
    synonyms: namesOf(synonyms!),
    antonyms: namesOf(antonyms!),
    counts: { curated: bySource.get('curated') ?? 0, generated: bySource.get('generated') ?? 0 },
  };
}

export async function findRelationScores(
  generation: PinnedGeneration,
  word: string,
  type: RelationType,
): Promise<{ word: string; source: RelationSource; score: number }[]> {
  const [answer] = await generation.askRelations([relationScoresSearch(word, type)]);
  return answer!.hits.hits.map((hit) => ({
    word: String(fieldOf(hit, 'related')),
    source: sourceOf(hit),
    score: scoreOf(hit),
  }));
}

export async function findReplacements(
  generation: PinnedGeneration,
  queries: readonly ReplacementQuery[],
): Promise<Replacement[][]> {
  const questions = queries.flatMap((query) => [
    { kind: 'relations' as const, body: synonymReplacements(query) },
    ...(query.similar ? [{ kind: 'entries' as const, body: similarReplacements(query.length, query.similar) }] : []),
  ]);
  const answers = await generation.ask(questions);
  let at = 0;
  return queries.map((query) => {
    const synonyms = answers[at++]!.hits.hits.map((hit): Replacement => {
      return { entry: entryOf(hit), source: sourceOf(hit), score: scoreOf(hit) };
    });
    const similar = query.similar ? answers[at++]!.hits.hits : [];
    return [...synonyms, ...similar.map((hit): Replacement => ({ entry: entryOf(hit), source: 'similar', score: 0 }))];
  });
}
