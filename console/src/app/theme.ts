import { effect, signal } from '@preact/signals';
import { readStorage, writeStorage } from './storage.ts';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const STORAGE_KEY = 'lexicon.theme';

function initialTheme(): Theme {
  const stored = readStorage(STORAGE_KEY);
  return THEMES.find((one) => one === stored) ?? 'system';
}

export const theme = signal<Theme>(initialTheme());

export function chooseTheme(chosen: Theme): void {
  theme.value = chosen;
  writeStorage(STORAGE_KEY, chosen);
}

/** Keeps the root element's `data-theme` as chosen; without it the style sheet follows the system. */
export function applyTheme(): void {
  effect(() => {
    if (theme.value === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme.value;
  });
}
