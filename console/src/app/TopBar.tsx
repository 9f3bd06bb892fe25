import { effect } from '@preact/signals';
import { quota } from '../api/lexicon.ts';
import { DocumentMenu } from '../write/DocumentMenu.tsx';
import { Button, SignButton } from './controls.tsx';
import { openHelp } from './HelpSheet.tsx';
import { chooseLanguage, language, t } from './i18n.ts';
import { view } from './route.ts';
import { keptSetting } from './storage.ts';

/** The page's head: whose song it is, what is left today, and the page's own settings. */
export function TopBar() {
  return (
    <header class="top-bar row">
      <h1>
        <a class="wordmark" href="#desk">
          {t('shell.title')}
        </a>
      </h1>
      {view.value === 'desk' ? <DocumentMenu /> : <span class="grow" />}
      <a class="quiet" href={view.value === 'desk' ? '#usage' : '#desk'}>
        {view.value === 'desk' ? t('shell.usage') : t('shell.desk')}
        <RemainingQuota />
      </a>
      <Button
        class="quiet"
        lang={language.value === 'en' ? 'zh-HK' : 'en'}
        aria-label={t('shell.languageLabel')}
        onClick={() => chooseLanguage(language.value === 'en' ? 'zh-HK' : 'en')}
        text={t('shell.language')}
      />
      <ThemeButton />
      <SignButton label={t('shell.help')} keys="?" onPress={openHelp} sign="?" />
    </header>
  );
}

/** Nothing until a tenth is left: before that it is none of a writer's business. */
function RemainingQuota() {
  const currentQuota = quota.value;
  if (!currentQuota || currentQuota.remaining > currentQuota.limit / 10) return null;
  return <span class="quota">{t('shell.quota {left}', { left: currentQuota.remaining.toLocaleString() })}</span>;
}

const THEMES = ['system', 'light', 'dark'] as const;
const theme = keptSetting('lexicon.theme', THEMES);

const THEME_ICONS = { system: '◐', light: '○', dark: '●' } as const;

function ThemeButton() {
  const currentTheme = theme.value;
  const label = t('shell.themeLabel {now}', { now: t(`shell.theme.${currentTheme}`) });
  return (
    <SignButton
      label={label}
      onPress={() => (theme.value = THEMES[(THEMES.indexOf(currentTheme) + 1) % THEMES.length]!)}
      sign={THEME_ICONS[currentTheme]}
    />
  );
}

/** Keeps the root element's `data-theme` as chosen; without it the style sheet follows the system. */
export function applyTheme(): void {
  effect(() => {
    if (theme.value === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme.value;
  });
}
