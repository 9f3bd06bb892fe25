import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { t } from './i18n.ts';
import { addShortcuts } from './keyboard.ts';
import { Lazy } from './lazy.tsx';

const isOpen = signal(false);

export function openHelp(): void {
  isOpen.value = true;
}

const loadBody = () => import('./HelpBody.tsx').then(({ HelpBody }) => HelpBody);

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
      <div class="sheet-body">
        <Lazy load={loadBody} isWanted={open} />
      </div>
    </dialog>
  );
}
