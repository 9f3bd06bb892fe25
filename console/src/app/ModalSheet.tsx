import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Button } from './controls.tsx';
import { t } from './i18n.ts';

interface ModalSheetProps {
  readonly title: string;
  readonly class: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** Selects what has the focus first; without it what comes first. */
  readonly focus?: string;
  /** What else stands in its head. */
  readonly links?: ComponentChildren;
  /** `close` gives the focus back at once, so that it may go elsewhere after that. */
  readonly children: (close: () => void) => ComponentChildren;
}

/** A dialog over the page, which is behind it until it is closed. */
export function ModalSheet({ title, class: name, isOpen, onClose, focus, links, children }: ModalSheetProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const close = () => dialog.current?.close();
  useLayoutEffect(() => {
    if (!isOpen) return close();
    dialog.current?.showModal();
    if (focus) dialog.current?.querySelector<HTMLElement>(focus)?.focus();
  }, [isOpen]);
  return (
    <dialog ref={dialog} class={`sheet ${name}`} aria-label={title} onClose={onClose}>
      <header>
        <h2>{title}</h2>
        {links}
        <Button class="quiet" onClick={close} text={t('shell.close')} />
      </header>
      {isOpen && children(close)}
    </dialog>
  );
}
