import './styles/tokens.css';
import './styles/base.css';
import { effect } from '@preact/signals';
import { render } from 'preact';
import { pageProblem, shareKeyWithTabs, showOffline } from './api/lexicon.ts';
import { language, loadLanguage, t } from './app/i18n.ts';
import { watchKeys } from './app/keyboard.ts';
import { Shell } from './app/Shell.tsx';
import { applyTheme } from './app/TopBar.tsx';

shareKeyWithTabs();
watchKeys();
applyTheme();
// No top-level await: a module that waits shares no code with those loaded later, and the page would come in many files.
void loadLanguage(language.peek()).then(() => {
  applyLanguage();
  render(<Shell />, document.getElementById('app')!);
});
registerServiceWorker();

/** Keeps the page for when there is no network, and tells of it when there is none. */
function registerServiceWorker(): void {
  if (import.meta.env.PROD && 'serviceWorker' in navigator) {
    // After the page has what it needs: keeping can wait.
    addEventListener('load', () => void navigator.serviceWorker.register('/service-worker.js').catch(() => undefined));
  }
  addEventListener('offline', showOffline);
  addEventListener('online', () => {
    if (pageProblem.value?.code === 'network_failed') pageProblem.value = null;
  });
  if (!navigator.onLine) showOffline();
}

/** Applies the language to the document and its title. */
function applyLanguage(): void {
  effect(() => {
    document.documentElement.lang = language.value;
    document.title = t('shell.title');
  });
}
