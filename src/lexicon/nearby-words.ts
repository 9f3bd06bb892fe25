import { repairEnglish } from '../phrases/english.ts';
import { glossKey } from './gloss-heads.ts';
import type { ListedWords } from './listed-words.ts';
import type { Lexicon } from './store.ts';
import { suggestWords } from './suggest-words.ts';

/** Words that may be meant by a text that is none: begun or spelled otherwise, or one character apart. */

const HAN_WORD = /^\p{Script=Han}{2,8}$/u;

/** At most `limit` words, never coarse ones. */
export async function nearbyWords(text: string, limit: number, lexicon: Lexicon): Promise<string[]> {
  const table = await lexicon.wordTable();
  const completed = await suggestWords(lexicon, text, limit, { vulgar: false });
  const near = HAN_WORD.test(text) ? await oneCharacterApart(text, limit, table, lexicon) : misspelled(text, table);
  return [...new Set([...completed, ...near])].slice(0, limit);
}

function misspelled(text: string, table: ListedWords): string[] {
  return glossKey(text) === undefined
    ? []
    : repairEnglish(text.toLowerCase(), table).flatMap(({ headwords }) => headwords);
}

/** With one character too many, then with another last or first character, the most popular first. */
async function oneCharacterApart(text: string, limit: number, table: ListedWords, lexicon: Lexicon): Promise<string[]> {
  const characters = Array.from(text);
  const shorter = characters
    .map((_, left) => characters.filter((_, at) => at !== left).join(''))
    .filter((word) => Array.from(word).length > 1 && table.numberOf(word) !== undefined);
  const isAsLong = (word: string) => Array.from(word).length === characters.length;
  const otherEnd = [...table.startingWith(characters.slice(0, -1).join(''))]
    .filter((word) => !table.isVulgar(word))
    .map(table.text)
    .filter(isAsLong);
  const { words } = await lexicon.page({
    words: {
      themeScope: 'tagged',
      ends: characters.slice(1).join(''),
      length: [characters.length],
      vulgar: false,
    },
    sound: {},
    order: { by: 'popularity' },
    start: { offset: 0 },
    limit,
    facets: [],
  });
  return [...shorter, ...words.map(({ entry }) => entry.char), ...otherEnd];
}
