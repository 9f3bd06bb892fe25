/** Bounds of a melody file, the same in the service and in the page: what a file costs to read must not depend on what it claims. */

/** Bytes of a MIDI file or a zipped score. */
export const MAX_FILE_BYTES = 256 * 1024;
/** Bytes of a score as text, and those that a zipped one may unfold to: reading as many takes 0.1 to 0.3 s. */
export const MAX_SCORE_BYTES = 2 * 1024 * 1024;
/** Files in a zip: a score, its container, and pictures. */
export const MAX_ZIP_ENTRIES = 64;
/** Elements and attributes of a score. Two megabytes of an exported score have 80,000. */
export const MAX_XML_ITEMS = 120_000;
/** Elements within each other; MusicXML has ten. */
export const MAX_XML_DEPTH = 64;
export const MAX_PARTS = 100;
export const MAX_NAME_CHARACTERS = 100;
/** Of a part, those of its melismas too: laying a melody under words takes the product of their numbers. */
export const MAX_NOTES = 2000;
export const MAX_WORDS_CHARACTERS = 5000;
/** Beats per minute; more is no tempo but a slip. */
export const MAX_TEMPO = 1000;
