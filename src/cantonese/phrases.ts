import table from '../../data/sound/phrases.json' with { type: 'json' };

/**
 * Phrases that the lexicon may list but that are not words: a pronoun with a particle (我的), a number with a measure word (一首), an
 * adverb with its adjective (很好), links of lyrics (怎可). Segmentation splits them.
 */

interface Row {
  /** What the phrase is made of, in order: one of the words of each part, separated by spaces; `*` is any character. */
  readonly parts: readonly string[];
  /** Words that are made like such a phrase, separated by spaces. */
  readonly except?: string;
}

const ANY_CHARACTER = '\\p{Script=Han}';

const wordsIn = (cell: string): readonly string[] => cell.split(' ');

const PHRASE = new RegExp(
  `^(?:${(table as readonly Row[])
    .map(({ parts }) => parts.map((part) => (part === '*' ? ANY_CHARACTER : `(?:${wordsIn(part).join('|')})`)).join(''))
    .join('|')})$`,
  'u',
);

const WORDS = new Set((table as readonly Row[]).flatMap(({ except }) => (except === undefined ? [] : wordsIn(except))));

export function isPhrase(text: string): boolean {
  return PHRASE.test(text) && !WORDS.has(text);
}
