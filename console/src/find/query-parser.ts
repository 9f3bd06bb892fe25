import { FINALS, INITIALS, parseSyllablePattern } from '../../../src/cantonese/jyutping.ts';

/** Parses the pieces of the search field into terms. */

/** A criterion and its source text. */
export type Term = { readonly source: string } & (
  | { readonly kind: 'code'; readonly pattern: string }
  /** Rhymes with a character or word in its reading. */
  | { readonly kind: 'rhyme'; readonly reference: string; readonly loose: boolean }
  /** Ends in this final. */
  | { readonly kind: 'final'; readonly final: string; readonly loose: boolean }
  /** Words and phrases in any language, to which results are near in meaning. It filters nothing, but orders by nearness. */
  | { readonly kind: 'meaning'; readonly word: string }
  | { readonly kind: 'opposite'; readonly word: string }
  /** Moves of the melody, with the neighbouring characters or code digits. */
  | { readonly kind: 'moves'; readonly moves: string; readonly before?: string; readonly after?: string }
  | { readonly kind: 'jyutping'; readonly syllables: string }
  | { readonly kind: 'form'; readonly starts?: string; readonly ends?: string; readonly contains?: string }
  | { readonly kind: 'length'; readonly length: number }
  /** Words of the definition, typed in quotation marks. */
  | { readonly kind: 'gloss'; readonly text: string }
  /** Incomplete; `wants` says what is missing. */
  | { readonly kind: 'unfinished'; readonly wants: Wanted }
);

type Wanted = 'rhyme' | 'meaning' | 'opposite' | 'code' | 'moves' | 'jyutping';
export type TermOf<Kind extends Term['kind']> = Extract<Term, { kind: Kind }>;

export interface Query {
  /** The terms in the order of typing. */
  readonly terms: readonly Term[];
  /** Terms that a later term of the same kind replaces. */
  readonly superseded: readonly Term[];
}

/** Regular expression source for one Chinese character. */
const HAN = '\\p{Script=Han}';
const ALL_HAN = new RegExp(`^${HAN}+$`, 'u');
const REFERENCE = new RegExp(`^${HAN}+(:[a-z]+[1-6]?)?$`, 'u');
const SEAM = new RegExp(`^(${HAN}|[0234])?([-+=*]+)(${HAN}|[0234])?$`, 'u');
const FORM = new RegExp(`^([?*]*)(${HAN}+)([?*]*)$`, 'u');
const FINAL_SET = new Set(FINALS);

/** Parses the text of the search field. Never fails: words that are no filter become meanings. */
export function parseQuery(text: string): Query {
  const pieces = piecesOf(text);
  const isOpen = !/[\s,，、]$/u.test(text);
  const terms = pieces.flatMap((piece, i) =>
    expandMixed(piece).map((part) => readPiece(part, isOpen && i === pieces.length - 1)),
  );
  return withoutSuperseded(joinNeighbours(terms));
}

/** @param isOpen whether the piece may still be typed */
export function readPiece(source: string, isOpen: boolean): Term {
  const [sign, operand] = [source[0]!, source.slice(1)];
  if (sign === '"') return readGloss(source);
  if (sign === '~') return readMeaning(source, operand, isOpen);
  if (sign === '!') return readOpposite(source, operand, isOpen);
  const isMoves = /^[-+=*]/.test(operand);
  if (sign === '=' && !isMoves) return readRhyme(source, operand, isOpen);
  if (/^\d+字$/u.test(source)) return { kind: 'length', source, length: Number.parseInt(source, 10) };
  return readForm(source) ?? readSound(source, isOpen);
}

function readGloss(source: string): Term {
  const text = source.replaceAll('"', '').trim();
  return text === '' ? { kind: 'unfinished', source, wants: 'meaning' } : { kind: 'gloss', source, text };
}

function readMeaning(source: string, operand: string, isOpen: boolean): Term {
  // `~~` means the same as `~`; it once had a meaning of its own.
  const word = operand.replace(/^~/, '').replaceAll('"', '').trim();
  // Letters may still become jyutping, by which words are completed.
  const isPrefix = isOpen && /^[a-z\d]+$/i.test(word) && isSyllablePrefix(word.replace(/\d$/, '').toLowerCase());
  return word === '' || isPrefix ? { kind: 'unfinished', source, wants: 'meaning' } : { kind: 'meaning', source, word };
}

function readOpposite(source: string, word: string, isOpen: boolean): Term {
  if (word === '' || (isOpen && /^[a-z\d]+$/i.test(word))) return { kind: 'unfinished', source, wants: 'opposite' };
  // The lexicon has opposites of Chinese words; an English one is searched for as a phrase.
  return isHan(word) ? { kind: 'opposite', source, word } : { kind: 'meaning', source, word: `not ${word}` };
}

