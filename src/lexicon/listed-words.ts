import { foldLatin, hasLatin } from '../cantonese/latin.ts';
import type { DictionaryWord, WordTable } from '../cantonese/segmentation.ts';
import { costOfFrequency, costOfOtherForm, standardForm } from '../cantonese/word-table.ts';
import { isCharacter, sortedIndexOf } from './code-points.ts';
import { type Descriptions, openDescriptions } from './descriptions.ts';
import { type Entry, type Kind, PARTS_OF_SPEECH, type PartOfSpeech } from './entry.ts';
import { openGlossHeads } from './gloss-heads.ts';
import { kindOfText, type PackedWords, rowOfText, TEXT_KINDS, WORD_FLAGS } from './packed-words.ts';
import { openTrie, type TextTrie } from './text-trie.ts';
import { type FitOf, openNeighbours } from './word-neighbours.ts';
import { openWordSenses, type WordSense } from './word-senses.ts';

/** What a word means and feels like, as far as a word that stands for it has to be like it. */
export interface WordDetail {
  readonly pos: PartOfSpeech;
  /** Further ones, see {@link file://./entry.ts}. */
  readonly posAlso: readonly PartOfSpeech[];
  readonly kind: Kind;
  readonly category: string | null;
  readonly emotion: string;
  /** Tagged themes. */
  readonly themes: readonly string[];
}

/** All words of a lexicon, in the process. */
export interface ListedWords extends Required<WordTable>, WordForms {
  /** How many words there are. They are numbered by popularity, from 0. */
  readonly count: number;
  /** The words of one character, the most popular first. */
  readonly characters: Uint32Array;
  /** The words that begin so, the most popular first, specialist entries last. */
  startingWith(prefix: string): Uint32Array;
  /** The words of letters that begin so, whatever their case and width, in the same order. */
  latinStartingWith(prefix: string): Uint32Array;
  /** Words that mean what English letters say ({@link glossKey}), in the same order. */
  glossed(key: string): Uint32Array;
  /** At most `limit` words that mean something longer that begins so. */
  glossedLonger(key: string, limit: number): Uint32Array;
  text(word: number): string;
  /** See {@link Entry.frequency}. */
  frequency(word: number): number;
  /** Jyutping of every reading, ranked. */
  readings(word: number): readonly string[];
  isVulgar(word: number): boolean;
  /** Whether it is an entry of a subject (birds, chemicals, towns abroad). */
  isSpecialist(word: number): boolean;
  /** See {@link DictionaryWord.phrase}. */
  isPhrase(word: number): boolean;
  detail(word: number): WordDetail;
  /** The told senses of the word, in order of use; none of most words. */
  senses(word: number): readonly WordSense[];
  /** How natural a word is between two characters of a line. */
  readonly fitOf: FitOf;
  /** Of single characters only; empty for longer words. */
  definition(word: number): string;
  /** What writers type who look for words. */
  readonly descriptions: Descriptions;
}

/** Words that were found last, by the lower bits of their numbers: lines repeat the same few words. */
const RECENT_WORDS = 4096;

/** Whether the text is another spelling of the word. */
const isForm = (number: number) =>
  kindOfText(number) === TEXT_KINDS.form || kindOfText(number) === TEXT_KINDS.searchedForm;

export function listedWords(packed: PackedWords): ListedWords {
  const { counts, characters, textStarts, frequency, flags } = packed;
  const count = counts[0]!;
  const trie = openTrie({ units: packed.trieUnits, children: packed.trieChildren, values: packed.trieValues });
  const utf16 = Buffer.from(packed.textUnits.buffer, packed.textUnits.byteOffset, packed.textUnits.byteLength);
  const utf8 = Buffer.from(packed.definitions.buffer, packed.definitions.byteOffset, packed.definitions.byteLength);
  const text = (row: number) => utf16.toString('utf16le', textStarts[row]! * 2, textStarts[row + 1]! * 2);
  const readings = readingReader(packed);
  const find = wordFinder(packed, trie, text, readings);
  const isListed = (number: number) => kindOfText(number) === TEXT_KINDS.word && rowOfText(number) < count;
  const rowOfOtherCharacter = (character: string) => {
    const at = sortedIndexOf(packed.formCharacters, character.codePointAt(0)!);
    return at === undefined ? undefined : packed.formRows[at]!;
  };
  const specialist = packed.kinds.indexOf('specialist');
  const isSpecialist = (word: number) => packed.kind[word] === specialist;
  const inOrder = (words: Iterable<number>) => specialistLast(Uint32Array.from(words).sort(), isSpecialist);
  const glossHeads = openGlossHeads(packed);
  let descriptions: Descriptions | undefined;

  return {
    count,
    characters,
    find,
    hasPrefix: trie.hasPrefix,
    formOf: (character) => standardForm(character, find),
    numberOf(found) {
      const number = trie.numberOf(found);
      return number !== undefined && isListed(number) ? rowOfText(number) : undefined;
    },
    numberOfForm(found) {
      const number = trie.numberOf(found);
      if (number !== undefined && isForm(number)) return rowOfText(number);
      return isCharacter(found) ? rowOfOtherCharacter(found) : undefined;
    },
    headwordOf(character) {
      const row = rowOfOtherCharacter(character);
      return row === undefined ? undefined : text(row);
    },
    startingWith: (prefix) => inOrder(trie.numbersStartingWith(prefix).filter(isListed).map(rowOfText)),
    latinStartingWith(prefix) {
      const rows = new Set(trie.numbersStartingWith(foldLatin(prefix)).map(rowOfText));
      return inOrder([...rows].filter((row) => row < count && hasLatin(text(row))));
    },
    glossed: (key) => specialistLast(glossHeads.equalTo(key), isSpecialist),
    glossedLonger: (key, limit) =>
      Uint32Array.from(
        glossHeads.startingWith(key, limit, (a, b) => Number(isSpecialist(a)) - Number(isSpecialist(b)) || a - b),
      ),
    text,
    readings,
    frequency: (word) => frequency[word]!,
    isVulgar: (word) => (flags[word]! & WORD_FLAGS.vulgar) !== 0,
    isSpecialist,
    isPhrase: (word) => (flags[word]! & WORD_FLAGS.phrase) !== 0,
    detail: (word) => detailOf(word, packed),
    senses: openWordSenses(packed),
    // Read by phrases alone.
    get descriptions() {
      descriptions ??= openDescriptions(packed);
      return descriptions;
    },
    fitOf: openNeighbours(packed),
    definition(word) {
      const at = sortedIndexOf(characters, word);
      if (at === undefined) return '';
      return utf8.toString('utf8', packed.definitionStarts[at], packed.definitionStarts[at + 1]);
    },
  };
}

