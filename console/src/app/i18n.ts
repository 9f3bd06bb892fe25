import { signal } from '@preact/signals';
import { readStorage, writeStorage } from './storage.ts';

/** The languages of the page: Traditional Chinese as written in Hong Kong, and English. */
const LANGUAGES = ['zh-HK', 'en'] as const;
type Language = (typeof LANGUAGES)[number];

/** A feature's messages, one table per language. Messages with parameters are functions. */
type Messages<Table> = Readonly<Record<Language, Table>>;

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

/** Declares a feature's messages; the English table must have the keys of the Chinese one. */
export function messages<Table>(chinese: Table, english: NoInfer<Table>): Messages<Table> {
  return { 'zh-HK': chinese, en: english };
}

/** The messages of the current language. Components that call it are rendered again when the language changes. */
export function t<Table>(tables: Messages<Table>): Table {
  return tables[language.value];
}

export function chooseLanguage(chosen: Language): void {
  language.value = chosen;
  writeStorage(STORAGE_KEY, chosen);
}

interface Defined {
  readonly definition: string;
  readonly definition_zh?: string;
}

/** A word's meaning in the page's language: in Chinese where it is written, else the English gloss. */
export function glossOf({ definition, definition_zh: chinese }: Defined): string {
  return language.value === 'zh-HK' ? (chinese ?? definition) : definition;
}
