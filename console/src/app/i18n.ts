import { effect, signal } from '@preact/signals';
import { readStorage, writeStorage } from './storage.ts';

/** The languages of the page: Traditional Chinese as written in Hong Kong, and English. */
export const LANGUAGES = ['zh-HK', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

/** A feature's texts: a table for each language. A text with something to fill in is a function. */
export type Messages<Table> = Readonly<Record<Language, Table>>;

const STORAGE_KEY = 'lexicon.language';

export const language = signal<Language>(initialLanguage());

function initialLanguage(): Language {
  const stored = readStorage(STORAGE_KEY);
  if (stored === 'zh-HK' || stored === 'en') return stored;
  return navigator.languages.some((one) => one.startsWith('zh') || one.startsWith('yue')) ||
    !navigator.languages.some((one) => one.startsWith('en'))
    ? 'zh-HK'
    : 'en';
}

/** Declares a feature's texts; the English table must have what the Chinese one has. */
export function messages<Table>(chinese: Table, english: NoInfer<Table>): Messages<Table> {
  return { 'zh-HK': chinese, en: english };
}

/** The table of the chosen language. A component that calls it is drawn again when the language changes. */
export function t<Table>(tables: Messages<Table>): Table {
  return tables[language.value];
}

export function chooseLanguage(chosen: Language): void {
  language.value = chosen;
  writeStorage(STORAGE_KEY, chosen);
}

/** Keeps the document's language and title as chosen. */
export function applyLanguage(): void {
  effect(() => {
    document.documentElement.lang = language.value;
    document.title = language.value === 'en' ? 'Lyric desk' : '填詞檯';
  });
}
