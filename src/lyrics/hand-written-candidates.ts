import { styleOf } from '../cantonese/context-rules.ts';
import { parseSyllable } from '../cantonese/jyutping.ts';
import { lineUnits } from '../cantonese/line-units.ts';
import type { WordTable } from '../cantonese/segmentation.ts';
import { codeOfTone } from '../cantonese/tone.ts';
import type { Candidate } from './candidates.ts';
import type { CharacterTable } from './character-table.ts';
import { exchangesFor, isJoining, isPronoun, mayChangePlaces } from './exchanges.ts';
import { isWhole } from './standing-in-line.ts';
import { isUnbroken, type SungLine, type SungWord, textOf } from './sung-line.ts';

/** The reading of a text in its place in the line; undefined where a character has none. */
export type ReadInPlace = (start: number, text: string) => string | undefined;

/** Scores of what the hand-written table lists: its order is what a writer takes first. */
const EXCHANGE_SCORE = { first: 95, step: 2 };
const CHANGE_OF_PLACES_SCORE = 92;

/** What the hand-written table has for the words around risks: function words for each other, and words that change places. */
export async function handWrittenCandidates(
  line: SungLine,
  affected: readonly SungWord[],
  table: WordTable,
  characters: CharacterTable,
  read: ReadInPlace,
  yieldIfDue: () => Promise<void> | undefined,
): Promise<Candidate[]> {
  const { words } = line;
  const isAffected = new Set(affected);
  const style = styleOf(line.characters.join(''));
  const forms = line.characters.map((character) => table.formOf?.(character) ?? character);
  const candidates: Candidate[] = [];
  const add = (start: number, end: number, word: string, score: number) => {
    // Reading it in its place is dear, and only needed where there is more than one reading, or none listed.
    const listed = table.find(word)?.readings;
    const jyutping = listed?.length === 1 ? listed[0] : read(start, word);
    if (jyutping === undefined) return;
    const code = codesOf(jyutping);
    candidates.push({
      start,
      replaces: textOf(line, start, end),
      word,
      jyutping,
      code,
      source: 'curated',
      score,
      near: 'exact',
      preference: score,
    });
  };
  for (const [i, first] of words.entries()) {
    if (!isAffected.has(first)) continue;
    await yieldIfDue();
    for (const end of endsFrom(words, i)) {
      if (!isUnbroken(line, first.start, end)) break;
      if (!isWhole(line, { start: first.start, end }, characters)) continue;
      const [from, to] = [line.characterIndices[first.start]!, line.characterIndices[end - 1]! + 1];
      const word = forms.slice(from, to).join('');
      const alternatives = exchangesFor(word, forms.slice(0, from).join(''), forms.slice(to).join(''), style);
      for (const [k, alternative] of alternatives.entries())
        add(first.start, end, alternative, EXCHANGE_SCORE.first - k * EXCHANGE_SCORE.step);
    }
    const changed = changedPlaces(line, i, characters);
    if (changed && isUnbroken(line, first.start, changed.end))
      add(first.start, changed.end, changed.text, CHANGE_OF_PLACES_SCORE);
  }
  return candidates;
}

/** Whether what the table puts in the place of a word in the line it also puts there between other changes of the line. */
export function isExchangedStill(
  line: SungLine,
  { start, replaces, word }: Pick<Candidate, 'start' | 'replaces' | 'word'>,
  changed: string,
  table: WordTable,
): boolean {
  const length = lineUnits(replaces).length;
  const [from, to] = [line.characterIndices[start]!, line.characterIndices[start + length - 1]! + 1];
  const standard = (characters: readonly string[]) =>
    characters.map((character) => table.formOf?.(character) ?? character).join('');
  const isPutInto = (characters: readonly string[]) =>
    exchangesFor(
      standard(lineUnits(replaces)),
      standard(characters.slice(0, from)),
      standard(characters.slice(to)),
      styleOf(line.characters.join('')),
    ).includes(word);
  return !isPutInto(line.characters) || isPutInto(lineUnits(changed));
}

const MAX_EXCHANGED_WORDS = 4;

/** Where spans end that start with a word and hold it and its next neighbours. */
function endsFrom(words: readonly SungWord[], first: number): number[] {
  const ends: number[] = [];
  for (let i = first; i < words.length && i < first + MAX_EXCHANGED_WORDS; i++) {
    if (i > first && words[i]!.start !== words[i - 1]!.end) break;
    ends.push(words[i]!.end);
  }
  return ends;
}

/** The words from one on with two of them having changed places, where the line stays grammatical. */
function changedPlaces(
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
  const areEqual =
    (isPronoun(a.text) && isPronoun(c.text)) ||
    (isNoun(a) && isNoun(c) && a.text.length === c.text.length && !isNoun(before) && !isNoun(words[first + 3]));
  return areEqual ? { end: c.end, text: c.text + b.text + a.text } : undefined;
}

function codesOf(jyutping: string): string {
  return jyutping
    .split(' ')
    .map((syllable) => codeOfTone(parseSyllable(syllable)!.tone))
    .join('');
}
