import type { Lexicon } from '../lexicon/store.ts';
import { tokenize } from '../lexicon/tokenizer.ts';

/** The parameters that contain characters of words. */
export interface CharacterRequest {
  readonly starts?: string | undefined;
  readonly ends?: string | undefined;
  readonly contains?: string | undefined;
  readonly q?: string | undefined;
}

const CHARACTER_PARAMETERS = ['starts', 'ends', 'contains', 'q'] as const;
type CharacterParameter = (typeof CHARACTER_PARAMETERS)[number];

const HAN = /\p{Script=Han}/u;

interface Rewritten<R> {
  readonly request: R;
  /** The first rewritten parameter, in its original form. */
  readonly normalizedFrom: string;
}

/**
 * The request in headword characters (説 for 說 and 说), for a page without results. A text that occurs in some word stays: words are
 * written with 蹟 though 跡 is its usual form. Undefined when nothing changes.
 */
export async function rewriteToHeadwords<R extends CharacterRequest>(
  request: R,
  lexicon: Lexicon,
): Promise<Rewritten<R> | undefined> {
  const texts = CHARACTER_PARAMETERS.flatMap((name): [CharacterParameter, string][] => {
    const text = request[name];
    return text !== undefined && HAN.test(text) ? [[name, text]] : [];
  });
  if (texts.length === 0) return undefined;
  const headwordForm = await loadHeadwordForms(
    texts.map(([, text]) => text),
    lexicon,
  );
  const changes: Partial<Record<CharacterParameter, string>> = {};
  let normalizedFrom: string | undefined;
  for (const [name, text] of texts) {
    const form = headwordForm(text);
    if (form === text || (await hasMatch(name, text, lexicon))) continue;
    changes[name] = form;
    normalizedFrom ??= text;
  }
  return normalizedFrom === undefined ? undefined : { request: { ...request, ...changes }, normalizedFrom };
}

/** Looks up in one round trip how texts are written in headwords: as a whole, else character by character. */
async function loadHeadwordForms(texts: readonly string[], lexicon: Lexicon): Promise<(text: string) => string> {
  const lookups = await lexicon.lookup([...new Set(texts.flatMap((text) => [text, ...text]))]);
  const headword = (text: string) => {
    const char = lookups.get(text)?.entry.char;
    return char !== undefined && [...char].length === [...text].length ? char : undefined;
  };
  return (text) => headword(text) ?? Array.from(text, (character) => headword(character) ?? character).join('');
}

/** Whether any word contains these characters as given. */
async function hasMatch(name: CharacterParameter, text: string, lexicon: Lexicon): Promise<boolean> {
  const { total } = await lexicon.page({
    words: { themeScope: 'tagged', ...(name === 'q' ? { tokens: tokenize(text) } : { [name]: text }) },
    sound: {},
    order: { by: 'popularity' },
    start: { offset: 0 },
    limit: 1,
    facets: [],
  });
  return total > 0;
}
