import { glossKey } from '../lexicon/gloss-heads.ts';
import type { ListedWords } from '../lexicon/listed-words.ts';
import { isFunctionWord, isPerson, phrasalVerb } from './phrase-words.ts';

/** Forms of English words: what they are inflected and derived from, and how they are misspelled. */

/** Endings of inflected words and what stands in their place in the base form, as in WordNet's rules of detachment. */
const INFLECTIONS: readonly (readonly [ending: RegExp, base: string])[] = [
  [/ies$/, 'y'],
  [/es$/, ''],
  [/s$/, ''],
  [/(?:(?<=b)b|(?<=d)d|(?<=g)g|(?<=k)k|(?<=l)l|(?<=m)m|(?<=n)n|(?<=p)p|(?<=r)r|(?<=t)t)(?:ed|ing)$/, ''],
  [/ied$/, 'y'],
  [/ying$/, 'ie'],
  [/(?:ed|ing)$/, ''],
  [/(?:ed|ing)$/, 'e'],
];
/** Forms of verbs that no ending tells; not those that are adjectives or nouns in their own right (lost, broken, thought). */
const IRREGULAR: ReadonlyMap<string, string> = new Map(
  [
    'left leave, felt feel, fell fall, found find, held hold, kept keep, knew know, known know, gone go, went go, told tell',
    'sang sing, sung sing, said say, slept sleep, wrote write, ran run, saw see, seen see, met meet, heard hear, hid hide',
    'chose choose, chosen choose, woke wake, wept weep, flew fly, drove drive, spoke speak, stole steal, tore tear, wore wear',
    'won win, sent send, spent spend, taught teach, caught catch, bought buy, brought bring, fought fight, forgot forget',
    'forgave forgive, grew grow, grown grow, drew draw, blew blow, threw throw, drank drink, sank sink, swam swim, rang ring',
    'began begin, begun begin, became become, came come, understood understand, stood stand, led lead, rode ride, shook shake',
    'broke break, lied lie, gave give, took take, made make, got get, swore swear, sought seek, clung cling, slid slide',
  ].flatMap((row) => row.split(', ').map((pair) => pair.split(' ') as [form: string, base: string])),
);
/** Endings of words derived from others of nearly the same meaning. */
const DERIVATIONS: readonly (readonly [ending: RegExp, base: string])[] = [
  [/iness$/, 'y'],
  [/ness$/, ''],
  [/nce$/, 'nt'],
  [/ily$/, 'y'],
  [/ly$/, ''],
  [/less$/, 'lessness'],
  [/ful$/, ''],
  [/er$/, ''],
  [/er$/, 'e'],
  [/$/, 'ness'],
  [/y$/, 'iness'],
  [/nt$/, 'nce'],
  [/e$/, 'ing'],
  [/$/, 'ing'],
  [/$/, 's'],
  [/$/, 'ed'],
  [/e$/, 'ed'],
];
const MIN_BASE_LENGTH = 3;

const formsBy = (rules: typeof INFLECTIONS, token: string) =>
  rules
    .flatMap(([ending, base]) => (ending.test(token) ? [token.replace(ending, base)] : []))
    .filter((form) => form.length >= MIN_BASE_LENGTH);

/** An English word as it is, and the base forms that it may be inflected from: the first that is known counts. An irregular form comes behind its base. */
export function tokenForms(token: string): string[] {
  const base = IRREGULAR.get(token);
  return base === undefined ? [token, ...formsBy(INFLECTIONS, token)] : [base, token];
}

/** Words of the same family, those in {@link tokenForms} first: some of them are no words. */
export function familyOf(token: string): string[] {
  const bases = tokenForms(token);
  return [...new Set([...bases, ...bases.flatMap((base) => formsBy(DERIVATIONS, base))])];
}

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];
/** Shorter words have too many neighbours. */
const MIN_REPAIRED_LENGTH = 5;

/** Texts that differ from a word by two letters exchanged, one letter too many, too few or wrong; a doubled letter first. */
export function* spellingsNear(word: string): Generator<string> {
  if (word.length < MIN_REPAIRED_LENGTH || !/^[a-z]+$/.test(word)) return;
  const cuts = Array.from({ length: word.length + 1 }, (_, at) => [word.slice(0, at), word.slice(at)] as const);
  for (const [before, after] of cuts) if (after.length > 1) yield before + after[1] + after[0] + after.slice(2);
  for (const [before, after] of cuts) if (after !== '') yield before + after.slice(1);
  for (const [before, after] of cuts) for (const letter of LETTERS) yield before + letter + after;
  for (const [before, after] of cuts)
    if (after !== '') for (const letter of LETTERS) yield before + letter + after.slice(1);
}

/** English words of a phrase by the glosses of the lexicon: some of them together (give up) before each by itself. */

export interface EnglishReading {
  /** The words as they were understood, repaired where they were misspelled. */
  readonly text: string;
  readonly tokens: readonly string[];
  /** Headwords that have it as a gloss: the best first. */
  readonly headwords: readonly string[];
  /** How many words of the phrase it takes. */
  readonly length: number;
  /** Whether it is an expression of the table of phrasal verbs. */
  readonly isPhrasal?: boolean;
}

const MAX_WORDS_TOGETHER = 5;
const MAX_HEADWORDS = 6;
/** Words of one gloss that are looked at, the most popular first. */
const MAX_GLOSSED = 12;
/** A word of the family of what was typed (lonely for loneliness) is as good as one of its own gloss that is so much rarer. */
const FAMILY_RANK_FACTOR = 16;
const MIN_COMPOUND_PART = 4;

