import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { t, texts } from './i18n.ts';
import { addShortcuts } from './keyboard.ts';
import { ModalSheet } from './ModalSheet.tsx';

const isOpen = signal(false);

export function openHelp(): void {
  isOpen.value = true;
}

/** What the signs mean, and the keys; opened with `?`. */
export function HelpSheet() {
  useEffect(() => addShortcuts([{ key: '?', run: openHelp }]), []);
  return (
    <ModalSheet
      class="help-sheet"
      title={t('shell.help')}
      isOpen={isOpen.value}
      onClose={() => (isOpen.value = false)}
      links={
        <a class="quiet" href="/docs">
          {t('shell.reference')}
        </a>
      }
    >
      {() => <HelpBody />}
    </ModalSheet>
  );
}

/** The signs of the page, its searches and its keys. */
function HelpBody() {
  const { signs, search, keys, onMac } = texts().help;
  const parts = [
    { ...signs, name: 'terms' },
    { ...search, name: 'terms search-terms' },
    ...keys.map((part) => ({ ...part, name: 'keys' })),
  ];
  return (
    <div class="sheet-body">
      {parts.map(({ title, rows, name }) => (
        <section key={title}>
          <h3>{title}</h3>
          <dl class={name}>
            {rows.map(([term = '', explanation]) => (
              <div key={term}>
                <dt class="han">{name === 'keys' ? term.split(' ').map((key) => <kbd key={key}>{key}</kbd>) : term}</dt>
                <dd>{explanation}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <p class="help">{onMac}</p>
    </div>
  );
}
