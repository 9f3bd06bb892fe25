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