/** What the words at the beginning of `tokens` say; a word that is not known has no headwords. */
export function readEnglish(tokens: readonly string[], table: ListedWords): EnglishReading {
  const [first = '', object = '', particle = ''] = tokens;
  // Between a verb and its particle stands whom it is done to: win her back.
  const apart = isPerson(object) ? phrasalHeadwords([first, particle], table) : undefined;
  if (apart)
    return { text: `${first} ${particle}`, tokens: [first, particle], headwords: apart, length: 3, isPhrasal: true };
  for (let length = Math.min(MAX_WORDS_TOGETHER, tokens.length); length > 1; length--) {
    const together = tokens.slice(0, length);
    const verb = phrasalHeadwords(together, table);
    if (verb) return { text: together.join(' '), tokens: together, headwords: verb, length, isPhrasal: true };
    if (isFunctionWord(together[0]!) || isFunctionWord(together.at(-1)!)) continue;
    const headwords = glossedTogether(together, table);
    if (headwords.length > 0) return { text: together.join(' '), tokens: together, headwords, length };
  }
  return readWord(tokens[0]!, table);
}

function phrasalHeadwords([verb = '', ...particles]: readonly string[], table: ListedWords): string[] | undefined {
  for (const form of tokenForms(verb)) {
    const words = phrasalVerb([form, ...particles].join(' '))?.filter((word) => table.numberOf(word) !== undefined);
    if (words && words.length > 0) return words;
  }
  return undefined;
}

function readWord(token: string, table: ListedWords): EnglishReading {
  return { text: token, tokens: [token], headwords: glossedByFamily(token, table), length: 1 };
}

/** The words of a text that nothing knows: as it was meant to be spelled, or the two that it is made of. */
export function repairEnglish(token: string, table: ListedWords): readonly EnglishReading[] {
  let best: { readonly spelling: string; readonly rank: number } | undefined;
  for (const spelling of spellingsNear(token)) {
    const rank = Math.min(...tokenForms(spelling).map((form) => glossed(form, table)[0] ?? Infinity));
    if (rank < (best?.rank ?? Infinity)) best = { spelling, rank };
  }
  if (best) return [readWord(best.spelling, table)];
  for (let at = token.length - MIN_COMPOUND_PART; at >= MIN_COMPOUND_PART; at--) {
    const parts = [readWord(token.slice(0, at), table), readWord(token.slice(at), table)];
    if (parts.every(({ headwords }) => headwords.length > 0)) return parts;
  }
  return [];
}

function glossedTogether(tokens: readonly string[], table: ListedWords): string[] {
  const [first, last] = [tokenForms(tokens[0]!), tokenForms(tokens.at(-1)!)];
  const middle = tokens.slice(1, -1);
  for (const begin of first)
    for (const end of last) {
      const found = glossed([begin, ...middle, end].join(' '), table);
      if (found.length > 0) return found.slice(0, MAX_HEADWORDS).map(table.text);
    }
  return [];
}

/** Words that mean one of the family, popular ones first; those of the word itself and of its base forms count as more popular. */
function glossedByFamily(token: string, table: ListedWords): string[] {
  const ranks = new Map<number, number>();
  const own = tokenForms(token);
  for (const form of familyOf(token))
    for (const word of glossed(form, table)) {
      const rank = own.includes(form) ? word : (word + 1) * FAMILY_RANK_FACTOR;
      ranks.set(word, Math.min(rank, ranks.get(word) ?? Infinity));
    }
  return [...ranks]
    .sort((a, b) => a[1] - b[1] || a[0] - b[0])
    .slice(0, MAX_HEADWORDS)
    .map(([word]) => table.text(word));
}

/** Whether a gloss has a word of the family. */
export function isGlossed(token: string, table: ListedWords): boolean {
  return familyOf(token).some((form) => glossed(form, table).length > 0);
}

function glossed(text: string, table: ListedWords): number[] {
  const key = glossKey(text);
  if (key === undefined || key === '') return [];
  return Array.from(table.glossed(key).subarray(0, MAX_GLOSSED)).filter(
    (word) => !table.isVulgar(word) && !table.isSpecialist(word),
  );
}

/** Headwords whose gloss negates an English word: unhappy, hopeless, without regret. */
export function negatedHeadwords(token: string, table: ListedWords): string[] {
  const negated = tokenForms(token).flatMap((form) => [
    ...NEGATIVE_PREFIXES.map((prefix) => prefix + form),
    ...NEGATIVE_SUFFIXES.map((suffix) => form + suffix),
  ]);
  const found = new Set(negated.flatMap((form) => glossed(form, table)));
  return [...found].sort((a, b) => a - b).map(table.text);
}

const NEGATIVE_PREFIXES = [
  'un',
  'in',
  'im',
  'dis',
  'not ',
  'to not ',
  'no ',
  'without ',
  'without any ',
  'never ',
  'cannot ',
  'never to ',
];
const NEGATIVE_SUFFIXES = ['less', 'free'];

/** What an English word negates: happy of unhappy, hope of hopeless. */
export function negatedBy(token: string): string | undefined {
  const [, word, stem] = /^(?:un(\w{4,})|(\w{3,})less)$/.exec(token) ?? [];
  return word ?? stem;
}
