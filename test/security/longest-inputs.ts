/** A request to an endpoint. */
export interface LongestInput {
  readonly path: string;
  readonly body?: unknown;
}

/** Texts that cost most where they are repeated: characters with many readings, senses or words that begin with them. */
export const COSTLY_TEXTS = ['行', '喊', '工幾好'] as const;

/** A request made of a text: the longest that the API document allows, or this share of it. */
type InputOf = (text: string, share: number) => LongestInput;

const part = (longest: number, share: number) => Math.max(1, Math.round(longest * share));

const repeated = (text: string, characters: number) => [...text.repeat(characters)].slice(0, characters).join('');

function get(path: string, parameters: Readonly<Record<string, string | number>> = {}): LongestInput {
  const query = new URLSearchParams(
    Object.entries(parameters).map(([name, value]): [string, string] => [name, `${value}`]),
  );
  return { path: `/api/${path}?${query}` };
}

const post = (path: string, body: unknown): LongestInput => ({ path: `/api/lexicon/${path}`, body });

/** Lines of up to 200 characters of three kinds, with a melody that clashes as often as may be. Equal lines are looked at once. */
function songLines(text: string, characters: number): { readonly line: string; readonly moves: string }[] {
  return Array.from({ length: Math.ceil(characters / 200) }, (_, i) => {
    const length = Math.min(200, characters - 200 * i);
    const moves = `${'='.repeat(i % 3)}${'+-'.repeat(100)}`.slice(0, length - 1);
    return { line: repeated(text, length), moves };
  });
}

const facets = 'all';
/** The most of any plan. */
const limit = 1000;

const aboutWord =
  (path: string): InputOf =>
  (text, share) =>
    get(path, { word: repeated(text, part(100, share)), limit });

/** By the id of the operation. An operation whose parts cost each in their own way has a request for each. */
export const LONGEST_INPUTS: Readonly<Record<string, readonly InputOf[]>> = {
  synonyms: [aboutWord('lexicon/synonyms')],
  antonyms: [aboutWord('lexicon/antonyms')],
  partners: [aboutWord('lexicon/partners'), (text) => get('lexicon/partners', { word: text, limit })],
  word: [
    (text, share) => get(`lexicon/word/${encodeURIComponent(repeated(text, part(100, share)))}`),
    (_, share) => get(`lexicon/word/${encodeURIComponent('好')}`, { relations_limit: part(500, share) }),
  ],
  browse: [(_, share) => get('lexicon/browse', { facets, limit: part(limit, share), ends_line: 'true' })],
  search: [
    (text, share) => get('lexicon/search', { q: repeated(text, part(100, share)), facets, limit }),
    (text, share) => get('lexicon/search', { like: repeated(text, part(60, share)), facets, limit }),
    (text, share) => get('lexicon/search', { near: repeated(text, part(100, share)), facets, limit }),
    (_, share) => get('lexicon/search', { near: 'hoi1 '.repeat(part(20, share)).trim(), facets, limit }),
    (_, share) => get('lexicon/search', { moves: '*'.repeat(part(40, share)), facets, limit }),
    (_, share) => get('lexicon/search', { code: '?,3?,?0?,????,'.repeat(part(25, share)).slice(0, -1), facets, limit }),
    (text) => get('lexicon/search', { contains: text, partner_of: text, facets, limit }),
  ],
  words: [
    (text, share) => {
      const like = repeated(text, part(60, share));
      return get('lexicon/words', { ml: like, topics: like, max: limit });
    },
    (text, share) => get('lexicon/words', { sl: repeated(text, part(100, share)), max: limit }),
  ],
  categories: [() => get('lexicon/categories')],
  categoryWords: [
    (text) => get('lexicon/category/noun.feeling/words', { rhyme_char: text, loose_rhyme: 'true', limit }),
  ],
  vocabulary: [() => get('lexicon/vocabulary')],
  homophones: [(text) => get(`lexicon/homophones/${encodeURIComponent([...text][0]!)}`)],
  autocomplete: [
    (text, share) => get('lexicon/autocomplete', { prefix: repeated(text, part(100, share)), limit: 50 }),
    () => get('lexicon/autocomplete', { prefix: 'a', limit: 50 }),
  ],
  annotate: [(text, share) => post('annotate', { text: repeated(text, part(5000, share)) })],
  fixContour: [
    (text, share) =>
      post('workflow/fix-contour', { ...songLines(text, part(200, share))[0]!, max_candidates: 20, explain: true }),
  ],
  check: [(text, share) => post('workflow/check', { lines: songLines(text, part(5000, share)) })],
  repair: [(text, share) => post('workflow/repair', { lines: songLines(text, part(5000, share)), max_candidates: 20 })],
  rhymeClose: [
    (text, share) =>
      get('lexicon/workflow/rhyme-close', {
        rhyme_char: text,
        like: repeated(text, part(60, share)),
        loose: 'true',
        limit,
      }),
  ],
  sources: [() => get('lexicon/sources')],
  account: [() => get('account')],
  usage: [(_, share) => get('account/usage', { days: part(90, share) })],
};
