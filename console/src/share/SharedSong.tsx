import { signal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import { t } from '../app/i18n.ts';
import type { SongDocument } from '../write/model/document.ts';
import { loadReadingTable } from '../write/state/readings.ts';
import { openSong } from '../write/state/song.ts';
import { shareMessages } from './messages.ts';
import { SingerSheet } from './SingerSheet.tsx';
import { readLink } from './song-link.ts';

/** The song that is looked at, for the printer. */
export const sharedSong = signal<SongDocument | undefined>(undefined);

/** A song that came with the address: to be looked at, and made one's own. Nothing is stored before that. */
export function SharedSong({ fragment }: { readonly fragment: string }) {
  const [song, setSong] = useState<SongDocument | 'reading' | undefined>('reading');
  useEffect(() => {
    void loadReadingTable();
    void readLink(fragment).then((read) => {
      setSong(read);
      sharedSong.value = read;
    });
    return () => {
      sharedSong.value = undefined;
    };
  }, [fragment]);
  const text = t(shareMessages);
  if (song === 'reading') return <div class="shared-song" aria-busy="true" />;
  return (
    <div class="shared-song">
      <p role="status">{song ? text.shared : text.unreadable}</p>
      {song && (
        <button
          type="button"
          class="primary"
          onClick={() => {
            openSong(song);
            location.hash = '#desk';
          }}
        >
          {text.makeMine}
        </button>
      )}{' '}
      <a class="quiet" href="#desk">
        {text.toDesk}
      </a>
      {song && (
        <SingerSheet song={song} options={{ above: 'jyutping', columns: 1, hasNotes: true }} untitled={text.untitled} />
      )}
    </div>
  );
}
