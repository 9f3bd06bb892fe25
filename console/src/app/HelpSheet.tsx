import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { helpTerms } from './help-terms.ts';
import { t } from './i18n.ts';
import { addShortcuts } from './keyboard.ts';
import { helpMessages, shellMessages } from './messages.ts';

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
  const { sections } = t(helpMessages);
  const text = t(shellMessages);
  return (
    <dialog ref={dialog} class="sheet" aria-label={text.help} onClose={() => (isOpen.value = false)}>
      <header>
        <h2>{text.help}</h2>
        <a class="quiet" href="/docs">
          {text.reference}
        </a>
        <button class="quiet" type="button" onClick={() => (isOpen.value = false)}>
          {text.close}
        </button>
      </header>
      <div class="sheet-body">
        {open && <Signs />}
        {open &&
          sections.map(({ title, keys }) => (
            <section key={title}>
              <h3>{title}</h3>
              <dl class="keys">
                {keys.map(([key, description]) => (
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
      </div>
    </dialog>
  );
}

function Signs() {
  const { title, terms } = t(helpTerms);
  return (
    <section>
      <h3>{title}</h3>
      <dl class="terms">
        {terms.map(([term, explanation]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{explanation}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
