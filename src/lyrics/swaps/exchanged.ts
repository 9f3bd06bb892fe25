import { parseSyllable } from '../../cantonese/jyutping.ts';
import { codeOfTone } from '../../cantonese/tone.ts';
import type { PartOfSpeech } from '../../lexicon/entry.ts';
import type { CharacterTable } from '../character-table.ts';
import { exchangesFor, hasExchanges, isJoining, isPronoun, mayChangePlaces } from '../exchanges.ts';
import { isUnbroken, type SungLine, type SungWord, textOf } from '../sung-line.ts';
import { isWhole } from './filter.ts';
import { type Candidate, type LineContext, neighboursOf, type ReadInPlace } from './spans.ts';

/** Scores, 1 to 100: of the first word that the table lists, less for each next one; of words that change places. */
const EXCHANGE_SCORE = { first: 95, step: 2, changedPlaces: 92 };
/** Most neighbouring words that one exchange replaces. */
const MAX_EXCHANGED_WORDS = 4;

/** Function words for each other, and words that change places, as the hand-written table has them. */
export async function exchangesAround(
  { line, style, table, characters, effectOf }: LineContext,
  affected: readonly SungWord[],
  posOf: (word: SungWord) => PartOfSpeech | undefined,
  read: ReadInPlace,
  isAsked: (word: string) => boolean,
  yieldIfDue: () => Promise<void> | undefined,
): Promise<Candidate[]> {
  const { words } = line;
  const affectedSet = new Set(affected);
  const forms = line.characters.map((character) => table.formOf?.(character) ?? character);
  const candidates: Candidate[] = [];
  const add = (first: SungWord, end: number, word: string, score: number) => {
    const { start } = first;
    // Reading a text in its place is slow, and only needed where there is more than one reading, or none listed.
    const listed = table.find(word)?.readings;
    const jyutping = listed?.length === 1 ? listed[0] : read(start, word);
    if (jyutping === undefined || !(effectOf(start, jyutping).mayServe || isAsked(word))) return;
    const number = table.numberOf(word);
    const replaces = textOf(line, start, end);
    candidates.push({
      start,
      end,
      replaces,
      word,
      jyutping,
      code: codesOf(jyutping),
      from: 'exchange',
      score,
      sense: undefined,
      senseRank: 0,
      likeness: 0,
      number,
      detail: number === undefined ? undefined : characters.wordDetail(word),
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
    });
  };
  for (const [i, first] of words.entries()) {
    if (!affectedSet.has(first)) continue;
    await yieldIfDue();
    for (let last = i; last < words.length && last < i + MAX_EXCHANGED_WORDS; last++) {
      const { start, end } = words[last]!;
      const isApart = last > i && start !== words[last - 1]!.end;
      if (isApart || !isUnbroken(line, first.start, end)) break;
      const [from, to] = [line.characterIndices[first.start]!, line.characterIndices[end - 1]! + 1];
      const replaced = forms.slice(from, to).join('');
      if (!hasExchanges(replaced)) continue;
      const alternatives = exchangesFor(replaced, forms.slice(0, from).join(''), forms.slice(to).join(''), style);
      for (const [order, word] of alternatives.entries())
        add(first, end, word, EXCHANGE_SCORE.first - order * EXCHANGE_SCORE.step);
    }
    const reordered = wordsReordered(line, i, characters);
    if (reordered && isUnbroken(line, first.start, reordered.end))
      add(first, reordered.end, reordered.text, EXCHANGE_SCORE.changedPlaces);
  }
  return candidates;
}

/**
 * The text of two or three words from index `first` on, of which two have changed places, and the sung position
 * behind it; undefined where the line would not stay grammatical.
 */
function wordsReordered(
  line: SungLine,
  first: number,
  characters: CharacterTable,
): { end: number; text: string } | undefined {
  const { words } = line;
  const [before, a, b, c] = [words[first - 1], words[first]!, words[first + 1], words[first + 2]];
  if (b?.start !== a.end) return undefined;
  // In other places a pronoun may be an object: 等你今晚.
  const beginsClause = before === undefined || !isUnbroken(line, before.start, a.end);
  if (beginsClause && c && mayChangePlaces(a.text, b.text)) return { end: b.end, text: b.text + a.text };
  if (!isJoining(b.text) || c?.start !== b.end || a.text === c.text) return undefined;
  const isNoun = (word: SungWord | undefined) =>
    word !== undefined && !isPronoun(word.text) && characters.wordDetail(word.dictionaryWord.word)?.pos === 'n';
  const arePronouns = isPronoun(a.text) && isPronoun(c.text);
  const areNouns = () => isNoun(a) && isNoun(c) && a.text.length === c.text.length;
  const isPartOfCompound = () => isNoun(before) || isNoun(words[first + 3]);
  return arePronouns || (areNouns() && !isPartOfCompound())
    ? { end: c.end, text: c.text + b.text + a.text }
    : undefined;
}

/** The tone code of a reading, one digit for each syllable. */
export function codesOf(jyutping: string): string {
  return jyutping
    .split(' ')
    .map((syllable) => codeOfTone(parseSyllable(syllable)!.tone))
    .join('');
}
