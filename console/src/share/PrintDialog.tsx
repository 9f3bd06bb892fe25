import { signal } from '@preact/signals';
import { render } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { t } from '../app/i18n.ts';
import { shellMessages } from '../app/messages.ts';
import { view } from '../app/route.ts';
import { store } from '../write/state/store.ts';
import { shareMessages } from './messages.ts';
import { sharedSong } from './SharedSong.tsx';
import { ABOVES, type SheetOptions, SingerSheet } from './SingerSheet.tsx';

const options = signal<SheetOptions>({ above: 'jyutping', columns: 1, hasNotes: true });
const isOpen = signal(false);

export function openPrintDialog(): void {
  isOpen.value = true;
}

/** The singer's sheet as it would be printed, and what stands on it. */
export function PrintDialog() {
  const dialog = useRef<HTMLDialogElement>(null);
  const open = isOpen.value;
  useEffect(() => {
    if (open) dialog.current?.showModal();
    else dialog.current?.close();
  }, [open]);
  useEffect(preparePrinting, []);
  const text = t(shareMessages);
  return (
    <dialog ref={dialog} class="sheet print-dialog" aria-label={text.printTitle} onClose={() => (isOpen.value = false)}>
      <header>
        <h2>{text.printTitle}</h2>
        <button type="button" class="quiet" onClick={() => dialog.current?.close()}>
          {t(shellMessages).close}
        </button>
      </header>
      {open && (
        <>
          <Options />
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls is reached by keys */}
          <section class="paper" aria-label={text.printTitle} tabIndex={0}>
            <SingerSheet song={store.song.value} options={options.value} untitled={text.untitled} />
          </section>
        </>
      )}
    </dialog>
  );
}

function Options() {
  const text = t(shareMessages);
  const { above, columns, hasNotes } = options.value;
  const change = (changes: Partial<SheetOptions>) => {
    options.value = { ...options.value, ...changes };
  };
  return (
    <div class="print-options">
      <label>
        {text.above}{' '}
        <select
          value={above}
          onChange={({ currentTarget }) =>
            change({ above: ABOVES.find((one) => one === currentTarget.value) ?? above })
          }
        >
          {ABOVES.map((one) => (
            <option key={one} value={one}>
              {text.aboves[one]}
            </option>
          ))}
        </select>
      </label>
      <label>
        {text.columns}{' '}
        <select value={columns} onChange={(event) => change({ columns: event.currentTarget.value === '2' ? 2 : 1 })}>
          <option value={1}>1</option>
          <option value={2}>2</option>
        </select>
      </label>
      <label>
        <input
          type="checkbox"
          checked={hasNotes}
          onChange={(event) => change({ hasNotes: event.currentTarget.checked })}
        />{' '}
        {text.notes}
      </label>
      <button type="button" class="primary" onClick={() => print()}>
        {text.printNow}
      </button>
    </div>
  );
}

/** Whatever way somebody prints, the sheet is printed and not the page. */
function preparePrinting(): () => void {
  const place = document.createElement('div');
  place.className = 'printed';
  document.body.append(place);
  const { classList } = document.documentElement;
  const before = () => {
    if (view.peek() === 'usage') return;
    const song = sharedSong.peek() ?? store.song.peek();
    classList.add('prints-sheet');
    render(<SingerSheet song={song} options={options.peek()} untitled={t(shareMessages).untitled} />, place);
  };
  const after = () => {
    classList.remove('prints-sheet');
    render(null, place);
  };
  addEventListener('beforeprint', before);
  addEventListener('afterprint', after);
  return () => {
    removeEventListener('beforeprint', before);
    removeEventListener('afterprint', after);
    after();
    place.remove();
  };
}
