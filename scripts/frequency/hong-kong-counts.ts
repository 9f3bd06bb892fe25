/** Brings the counts of two lists together under the forms that Hong Kong writes. */

/** What is known of how often a word is used. */
export interface Counts {
  /** Share of running words in wordfreq's texts, 0–1; 0 where it does not know the word. */
  share: number;
  /** Occurrences in essay-cantonese; 0 where it does not know the word. */
  essay: number;
}

/** Han words no longer than any word of the lexicon. */
const HAN = /^[\p{Script=Han}〇]{1,6}$/u;

/** `word<TAB>count` lines by Hong Kong form; forms that fall together add up. Lines of other kinds are passed over. */
export function readEssay(text: string, toHongKong: (word: string) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const line of text.split('\n')) {
    const [word = '', count] = line.trimEnd().split('\t');
    if (count === undefined || !HAN.test(word)) continue;
    const form = toHongKong(word);
    counts.set(form, (counts.get(form) ?? 0) + Number(count));
  }
  return counts;
}

export interface Forms {
  /** Further traditional words that a simplified word may stand for. */
  readonly words: Iterable<string>;
  toSimplified(word: string): string;
  /** The usual Hong Kong form of a simplified word. */
  toUsual(simplified: string): string;
}

/** What the usual form is worth in occurrences, where Hong Kong's own counts do not tell which form is meant. */
const USUAL_FORM_WEIGHT = 100;

/**
 * Wordfreq's simplified words, each shared out among the traditional words that it may stand for (后: 後, 后) as the essay's
 * counts of these are to one another.
 */
export function joinCounts(
  centibels: ReadonlyMap<string, number>,
  essay: ReadonlyMap<string, number>,
  { words, toSimplified, toUsual }: Forms,
): Map<string, Counts> {
  const counts = new Map<string, Counts>();
  const countsOf = (word: string): Counts => {
    const found = counts.get(word) ?? { share: 0, essay: 0 };
    counts.set(word, found);
    return found;
  };
  for (const [word, count] of essay) countsOf(word).essay = count;
  const formsOf = new Map<string, Set<string>>();
  for (const word of [...essay.keys(), ...words]) {
    const simplified = toSimplified(word);
    const forms = formsOf.get(simplified);
    if (forms) forms.add(word);
    else formsOf.set(simplified, new Set([word]));
  }
  for (const [simplified, steps] of centibels) {
    if (!HAN.test(simplified)) continue;
    const usual = toUsual(simplified);
    const forms = new Set([usual, ...(formsOf.get(simplified) ?? [])]);
    const weightOf = (form: string) => (essay.get(form) ?? 0) + (form === usual ? USUAL_FORM_WEIGHT : 1);
    let total = 0;
    for (const form of forms) total += weightOf(form);
    for (const form of forms) countsOf(form).share += (10 ** (-steps / 100) * weightOf(form)) / total;
  }
  return counts;
}