/** Finds the words of lines: by their text or by another form of it. */
function wordFinder(
  { frequency, flags }: PackedWords,
  trie: TextTrie,
  text: ListedWords['text'],
  readings: ListedWords['readings'],
): ListedWords['find'] {
  const wordOf = (number: number, found: string): DictionaryWord => {
    const row = rowOfText(number);
    const word = kindOfText(number) === TEXT_KINDS.word ? found : text(row);
    const cost = costOfFrequency(frequency[row]!);
    let ofRow: readonly string[] | undefined;
    return {
      word,
      cost: isForm(number) ? costOfOtherForm(cost, Array.from(word).length) : cost,
      // Most words that are found in a line are not among those that it is cut into.
      get readings() {
        ofRow ??= readings(row);
        return ofRow;
      },
      ...(flags[row]! & WORD_FLAGS.phrase ? { phrase: true } : {}),
    };
  };
  const recent = new Array<{ readonly number: number; readonly word: DictionaryWord } | undefined>(RECENT_WORDS);
  recent.fill(undefined);
  return (found) => {
    const number = trie.numberOf(found);
    if (number === undefined || kindOfText(number) === TEXT_KINDS.searchedForm) return undefined;
    const slot = rowOfText(number) % RECENT_WORDS;
    const kept = recent[slot];
    if (kept?.number === number) return kept.word;
    const word = wordOf(number, found);
    recent[slot] = { number, word };
    return word;
  };
}

function detailOf(word: number, packed: PackedWords): WordDetail {
  const themes = packed.taggedThemes.subarray(packed.taggedStarts[word], packed.taggedStarts[word + 1]);
  return {
    pos: packed.partsOfSpeech[packed.pos[word]!] as PartOfSpeech,
    posAlso: PARTS_OF_SPEECH.filter((_, bit) => (packed.posAlso[word]! >>> bit) & 1),
    kind: packed.kinds[packed.kind[word]!] as Kind,
    category: packed.category[word] === 0 ? null : packed.categories[packed.category[word]! - 1]!,
    emotion: packed.emotions[packed.emotion[word]!]!,
    themes: Array.from(themes, (theme) => packed.themes[theme]!),
  };
}

function readingReader({ syllableNames, readingCount, syllableStarts, syllables }: PackedWords) {
  return (row: number): string[] => {
    const [first, end, count] = [syllableStarts[row]!, syllableStarts[row + 1]!, readingCount[row]!];
    const length = (end - first) / count;
    return Array.from({ length: count }, (_, reading) => {
      let jyutping = syllableNames[syllables[first + reading * length]!]!;
      for (let at = 1; at < length; at++) jyutping += ` ${syllableNames[syllables[first + reading * length + at]!]!}`;
      return jyutping;
    });
  };
}

/** Suggestions put entries of a subject (birds, chemicals, towns abroad) behind all others; otherwise the order stays. */
export function specialistLast(ids: Uint32Array, isSpecialist: (id: number) => boolean): Uint32Array {
  const last = ids.filter(isSpecialist);
  if (last.length === 0) return ids;
  const ordered = new Uint32Array(ids.length);
  ordered.set(ids.filter((id) => !isSpecialist(id)));
  ordered.set(last, ids.length - last.length);
  return ordered;
}

/** Words by their texts. */
export interface WordForms {
  /** The word that is written so. */
  numberOf(text: string): number | undefined;
  /** The word of which the text is another form. */
  numberOfForm(text: string): number | undefined;
  /** The most popular word of which a character is another form. */
  headwordOf(character: string): string | undefined;
}

/** A text with each character replaced by the headword that it is a variant of: 说话 → 説話. */
export function toHeadwordCharacters(words: Omit<WordForms, 'numberOfForm'>, text: string): string {
  return Array.from(text, (character) =>
    words.numberOf(character) === undefined ? (words.headwordOf(character) ?? character) : character,
  ).join('');
}

/** The word of a text: a headword, a word of which it is another form, one of these in letters of another case or width, or a headword that is written so in headword characters. */
export function findWord(words: WordForms, text: string): number | undefined {
  const known = words.numberOf(text) ?? words.numberOfForm(text);
  if (known !== undefined) return known;
  const folded = foldLatin(text);
  const inOtherLetters = folded === text ? undefined : (words.numberOf(folded) ?? words.numberOfForm(folded));
  if (inOtherLetters !== undefined) return inOtherLetters;
  const inHeadwordCharacters = toHeadwordCharacters(words, text);
  return inHeadwordCharacters === text ? undefined : words.numberOf(inHeadwordCharacters);
}
