import { FINALS, INITIALS, parseSyllablePattern } from '../../../src/cantonese/jyutping.ts';

/** Parses the text of the search field. */

/** A criterion and its source text. */
export type Term = { readonly source: string } & (
  | { readonly kind: 'code'; readonly pattern: string }
  /** Rhymes with a character or word in its reading. */
  | { readonly kind: 'rhyme'; readonly reference: string; readonly loose: boolean }
  /** Ends in this final. */
  | { readonly kind: 'final'; readonly final: string; readonly loose: boolean }
  /** Ordered by likeness to the word or phrase. */
  | { readonly kind: 'meaning'; readonly word: string }
  /** What no sign marks, in characters or in English: words that are written so or glossed so, then those that mean something like it. */
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'opposite'; readonly word: string }
  /** Moves of the melody, with the neighbouring characters or code digits. */
  | { readonly kind: 'moves'; readonly moves: string; readonly before?: string; readonly after?: string }
  | { readonly kind: 'jyutping'; readonly syllables: string }
  | { readonly kind: 'form'; readonly starts?: string; readonly ends?: string; readonly contains?: string }
  | { readonly kind: 'length'; readonly length: number }
  /** Words of the English definition. */
  | { readonly kind: 'gloss'; readonly text: string }
  /** Incomplete; `wants` says what is missing. */
  | { readonly kind: 'unfinished'; readonly wants: Wanted }
);

type Wanted = 'rhyme' | 'meaning' | 'opposite' | 'code' | 'moves' | 'jyutping';
export type TermOf<Kind extends Term['kind']> = Extract<Term, { kind: Kind }>;

export interface Query {
  /** In the order in which they were typed. */
  readonly terms: readonly Term[];
  /** Terms that a later term of the same kind replaces. */
  readonly superseded: readonly Term[];
}

const HAN = '\\p{Script=Han}';
const ALL_HAN = new RegExp(`^${HAN}+$`, 'u');
const REFERENCE = new RegExp(`^${HAN}+(:[a-z]+[1-6]?)?$`, 'u');
const SEAM = new RegExp(`^(${HAN}|[0234])?([-+=*]+)(${HAN}|[0234])?$`, 'u');
const FORM = new RegExp(`^([?*]*)(${HAN}+)([?*]*)$`, 'u');
const FINAL_SET = new Set(FINALS);

/** Full-width and alternative forms of operators. */
function normalizeSigns(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[〜∼˜]/g, '~')
    .replace(/[−–—]/g, '-')
    .replace(/[“”「」『』]/g, '"');
}

/** Before a sign that begins another term after a code, a syllable or a length: `33=愛`, `2字~開心`. */
const TERM_BOUNDARY = /(?<=[\da-z?字])(?=[=~!]~?\p{Script=Han})|(?<=[\d?字])(?==~?[a-z])/iu;

/** Splits a text at spaces outside of quotation marks, and where a sign begins another term. */
export function piecesOf(text: string): string[] {
  const pieces = normalizeSigns(text).match(/~{0,2}"[^"]*"?|[^\s,，、"]+/gu) ?? [];
  return pieces.flatMap((piece) => (piece.includes('"') ? [piece] : piece.split(TERM_BOUNDARY)));
}

/** Parses a text. Never fails: text that is no filter is what words are to mean. */
export function parseQuery(text: string): Query {
  const pieces = piecesOf(text);
  const isOpen = !/[\s,，、]$/u.test(text);
  const terms = pieces.map((piece, i) => readPiece(piece, isOpen && i === pieces.length - 1));
  return withoutSuperseded(joinNeighbours(withEnglish(terms)));
}

/** @param isOpen whether the piece may still be typed */
export function readPiece(source: string, isOpen: boolean): Term {
  const [sign, rest] = [source[0]!, source.slice(1)];
  if (sign === '"') return glossOrNothing(source);
  if (sign === '~') return readMeaning(source, rest, isOpen);
  if (sign === '!') return readOpposite(source, rest);
  if (sign === '=' && !/^[-+=*]/.test(rest)) return readRhyme(source, rest, isOpen);
  if (/^\d+字$/u.test(source)) return { kind: 'length', source, length: Number.parseInt(source, 10) };
  return readForm(source) ?? readSound(source, isOpen);
}

