import { t } from '../app/i18n.ts';
import { toast } from '../app/toasts.ts';
import { writeClipboard } from '../find/copy-word.ts';
import type { SongDocument } from '../write/model/document.ts';
import { songFragment } from './song-link.ts';

/** Puts a link that carries the song on the clipboard; where that is refused, in the address bar. */
export async function copySongLink(song: SongDocument): Promise<void> {
  const fragment = await songFragment(song);
  if (fragment === undefined) {
    toast(t('handover.linkTooLong'));
    return;
  }
  const copied = await writeClipboard(location.origin + location.pathname + fragment);
  if (!copied) history.replaceState(null, '', fragment);
  toast(copied ? t('handover.linkCopied') : t('handover.linkRefused'));
}
