import { t } from '../app/i18n.ts';
import type { Beside, CandidateWord } from '../app/slot.ts';
import { toast } from '../app/toasts.ts';
import { insertWord } from '../write/state/cursor.ts';

/** Copies a word and shows a toast. */
export async function copyWord(word: string): Promise<void> {
  const copied = await writeClipboard(word);
  toast(copied ? t('find.copied {word}', { word }) : t('find.copyFailed'));
}

/** Inserts a word into the lyrics; without a slot it is copied. */
export function insertOrCopyWord(word: CandidateWord, beside?: Beside): void {
  if (!insertWord(word, beside)) void copyWord(word.char);
}

/** Whether the browser has put the text on the clipboard. */
export async function writeClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

/** Pages without TLS have no clipboard API. */
function copyBySelection(text: string): boolean {
  const textarea = document.createElement('textarea');
  textarea.value = text;
  textarea.className = 'visually-hidden';
  const focused = document.activeElement;
  document.body.append(textarea);
  textarea.select();
  const copied = document.execCommand('copy');
  textarea.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return copied;
}