function glossOrNothing(source: string): Term {
  const text = source.replaceAll('"', '').trim();
  return text === '' ? { kind: 'unfinished', source, wants: 'meaning' } : { kind: 'gloss', source, text };
}

function readMeaning(source: string, rest: string, isOpen: boolean): Term {
  // A second sign says nothing more.
  const word = rest.replace(/^~/, '').replaceAll('"', '').trim();
  // Letters that are still typed may be the jyutping of a word that is to be completed.
  const mayBeJyutping = isOpen && !rest.includes('"') && /^[a-z\d]+$/i.test(word);
  return word === '' || mayBeJyutping
    ? { kind: 'unfinished', source, wants: 'meaning' }
    : { kind: 'meaning', source, word };
}

function readOpposite(source: string, word: string): Term {
  if (word === '' || /^[a-z\d]+$/i.test(word)) return { kind: 'unfinished', source, wants: 'opposite' };
  return { kind: 'opposite', source, word };
}

function readRhyme(source: string, rest: string, isOpen: boolean): Term {
  if (rest === '' && !isOpen) return { kind: 'moves', source, moves: '=' };
  const loose = rest.startsWith('~');
  const reference = (loose ? rest.slice(1) : rest).toLowerCase();
  if (REFERENCE.test(reference)) return { kind: 'rhyme', source, reference, loose };
  const final = FINAL_SET.has(reference) ? reference : parseSyllablePattern(reference)?.final;
  return final === undefined ? { kind: 'unfinished', source, wants: 'rhyme' } : { kind: 'final', source, final, loose };
}

/** A pattern of characters: `?` is any one, `*` any number. */
function readForm(source: string): Term | undefined {
  const match = FORM.exec(source);
  if (!match) return undefined;
  const [, before = '', characters = '', after = ''] = match;
  if (before === '' && after === '') return { kind: 'text', source, text: characters };
  const starts = before === '' && after !== '';
  const ends = after === '' && before !== '';
  return {
    kind: 'form',
    source,
    ...(starts ? { starts: characters } : ends ? { ends: characters } : { contains: characters }),
  };
}

/** The length of words that a pattern with `?` and without `*` matches. */
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
  return { kind: 'text', source, text: source };
}

