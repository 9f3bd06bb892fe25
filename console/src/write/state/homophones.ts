import { request } from '../../api/request.ts';
import { knownCharacter, learnCharacter } from './annotations.ts';

const asked = new Set<string>();

/** Finds the commonest character for the first of some syllables that has one, unless one is known already. One credit a syllable. */
export async function learnHomophone(syllables: readonly string[]): Promise<void> {
  for (const jyutping of syllables.slice(0, 2)) {
    if (knownCharacter(jyutping) !== undefined || asked.has(jyutping)) return;
    asked.add(jyutping);
    const answer = await request<{ words: { char: string }[] }>('/api/lexicon/search', {
      query: { jyutping, length: 1, limit: 1 },
      quiet: true,
    });
    const found = answer.kind === 'ok' ? answer.data.words[0]?.char : undefined;
    if (found === undefined) continue;
    learnCharacter(jyutping, found);
    return;
  }
}
