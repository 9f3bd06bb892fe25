import { parseSyllable } from '../../cantonese/jyutping.ts';
import { codeOfTone } from '../../cantonese/tone.ts';
import { exchangesFor, isJoining, isPronoun, mayChangePlaces } from '../exchanges.ts';
import { substitutesFor } from '../substitutes.ts';
import { isUnbroken, type SungWord, textOf } from '../sung-line.ts';
import type { Candidate, LineContext, ReadInPlace } from './candidate.ts';
import { isWhole } from './filter.ts';
import { neighboursOf, type SpanSearch } from './spans.ts';

/** Scores, 1 to 100: of the first word that the table lists, less for each next one; of words that change places. */
const EXCHANGE_SCORE = { first: 95, step: 2, changedPlaces: 92 };
/** Most neighbouring words that one exchange replaces. */
const MAX_EXCHANGED_WORDS = 4;

export interface ExchangeSearch extends Pick<SpanSearch, 'affected' | 'isAsked' | 'posOf' | 'yieldIfDue'> {
  readonly read: ReadInPlace;
}

/** A text that a table lists for the words from one of the line on. */
interface ListedText extends Pick<Candidate, 'from' | 'score'> {
  /** Sung position behind the last of the words. */
  readonly end: number;
  readonly text: string;
}

/** Texts of the hand-written tables: function words for each other, words that change places, and substitutes of several words, or that are no headwords. */
export async function exchangesAround(context: LineContext, search: ExchangeSearch): Promise<Candidate[]> {
  const { line, table } = context;
  const affected = new Set(search.affected);
  const forms = line.characters.map((character) => table.formOf?.(character) ?? character);
  const candidates: Candidate[] = [];
  for (const [i, first] of line.words.entries()) {
    if (!affected.has(first)) continue;
    await search.yieldIfDue();
    for (const listed of [...textsInstead(context, forms, i), ...textsReordered(context, i)]) {
      const candidate = candidateOf(context, search, first, listed);
      if (candidate) candidates.push(candidate);
    }
  }
  return candidates;
}

/** The texts that may stand for the words from index `first` on; `forms` are the characters of the line in their usual forms. */
function textsInstead({ line, style, table }: LineContext, forms: readonly string[], first: number): ListedText[] {
  const { words } = line;
  const { start } = words[first]!;
  const texts: ListedText[] = [];
  for (let last = first; last < words.length && last < first + MAX_EXCHANGED_WORDS; last++) {
    const { start: lastStart, end } = words[last]!;
    const isApart = last > first && lastStart !== words[last - 1]!.end;
    if (isApart || !isUnbroken(line, start, end)) break;
    const [from, to] = [line.characterIndices[start]!, line.characterIndices[end - 1]! + 1];
    const replaced = forms.slice(from, to).join('');
    const [before, after] = [forms.slice(0, from).join(''), forms.slice(to).join('')];
    for (const [order, text] of exchangesFor(replaced, before, after, style).entries())
      texts.push({ end, text, from: 'exchange', score: EXCHANGE_SCORE.first - order * EXCHANGE_SCORE.step });
    // Headwords for a word are found in the lexicon, with their meaning.
    const isFound = (text: string) => last === first && table.find(text) !== undefined;
    for (const text of substitutesFor(replaced))
      if (!isFound(text)) texts.push({ end, text, from: 'substitute', score: 0 });
  }
  return texts;
}

/** The candidate of a listed text; undefined where its reading serves no risk, or it has none. */
function candidateOf(
  { line, table, characters, effectOf }: LineContext,
  { isAsked, posOf, read }: ExchangeSearch,
  first: SungWord,
  { end, text, from, score }: ListedText,
): Candidate | undefined {
  const { start } = first;
  // Reading a text in its place is slow, and only needed where there is more than one reading, or none listed.
  const listed = table.find(text)?.readings;
  const jyutping = listed?.length === 1 ? listed[0] : read(start, text);
  if (jyutping === undefined || !(effectOf(start, jyutping).mayServe || isAsked(text))) return undefined;
  const number = table.numberOf(text);
  const replaces = textOf(line, start, end);
  return {
    start,
    end,
    replaces,
    word: text,
    jyutping,
    code: codesOf(jyutping),
    from,
    score,
    sense: undefined,
    senseRank: 0,
    likeness: 0,
    number,
    detail: number === undefined ? undefined : characters.wordDetail(text),
    pos: undefined,
    register: undefined,
    definition: '',
    span: {
      kind: 'word',
      pos: posOf(first),
      hasObject: false,
      isBeforeVerb: false,
      headword: replaces,
      isWhole: isWhole(line, { start, end }, characters),
      neighbours: neighboursOf(line, start, end),
      detail: characters.wordDetail(replaces),
    },
  };
}

/** The words from index `first` on with two of them in each other's place, where the line stays grammatical: 昨日我, 我和你. */
function textsReordered({ line, characters }: LineContext, first: number): ListedText[] {
  const { words } = line;
  const [before, a, b, c] = [words[first - 1], words[first]!, words[first + 1], words[first + 2]];
  if (b?.start !== a.end) return [];
  const reordered = (end: number, text: string) =>
    isUnbroken(line, a.start, end)
      ? [{ end, text, from: 'exchange' as const, score: EXCHANGE_SCORE.changedPlaces }]
      : [];
  // In other places a pronoun may be an object: 等你今晚.
  const beginsClause = before === undefined || !isUnbroken(line, before.start, a.end);
  if (beginsClause && c && mayChangePlaces(a.text, b.text)) return reordered(b.end, b.text + a.text);
  if (!isJoining(b.text) || c?.start !== b.end || a.text === c.text) return [];
  const isNoun = (word: SungWord | undefined) =>
    word !== undefined && !isPronoun(word.text) && characters.wordDetail(word.dictionaryWord.word)?.pos === 'n';
  const arePronouns = isPronoun(a.text) && isPronoun(c.text);
  const areNouns = () => isNoun(a) && isNoun(c) && a.text.length === c.text.length;
  const isPartOfCompound = () => isNoun(before) || isNoun(words[first + 3]);
  return arePronouns || (areNouns() && !isPartOfCompound()) ? reordered(c.end, c.text + b.text + a.text) : [];
}

/** The tone code of a reading, one digit for each syllable. */
export function codesOf(jyutping: string): string {
  return jyutping
    .split(' ')
    .map((syllable) => codeOfTone(parseSyllable(syllable)!.tone))
    .join('');
}
