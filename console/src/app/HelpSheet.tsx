import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { t, texts } from './i18n.ts';
import { addShortcuts } from './keyboard.ts';

const isOpen = signal(false);

export function openHelp(): void {
  isOpen.value = true;
}

/** What the signs mean, and the keys; opened with `?`. */
export function HelpSheet() {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => addShortcuts([{ key: '?', run: openHelp }]), []);
  const open = isOpen.value;
  useEffect(() => {
    if (open) dialog.current?.showModal();
    else dialog.current?.close();
  }, [open]);
  return (
    <dialog ref={dialog} class="sheet help-sheet" aria-label={t('shell.help')} onClose={() => (isOpen.value = false)}>
      <header>
        <h2>{t('shell.help')}</h2>
        <a class="quiet" href="/docs">
          {t('shell.reference')}
        </a>
        <button class="quiet" type="button" onClick={() => (isOpen.value = false)}>
          {t('shell.close')}
        </button>
      </header>
      <div class="sheet-body">{open && <HelpBody />}</div>
    </dialog>
  );
}

/** The signs of the page, its searches and its keys. */
function HelpBody() {
  const { signs, search, keys, onMac } = texts().help;
  return (
    <>
      {[signs, search].map(({ title, rows }) => (
        <section key={title}>
          <h3>{title}</h3>
          <dl class={rows === search.rows ? 'terms search-terms' : 'terms'}>
            {rows.map(([term, explanation]) => (
              <div key={term}>
                <dt class="han">{term}</dt>
                <dd>{explanation}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      {keys.map(({ title, rows }) => (
        <section key={title}>
          <h3>{title}</h3>
          <dl class="keys">
            {rows.map(([key = '', description]) => (
              <div key={key}>
                <dt>
                  {key.split(' ').map((one) => (
                    <kbd key={one}>{one}</kbd>
                  ))}
                </dt>
                <dd>{description}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <p class="help">{onMac}</p>
    </>
  );
}