function readSeam(source: string, [, before, moves = '', after]: RegExpExecArray): Term {
  const sides = (before === undefined ? 0 : 1) + (after === undefined ? 0 : 1);
  if (moves.length < sides) return { kind: 'unfinished', source, wants: 'moves' };
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

const LATIN_WORD = /^[a-z][a-z'’]*$/i;

/**
 * Many English words are syllables too: in a row of words without tones of which one is English, or that goes on after `~lonely`, all of
 * them are.
 */
function withEnglish(terms: readonly Term[]): Term[] {
  const read = [...terms];
  for (let start = 0; start < read.length; ) {
    let end = start;
    while (end < read.length && isLatin(read[end]!, end === start)) end++;
    const row = read.slice(start, end);
    const isEnglish = row.some(({ kind }) => kind === 'text') || (row.length > 1 && row[0]!.kind === 'meaning');
    for (let i = start; isEnglish && i < end; i++) {
      const term = read[i]!;
      if (term.kind !== 'meaning') read[i] = { kind: 'text', source: term.source, text: term.source };
    }
    start = Math.max(end, start + 1);
  }
  return read;
}

function isLatin(term: Term, isFirst: boolean): boolean {
  if (term.kind === 'meaning') return isFirst && LATIN_WORD.test(term.word);
  return LATIN_WORD.test(term.source);
}

/** Merges consecutive syllables into one reading, English words into one phrase, and glosses into one. */
function joinNeighbours(terms: readonly Term[]): Term[] {
  const joined: Term[] = [];
  for (const term of terms) {
    const last = joined.at(-1);
    const source = `${last?.source} ${term.source}`;
    if (last?.kind === 'jyutping' && term.kind === 'jyutping')
      joined[joined.length - 1] = { kind: 'jyutping', source, syllables: `${last.syllables} ${term.syllables}` };
    else if (last?.kind === 'gloss' && term.kind === 'gloss')
      joined[joined.length - 1] = { kind: 'gloss', source, text: `${last.text} ${term.text}` };
    else if (last?.kind === 'text' && term.kind === 'text' && isEnglishText(last) && isEnglishText(term))
      joined[joined.length - 1] = { kind: 'text', source, text: `${last.text} ${term.text}` };
    else if (
      last?.kind === 'meaning' &&
      term.kind === 'text' &&
      LATIN_WORD.test(last.word.split(' ')[0]!) &&
      isEnglishText(term)
    )
      joined[joined.length - 1] = { kind: 'meaning', source, word: `${last.word} ${term.text}` };
    else joined.push(term);
  }
  return joined;
}

/** Whether a text is English and not characters. */
export function isEnglishText({ text }: TermOf<'text'>): boolean {
  return !new RegExp(HAN, 'u').test(text);
}

/** Terms with the same key replace each other; several codes are alternatives, and all that is to be meant is one phrase. */
function exclusiveGroupOf(term: Term): string | undefined {
  switch (term.kind) {
    case 'code':
    case 'unfinished':
    case 'meaning':
    case 'text':
      return undefined;
    case 'final':
      return 'rhyme';
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
  // Opposites come from a list that is no order by meaning: the later of the two signs counts, and a sign before bare text.
  const isOpposite = all.findLast(({ kind }) => kind === 'opposite' || kind === 'meaning')?.kind === 'opposite';
  const isUsed = (term: Term) => {
    if (term.kind === 'meaning' || term.kind === 'text') return !isOpposite;
    if (term.kind === 'opposite' && !isOpposite) return false;
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

/** Whether a text is characters and nothing else. */
export function isHan(text: string): boolean {
  return ALL_HAN.test(text);
}

/**
 * Splits a text into completed terms and the rest. Syllables are incomplete until something else or a second space is typed, because
 * more syllables of the same reading may follow.
 */
export function splitDraft(text: string): { done: string[]; open: string } {
  const trimmed = text.trimStart();
  const quote = /^~{0,2}["「“]/u.exec(trimmed)?.[0];
  if (quote !== undefined) {
    const isClosed = /["」”]\s*$/u.test(trimmed.slice(quote.length));
    return isClosed ? { done: piecesOf(trimmed), open: '' } : { done: [], open: trimmed };
  }
  const pieces = piecesOf(trimmed);
  const isLastOpen = !/[\s,，、]$/u.test(trimmed);
  const last = pieces.at(-1);
  if (last !== undefined && isSyllable(last, isLastOpen) && !/\s\s$/u.test(trimmed)) {
    let from = pieces.length - 1;
    while (from > 0 && isSyllable(pieces[from - 1]!, false)) from--;
    return { done: pieces.slice(0, from), open: pieces.slice(from).join(' ') + (isLastOpen ? '' : ' ') };
  }
  if (!isLastOpen || last === undefined) return { done: joinSyllables(pieces), open: '' };
  return { done: joinSyllables(pieces.slice(0, -1)), open: last };
}

function joinSyllables(pieces: readonly string[]): string[] {
  if (pieces.length === 0) return [];
  const { terms, superseded } = parseQuery(`${pieces.join(' ')} `);
  return superseded.length > 0 ? [...pieces] : terms.map(({ source }) => source);
}

/** @param isOpen whether a partial syllable is accepted */
function isSyllable(piece: string, isOpen: boolean): boolean {
  const term = readPiece(piece, isOpen);
  return term.kind === 'jyutping' || (term.kind === 'unfinished' && term.wants === 'jyutping');
}
