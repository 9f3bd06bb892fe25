import type { Lexicon } from '../lexicon/store.ts';
import { characterTableOf } from './character-table.ts';
import type { ContourDependencies } from './fix-contour.ts';

/** What fix-contour needs of a lexicon. */
export async function contourSources(lexicon: Lexicon): Promise<ContourDependencies> {
  const [table, characters] = await Promise.all([lexicon.wordTable(), characterTableOf(lexicon)]);
  return {
    table,
    characters,
    lookup: (words) => lexicon.lookup(words),
    meanings: (query) => lexicon.meanings(query),
    replacements: (queries) => lexicon.replacements(queries),
    partnerNames: (query) => lexicon.partnerNames(query),
  };
}