function readRhyme(source: string, operand: string, isOpen: boolean): Term {
  if (operand === '' && !isOpen) return { kind: 'moves', source, moves: '=' };
  const loose = operand.startsWith('~');
  const reference = (loose ? operand.slice(1) : operand).toLowerCase();
  if (REFERENCE.test(reference)) return { kind: 'rhyme', source, reference, loose };
  const final = FINAL_SET.has(reference) ? reference : parseSyllablePattern(reference)?.final;
  return final === undefined ? { kind: 'unfinished', source, wants: 'rhyme' } : { kind: 'final', source, final, loose };
}

/** Reads a pattern of characters: `?` is any one character, `*` any number. undefined for other text. */
function readForm(source: string): Term | undefined {
  const match = FORM.exec(source);
  if (!match) return undefined;
  const [, before = '', characters = '', after = ''] = match;
  const [isOpenBefore, isOpenAfter] = [before !== '', after !== ''];
  if (isOpenBefore && isOpenAfter) return { kind: 'form', source, contains: characters };
  if (isOpenBefore) return { kind: 'form', source, ends: characters };
  if (isOpenAfter) return { kind: 'form', source, starts: characters };
  return { kind: 'meaning', source, word: characters };
}

/** Length in characters of the words that a pattern matches; undefined with `*`, which leaves it open, or without `?`. */
export function lengthOfForm({ source }: TermOf<'form'>): number | undefined {
  return source.includes('?') && !source.includes('*') ? [...source].length : undefined;
}

function readSound(source: string, isOpen: boolean): Term {
  if (/^[-+=*]+$/.test(source)) return { kind: 'moves', source, moves: source };
  const seam = SEAM.exec(source);
  if (seam) return readSeam(source, seam);
  if (/^[0234?]+$/.test(source)) return { kind: 'code', source, pattern: source };
  if (/^[\d?]+$/.test(source)) return { kind: 'unfinished', source, wants: 'code' };
  const syllables = syllablesOf(source.toLowerCase());
  if (syllables) return { kind: 'jyutping', source, syllables };
  if (isOpen && isSyllablePrefix(source.toLowerCase())) return { kind: 'unfinished', source, wants: 'jyutping' };
  return { kind: 'meaning', source, word: source };
}

function readSeam(source: string, [, before, moves = '', after]: RegExpExecArray): Term {
  const neighbourCount = [before, after].filter((neighbour) => neighbour !== undefined).length;
  if (moves.length < neighbourCount) return { kind: 'unfinished', source, wants: 'moves' };
  return { kind: 'moves', source, moves, ...(before ? { before } : {}), ...(after ? { after } : {}) };
}

/** Splits `hoi1sam1` into `hoi1 sam1`; one syllable may lack a tone. undefined for text that is not jyutping. */
function syllablesOf(text: string): string | undefined {
  if (parseSyllablePattern(text)) return text;
  const parts = text.match(/[a-z]+[1-6]/g);
  if (!parts || parts.join('') !== text || !parts.every((part) => parseSyllablePattern(part))) return undefined;
  return parts.join(' ');
}

function isSyllablePrefix(text: string): boolean {
  if (!/^[a-z]+$/.test(text)) return false;
  return INITIALS.some(
    (initial) =>
      initial.startsWith(text) ||
      (text.startsWith(initial) && FINALS.some((final) => (initial + final).startsWith(text))),
  );
}

/** Merges consecutive syllables into one reading, and consecutive words into one phrase. */
function joinNeighbours(terms: readonly Term[]): Term[] {
  const joined: Term[] = [];
  for (const term of withPhrases(terms)) {
    const last = joined.at(-1);
    const source = `${last?.source} ${term.source}`;
    if (last?.kind === 'jyutping' && term.kind === 'jyutping')
      joined[joined.length - 1] = { kind: 'jyutping', source, syllables: `${last.syllables} ${term.syllables}` };
    else if (last?.kind === 'gloss' && term.kind === 'gloss')
      joined[joined.length - 1] = { kind: 'gloss', source, text: `${last.text} ${term.text}` };
    else if (last && isPlainWord(last) && isPlainWord(term))
      joined[joined.length - 1] = { kind: 'meaning', source, word: `${last.word} ${term.word}` };
    else joined.push(term);
  }
  return joined;
}

const isPlainWord = (term: Term): term is TermOf<'meaning'> =>
  term.kind === 'meaning' && term.source === term.word && LATIN_WORDS.test(term.word);

