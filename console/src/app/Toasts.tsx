import { t } from './i18n.ts';
import { shellMessages } from './messages.ts';
import { dismissToast, toasts } from './toasts.ts';

export function Toasts() {
  const text = t(shellMessages);
  return (
    <div class="toasts" role="status" aria-live="polite">
      {toasts.value.map(({ id, text: message, undo }) => (
        <div key={id} class="toast">
          <span>{message}</span>
          {undo && (
            <button
              type="button"
              onClick={() => {
                undo();
                dismissToast(id);
              }}
            >
              {text.undo}
            </button>
          )}
        </div>
      ))}
    </div>
  );
}
