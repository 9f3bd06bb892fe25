/**
 * What the fragment of an address begins with that carries a song, see song-link.ts, which is loaded when one is read. A constant
 * alone, which the build puts into both parts: a function would become a file of its own, of 58 bytes, at each first visit.
 */
export const SONG_FRAGMENT = '#song=';
