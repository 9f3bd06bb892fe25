import { language } from '../app/i18n.ts';

interface Defined {
  readonly definition: string;
  readonly definition_zh?: string;
}

/** A word's meaning in the page's language: in Chinese where it is written, else the English gloss. */
export function glossOf({ definition, definition_zh: chinese }: Defined): string {
  return language.value === 'zh-HK' ? (chinese ?? definition) : definition;
}