const LATIN_WORDS = /^[\p{Script=Latin}\p{M}'’\d -]+$/u;
/** A syllable without its tone, which may be an English word: song, long, men. */
const BARE_SYLLABLE = /^[a-z]+$/i;

/** Turns bare syllables next to plain words into words of the same phrase: "so long", "my song". */
function withPhrases(terms: readonly Term[]): Term[] {
  const phrased = [...terms];
  /** Turns a bare syllable into a word; returns false for any other term. */
  const takeAsWord = (i: number): boolean => {
    const term = phrased[i];
    if (term?.kind !== 'jyutping' || !BARE_SYLLABLE.test(term.source)) return false;
    phrased[i] = { kind: 'meaning', source: term.source, word: term.source };
    return true;
  };
  for (const [i, term] of terms.entries()) {
    if (!isPlainWord(term)) continue;
    for (let before = i - 1; takeAsWord(before); before--);
    for (let after = i + 1; takeAsWord(after); after++);
  }
  return phrased;
}

/** The group of a term, of which only the last term counts; undefined for kinds of which all count, such as codes (alternatives). */
function exclusiveGroupOf(term: Term): string | undefined {
  switch (term.kind) {
    case 'code':
    case 'unfinished':
      return undefined;
    case 'final':
      return 'rhyme';
    case 'opposite':
      return 'meaning';
    case 'form':
      return term.starts ? 'starts' : term.ends ? 'ends' : 'contains';
    default:
      return term.kind;
  }
}

function withoutSuperseded(all: readonly Term[]): Query {
  const last = new Map<string, Term>();
  for (const term of all) {
    const group = exclusiveGroupOf(term);
    if (group) last.set(group, term);
  }
  const isUsed = (term: Term) => {
    if (term.kind === 'meaning') return last.get('meaning')?.kind === 'meaning';
    const group = exclusiveGroupOf(term);
    return !group || last.get(group) === term;
  };
  return { terms: all.filter(isUsed), superseded: all.filter((term) => !isUsed(term)) };
}

/** The first term of a kind. */
export function termOf<Kind extends Term['kind']>({ terms }: Query, kind: Kind): TermOf<Kind> | undefined {
  return terms.find((term): term is TermOf<Kind> => term.kind === kind);
}

export function termsOf<Kind extends Term['kind']>({ terms }: Query, kind: Kind): TermOf<Kind>[] {
  return terms.filter((term): term is TermOf<Kind> => term.kind === kind);
}

/** Whether a text consists of Chinese characters only. */
export function isHan(text: string): boolean {
  return ALL_HAN.test(text);
}

/** Kinds of terms that filter results; completed ones become chips. */
const FILTERS = ['rhyme', 'final', 'code', 'length', 'moves'] as const;
export type Filter = TermOf<(typeof FILTERS)[number]>;

export const isFilter = (term: Term): term is Filter => (FILTERS as readonly string[]).includes(term.kind);

/** The finished part of a text: without the piece after its last space, or after a quotation mark that is still open. */
export function finishedPart(text: string): string {
  const open = /~{0,2}["「“][^"」”]*$/u.exec(text)?.[0] ?? '';
  const before = text.slice(0, text.length - open.length);
  // A digit may be the number of characters: `2 字`.
  return before.replace(/(?:(?<!\S)\d(?:\s|\s+字)|[^\s,，、]+)$/u, '');
}

/** Takes the completed filters out of a text; `rest` is the text without them. */
export function takeFilters(text: string): { filters: string[]; rest: string } {
  const done = finishedPart(text);
  const { filters = [], kept = [] } = Object.groupBy(piecesOf(done).flatMap(expandMixed), (piece) =>
    isFilter(readPiece(piece, false)) ? 'filters' : 'kept',
  );
  return filters.length === 0
    ? { filters, rest: text }
    : { filters, rest: [...kept, text.slice(done.length)].join(' ') };
}

/** Replaces full-width and alternative forms of the signs. */
function normalizeSigns(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[〜∼˜]/g, '~')
    .replace(/[−–—]/g, '-')
    .replace(/[“”「」『』]/g, '"');
}

/** The point before a sign that begins another term after a code, a syllable or a length: `33=愛`, `2字~開心`. */
const TERM_BOUNDARY = /(?<=[\da-z?字])(?=[=~!]~?\p{Script=Han})|(?<=[\d?字])(?==~?[a-z])/iu;

/** Splits a text at spaces outside of quotation marks, and where a sign begins another term; `2 字` is one piece. */
export function piecesOf(text: string): string[] {
  const pieces =
    normalizeSigns(text)
      .replaceAll(SPACED_LENGTH, '$1字')
      .match(/~{0,2}"[^"]*"?|[^\s,，、"]+/gu) ?? [];
  return pieces.flatMap((piece) => (piece.includes('"') ? [piece] : piece.split(TERM_BOUNDARY)));
}

const SPACED_LENGTH = /(?<!\S)(\d+)\s+字/gu;
/** Codes and characters in one, as other tools take them: `33愛`, `你4`, `3愛4`. */
const MIXED = new RegExp(`^([0234]*)(${HAN}+)([0234]*)$`, 'u');

/** The terms of a piece that mixes codes and characters: codes before a rhyme (33愛), or beside a given character (你4); else the piece. */
export function expandMixed(piece: string): string[] {
  const [, before = '', characters = '', after = ''] = MIXED.exec(piece) ?? [];
  if (before === '' && after === '') return [piece];
  if (after === '') return characters === '字' ? [piece] : [before, `=${characters}`];
  const form = '?'.repeat(before.length) + characters + '?'.repeat(after.length);
  const code = before + '?'.repeat([...characters].length) + after;
  return [form, code];
}
