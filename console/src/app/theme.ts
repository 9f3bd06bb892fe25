import { effect, signal } from '@preact/signals';
import { recall, remember } from './storage.ts';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const STORED = 'lexicon.theme';

function firstTheme(): Theme {
  const stored = recall(STORED);
  return THEMES.find((one) => one === stored) ?? 'system';
}

export const theme = signal<Theme>(firstTheme());

export function chooseTheme(chosen: Theme): void {
  theme.value = chosen;
  remember(STORED, chosen);
}

/** Keeps the root element's `data-theme` as chosen; without it the style sheet follows the system. */
export function applyTheme(): void {
  effect(() => {
    if (theme.value === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme.value;
  });
}
