import { Button } from '../../app/controls.tsx';
import { t } from '../../app/i18n.ts';
import { downloadSong } from '../download.ts';
import { closeHints } from '../state/song.ts';
import { store } from '../state/store.ts';
import { chooseFile } from './FileInput.tsx';

/** What to try on the first visit; each is ticked off once it was tried. */
export function Hints() {
  const hints = store.shownHints.value;
  if (hints.length === 0) return null;
  return (
    <div class="first-steps" role="note" aria-label={t('write.hints')}>
      <p class="purpose">{t('write.purpose')}</p>
      <p class="first-actions row">
        <Button class="primary" onClick={() => chooseFile('melody-file')} text={t('write.loadMyMelody')} />
        <Button class="quiet" onClick={closeHints} text={t('write.hintsClose')} />
      </p>
      <ul>
        {hints.map((hint) => (
          <li key={hint} class={store.pendingHints.value.includes(hint) ? '' : 'followed'}>
            {t(`write.hintList.${hint}`)}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** What the score is drawn with. */
const ITEMS = ['melody', 'tones', 'clash'] as const;

/** What the lines, strokes and hatching of the score mean; each says more under the pointer or with the focus. */
export function Legend() {
  return (
    <ul class="legend" aria-label={t('write.legend')}>
      {ITEMS.map((item) => (
        <li key={item}>
          <Button class="bare legend-item aside" aria-describedby={`legend-${item}`}>
            <Sample item={item} /> {t(`write.legendItems.${item}`)}
          </Button>
          <span id={`legend-${item}`} role="tooltip" class="tip">
            {t(`write.legendTips.${item}`)}
          </span>
        </li>
      ))}
    </ul>
  );
}

function Sample({ item }: { readonly item: (typeof ITEMS)[number] }) {
  return (
    <svg width="24" height="12" viewBox="0 0 28 14" aria-hidden="true">
      {item === 'melody' && (
        <>
          <path class="melody-join" d="M5 10 L23 4" />
          <circle class="legend-note" cx="5" cy="10" r="4" />
          <circle class="legend-note" cx="23" cy="4" r="4" />
        </>
      )}
      {item === 'tones' && <path class="tone-step pitch-3" d="M4 4 H12" />}
      {item === 'tones' && <path class="tone-step pitch-1" d="M16 10 H24" />}
      {item === 'clash' && <rect class="risk-ground" width="28" height="14" fill="url(#contrary-hatch)" />}
    </svg>
  );
}

/** Said until the song is kept again: what is not is lost with the page. */
export function StorageNotice() {
  return (
    <div role="alert">
      {store.isStorageFull.value && (
        <p class="storage-full row wrap">
          {t('write.storeFull')} <Button onClick={downloadSong} text={t('write.saveFile')} />
        </p>
      )}
    </div>
  );
}
