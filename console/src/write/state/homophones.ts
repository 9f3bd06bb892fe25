import { request } from '../../api/request.ts';
import { knownCharacter, recordCharacter } from './annotations.ts';

interface SearchPage {
  readonly words: readonly { readonly char: string; readonly rank: number }[];
}

const requestedKeys = new Set<string>();

/** Finds the commonest character of all that have one of some syllables, unless one is known already. One credit a syllable. */
export async function findHomophone(syllables: readonly string[]): Promise<void> {
  const key = syllables.join(' ');
  if (requestedKeys.has(key) || syllables.some((jyutping) => knownCharacter(jyutping) !== undefined)) return;
  requestedKeys.add(key);
  const candidates = await Promise.all(
    syllables.map(async (jyutping) => {
      const query = { jyutping, length: 1, limit: 1 };
      const result = await request<SearchPage>('/api/lexicon/search', { query, quiet: true });
      const [commonest] = result.kind === 'ok' ? result.data.words : [];
      return commonest ? [{ jyutping, ...commonest }] : [];
    }),
  );
  const [best] = candidates.flat().sort((a, b) => a.rank - b.rank);
  if (best) recordCharacter(best.jyutping, best.char);
}
