/** What the fragment of an address begins with that carries a song, see song-link.ts, which is loaded when one is read. */
export const SONG_FRAGMENT = '#song=';

/** Whether a fragment claims to hold a song. */
export const holdsSong = (fragment: string): boolean => fragment.startsWith(SONG_FRAGMENT);
