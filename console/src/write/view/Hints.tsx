import { t } from '../../app/i18n.ts';
import { writeMessages } from '../messages.ts';
import { closeHints, pendingHints, shownHints } from '../state/hints.ts';

/** What to try on the first visit; each is ticked off once it was tried. */
export function Hints() {
  const hints = shownHints.value;
  const text = t(writeMessages);
  if (hints.length === 0) return null;
  return (
    <div class="first-steps" role="note" aria-label={text.hints}>
      <p class="purpose">{text.purpose}</p>
      <ul>
        {hints.map((hint) => (
          <li key={hint} class={pendingHints.value.includes(hint) ? '' : 'followed'}>
            {text.hintList[hint]}
          </li>
        ))}
      </ul>
      <p class="first-actions">
        <button type="button" class="primary" onClick={() => document.getElementById('melody-file')?.click()}>
          {text.loadMyMelody}
        </button>
        <button type="button" class="quiet" onClick={closeHints}>
          {text.hintsClose}
        </button>
      </p>
    </div>
  );
}
