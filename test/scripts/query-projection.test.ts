import { describe, expect, it } from '@jest/globals';
import { fitQueryProjection } from '../../scripts/meaning/query-projection.ts';
import { openDescriptions, packDescriptions } from '../../src/lexicon/descriptions.ts';
import { MEANING_COMPONENTS, ROW_BYTES } from '../../src/lexicon/meaning.ts';

/** A row of full length on one component. */
function row(component: number): Int8Array {
  const numbers = new Int8Array(MEANING_COMPONENTS);
  numbers[component] = 40;
  return numbers;
}

/** Word `n` lies on component `n`. */
const rows = new Int8Array(6 * ROW_BYTES);
for (let word = 0; word < 6; word++) rows[word * ROW_BYTES + word] = 40;

const typed = (component: number) => ({ key: `c${component}`, row: row(component), weight: 1 });

/** Who types 0 hopes for 3, who types 1 for 4 and, half as often, for 5. */
const packed = packDescriptions([
  ...Array.from({ length: 20 }, () => ({ ideas: [typed(0)], words: [3] })),
  ...Array.from({ length: 20 }, () => ({ ideas: [typed(1)], words: [4] })),
  ...Array.from({ length: 10 }, () => ({ ideas: [typed(1)], words: [5] })),
]);
const { answerTo } = openDescriptions({ ...packed, answerMap: fitQueryProjection(packed, rows) });
const componentsOf = (answer: Int8Array | undefined) =>
  Object.fromEntries([...answer!].flatMap((number, component) => (number === 0 ? [] : [[component, number]])));

describe('the map from what is typed to what is hoped for', () => {
  it('leads to the words that are hoped for, by how often they are', () => {
    expect(componentsOf(answerTo(row(0)))).toEqual({ 3: 40 });
    // 2 to 1, of length 40: 80 / √5 and 40 / √5.
    expect(componentsOf(answerTo(row(1)))).toEqual({ 4: 36, 5: 18 });
  });

  it('leads less to a meaning that all words that are hoped for share', () => {
    const sharing = rows.slice();
    for (const word of [3, 4, 5]) sharing.set([28], word * ROW_BYTES + 20);
    const learned = openDescriptions({ ...packed, answerMap: fitQueryProjection(packed, sharing) });
    const answer = componentsOf(learned.answerTo(row(0)));
    // Beside 40 of its own the word has 28 of the shared one: 0.7 of it, and less in the answer.
    expect(answer[20]! / answer[3]!).toBeLessThan(0.5);
  });

  it('leads from both of two meanings to both of their answers', () => {
    const both = row(0);
    both[1] = 40;
    const answer = componentsOf(answerTo(both));
    expect(Object.keys(answer)).toEqual(['3', '4', '5']);
    expect(answer[3]).toBeGreaterThan(answer[4]!);
  });

  it('says nothing of what nobody typed, or where nothing was learned', () => {
    expect(answerTo(row(9))).toBeUndefined();
    expect(openDescriptions(packed).answerTo(row(0))).toBeUndefined();
  });
});
