import { lineUnits } from '../cantonese/line-units.ts';
import type { WordTable } from '../cantonese/segmentation.ts';
import { readTyped } from '../cantonese/typed-forms.ts';
import { buildWordTable, isFormInText, type ListedWord } from '../cantonese/word-table.ts';
import type { Entry } from '../lexicon/entry.ts';
import type { ListedWords } from '../lexicon/listed-words.ts';
import type { Lexicon } from '../lexicon/store.ts';
import { type CharacterTable, characterTableOf } from './character-table.ts';
import { cachePerGeneration } from './generation-cache.ts';
import { toHongKongLines } from './hong-kong-form.ts';

/** Longest word that is looked for in a line, in characters. */
const MAX_WORD_LENGTH = 12;
const HAN = /^[\p{Script=Han}〇]$/u;

const wordTableOf = cachePerGeneration((lexicon) => lexicon.wordTable());

/** What is known of the words of lines. */
export interface LineWords {
  readonly table: WordTable;
  readonly characters: CharacterTable;
}

/**
 * The words that lines can be cut into: those that are listed in the process. Where these are not the whole lexicon, the others that stand
 * in the lines are looked up, in one round trip.
 */
export async function wordTableFor(lexicon: Lexicon, lines: readonly string[]): Promise<WordTable> {
  const listed = await wordTableOf(lexicon);
  return listed.isComplete ? listed : withWords(listed, await otherWords(lexicon, listed, lines));
}

/** As {@link wordTableFor}, with what the words mean. */
export async function lineWords(lexicon: Lexicon, lines: readonly string[]): Promise<LineWords> {
  const [listed, characters] = await Promise.all([wordTableOf(lexicon), characterTableOf(lexicon)]);
  if (listed.isComplete) return { table: listed, characters };
  const others = await otherWords(lexicon, listed, lines);
  const detailOf = new Map(
    [...others.values()].map(({ char, pos, category, affect: { emotion, themes } }) => [
      char,
      { pos, category, emotion, themes },
    ]),
  );
  return {
    table: withWords(listed, others),
    characters: { ...characters, detail: (word) => characters.detail(word) ?? detailOf.get(word) },
  };
}

type OtherWords = ReadonlyMap<string, Entry>;

/** Words of the lexicon that are not listed, by the texts in the lines that they are found by. */
async function otherWords(lexicon: Lexicon, listed: ListedWords, lines: readonly string[]): Promise<OtherWords> {
  const texts = unlistedTexts(listed, toHongKongLines(lines));
  if (texts.length === 0) return new Map();
  const found = new Map<string, Entry>();
  for (const [text, { entry }] of await lexicon.lookup(texts))
    if (entry.char === text || (entry.aliases.includes(text) && isFormInText(text, entry.char))) found.set(text, entry);
  return found;
}

/** Texts of two characters and more that could be words, and are not listed. */
function unlistedTexts(listed: ListedWords, lines: readonly string[]): string[] {
  const longest = Math.min(listed.longestOther, MAX_WORD_LENGTH);
  const texts = new Set<string>();
  for (const line of lines) {
    const characters = readTyped(lineUnits(line).map(listed.formOf));
    for (let start = 0; start < characters.length; start++) {
      let text = '';
      for (let end = start; end < characters.length && end - start < longest; end++) {
        const character = characters[end]!;
        if (!HAN.test(character)) break;
        text += character;
        if (end > start && listed.find(text) === undefined) texts.add(text);
      }
    }
  }
  return [...texts];
}

function withWords(listed: ListedWords, others: OtherWords): WordTable {
  if (others.size === 0) return listed;
  const more = buildWordTable(
    [...others].map(([text, { char, frequency, readings }]): ListedWord => {
      const aliases = text === char ? [] : [text];
      return { char, aliases, frequency, readings: readings.map(({ jyutping }) => jyutping) };
    }),
  );
  return {
    find: (text) => listed.find(text) ?? more.find(text),
    hasPrefix: (text) => listed.hasPrefix(text) || more.hasPrefix(text),
    formOf: listed.formOf,
  };
}
