import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';

const read = (language: string) =>
  JSON.parse(readFileSync(new URL(`../../../console/src/texts/${language}.json`, import.meta.url), 'utf8')) as unknown;

const PLURAL_FORMS = new Set(['zero', 'one', 'other']);

/** The forms of each text by its path: one, or those of a plural. A list counts by its length. */
function textsOf(value: unknown, path = ''): [path: string, forms: readonly string[]][] {
  if (typeof value === 'string') return [[path, [value]]];
  if (Array.isArray(value)) return value.flatMap((one, i) => textsOf(one, `${path}[${i}]`));
  const table = value as Record<string, unknown>;
  if (Object.keys(table).every((key) => PLURAL_FORMS.has(key))) return [[path, Object.values(table) as string[]]];
  return Object.entries(table).flatMap(([key, one]) => textsOf(one, path === '' ? key : `${path}.${key}`));
}

const placeholdersOf = (text: string) => [...new Set(text.match(/\{\w+\}/gu))].sort();

describe('the texts of the page', () => {
  const [chinese, english] = [read('zh'), read('en')].map((one) => textsOf(one));

  it('have the same keys in both languages', () => {
    const keysOf = (texts: typeof english) => texts!.map(([path]) => path).sort();
    expect(keysOf(chinese)).toEqual(keysOf(english));
    expect(keysOf(english).length).toBeGreaterThan(400);
  });

  it.each([
    ['Chinese', chinese!],
    ['English', english!],
  ])('are all written and have the parameters that their key names: %s', (_, texts) => {
    for (const [path, forms] of texts) {
      expect([path, forms.every((form) => form !== '')]).toEqual([path, true]);
      expect([path, placeholdersOf(forms.at(-1)!)]).toEqual([path, placeholdersOf(path)]);
      for (const form of forms) expect(placeholdersOf(path)).toEqual(expect.arrayContaining(placeholdersOf(form)));
    }
  });
});
