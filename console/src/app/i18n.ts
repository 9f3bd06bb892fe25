import { batch, signal } from '@preact/signals';
import type en from '../texts/en.json';
import { readStorage, writeStorage } from './storage.ts';

/** The languages of the page: Traditional Chinese as written in Hong Kong, and English. */
type Language = 'zh-HK' | 'en';

/** The texts of a language. Only the language that is read is loaded. */
type Texts = typeof en;

/** By the parameter `count`: of none, of one, of any other number. */
interface Plural {
  readonly zero?: string;
  readonly one?: string;
  readonly other: string;
}
type IsText<Value> = Value extends string
  ? true
  : Value extends Plural
    ? [Exclude<keyof Value, keyof Plural>] extends [never]
      ? true
      : false
    : false;

/** Path of each text: `write.line {number}`. A key names its parameters. */
type KeyOf<Table, Prefix extends string = ''> = {
  [Key in keyof Table & string]: IsText<Table[Key]> extends true
    ? `${Prefix}${Key}`
    : Table[Key] extends readonly unknown[]
      ? never
      : KeyOf<Table[Key], `${Prefix}${Key}.`>;
}[keyof Table & string];
type TextKey = KeyOf<Texts>;

type ParameterOf<Key> = Key extends `${string}{${infer Name}}${infer Rest}` ? Name | ParameterOf<Rest> : never;
type Parameters<Key> = [ParameterOf<Key>] extends [never]
  ? []
  : [parameters: Readonly<Record<ParameterOf<Key>, string | number>>];

/** Groups of texts by values of the data, which may have some that no text stands for. */
type ValueGroup = 'usage.group' | 'rhyme.level' | 'word.pos' | 'word.reg' | 'word.valence';

const STORAGE_KEY = 'lexicon.language';

const LOADERS: Readonly<Record<Language, () => Promise<{ default: object }>>> = {
  'zh-HK': () => import('../texts/zh.json', { with: { type: 'json' } }),
  en: () => import('../texts/en.json', { with: { type: 'json' } }),
};

export const language = signal<Language>(initialLanguage());
const loadedTexts = signal<Texts | null>(null);

function initialLanguage(): Language {
  const stored = readStorage(STORAGE_KEY);
  if (stored === 'zh-HK' || stored === 'en') return stored;
  return navigator.languages.some((one) => one.startsWith('zh') || one.startsWith('yue')) ||
    !navigator.languages.some((one) => one.startsWith('en'))
    ? 'zh-HK'
    : 'en';
}

/** Loads the texts of a language, then shows the page in it. */
export async function loadLanguage(chosen: Language): Promise<void> {
  const { default: texts } = await LOADERS[chosen]();
  batch(() => {
    // They have the same keys, and may have fewer plural forms.
    loadedTexts.value = texts as Texts;
    language.value = chosen;
  });
}

export async function chooseLanguage(chosen: Language): Promise<void> {
  await loadLanguage(chosen);
  writeStorage(STORAGE_KEY, chosen);
}

/** The texts of the current language, for lists of them; components that read it are rendered again when it changes. */
export function texts(): Texts {
  return loadedTexts.value!;
}

/** A text of the current language with its parameters filled in; a count is written with separators, unlike the number of a line. */
export function t<Key extends TextKey>(key: Key, ...[parameters]: Parameters<Key>): string {
  const values: Readonly<Record<string, string | number>> = parameters ?? {};
  return formOf(find(key) as string | Plural, values.count).replaceAll(/\{(\w+)\}/gu, (_, name: string) =>
    name === 'count' ? values[name]!.toLocaleString() : String(values[name]),
  );
}

function formOf(text: string | Plural, count: string | number | undefined): string {
  if (typeof text === 'string') return text;
  return (count === 0 ? text.zero : count === 1 ? text.one : undefined) ?? text.other;
}

/** The text for a value of the data, or the value where there is none. */
export function nameOf(group: ValueGroup, value: string | number): string {
  return (find(`${group}.${value}`) as string | undefined) ?? String(value);
}

function find(path: string): unknown {
  return path.split('.').reduce<unknown>((table, key) => (table as Record<string, unknown>)[key], texts());
}
