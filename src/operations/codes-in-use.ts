import type { GenerationInfo, Lexicon } from '../lexicon/store.ts';

const codesByGeneration = new WeakMap<GenerationInfo, Promise<readonly string[]>>();

/** The codes of the lexicon's readings, computed once per generation. */
export function codesInUse(lexicon: Lexicon): Promise<readonly string[]> {
  let codes = codesByGeneration.get(lexicon.generation);
  if (!codes) {
    codes = readCodes(lexicon);
    codesByGeneration.set(lexicon.generation, codes);
    // Failures are not cached.
    codes.catch(() => codesByGeneration.delete(lexicon.generation));
  }
  return codes;
}

async function readCodes(lexicon: Lexicon): Promise<readonly string[]> {
  const { facets } = await lexicon.page({
    words: { themeScope: 'tagged' },
    sound: {},
    order: { by: 'popularity' },
    start: { offset: 0 },
    limit: 1,
    facets: ['code'],
  });
  return (facets?.code ?? []).map(({ value }) => String(value));
}
