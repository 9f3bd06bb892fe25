import rows from '../../data/meaning/function-words.json' with { type: 'json' };

/** Words that join others or stand for them, and so say little of what a phrase or a line is about. */
export const FUNCTION_WORDS: ReadonlySet<string> = new Set(rows.flatMap(({ words }) => words.split('、')));
