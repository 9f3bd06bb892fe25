/** Bounds of a melody file, the same in the service and in the page: what a file costs to read must not depend on what it claims. */

/** Bytes of a file, and those that a zipped score may unfold to: reading as many takes some 1 s. */
export const MAX_FILE_BYTES = 8 * 1024 * 1024;
/** Files in a zip: a score, its container, and pictures. */
export const MAX_ZIP_ENTRIES = 64;
/** Elements and attributes of a score. Eight megabytes of an exported score have 320,000. */
export const MAX_XML_ITEMS = 480_000;
/** Elements within each other; MusicXML has ten. */
export const MAX_XML_DEPTH = 64;
export const MAX_PARTS = 100;
export const MAX_NAME_CHARACTERS = 100;
/** Notes of one part; the further notes of a syllable count too. */
export const MAX_NOTES = 10_000;
export const MAX_WORDS_CHARACTERS = 20_000;
/** Beats per minute; more is no tempo but a slip. */
export const MAX_TEMPO = 1000;
