import { request } from '../../api/request.ts';
import { knownCharacter, learnCharacter } from './annotations.ts';

interface Found {
  readonly words: readonly { readonly char: string; readonly rank: number }[];
}

const asked = new Set<string>();

/** Finds the commonest character of all that have one of some syllables, unless one is known already. One credit a syllable. */
export async function learnHomophone(syllables: readonly string[]): Promise<void> {
  const key = syllables.join(' ');
  if (asked.has(key) || syllables.some((jyutping) => knownCharacter(jyutping) !== undefined)) return;
  asked.add(key);
  const answers = await Promise.all(
    syllables.map(async (jyutping) => {
      const query = { jyutping, length: 1, limit: 1 };
      const answer = await request<Found>('/api/lexicon/search', { query, quiet: true });
      const [commonest] = answer.kind === 'ok' ? answer.data.words : [];
      return commonest ? [{ jyutping, ...commonest }] : [];
    }),
  );
  const [best] = answers.flat().sort((a, b) => a.rank - b.rank);
  if (best) learnCharacter(best.jyutping, best.char);
}
