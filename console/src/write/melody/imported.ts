/** A melody as a file has it: one note for each syllable that is sung; a melisma is its first note, as long as all of them. */
export interface ImportedNote {
  /** MIDI pitch. */
  readonly pitch: number;
  /** Beats from the beginning of the piece. */
  readonly start: number;
  readonly beats: number;
  /** What the file has sung to it; null where it has no words there. */
  readonly syllable: string | null;
  /** The file says that a line ends here. */
  readonly endsLine: boolean;
}

/** One voice, part or track, or one channel of a track. Never without notes. */
export interface ImportedPart {
  readonly name: string;
  readonly notes: readonly ImportedNote[];
}

export interface ImportedSong {
  /** Beats per minute; null where the file does not say. */
  readonly tempo: number | null;
  readonly parts: readonly ImportedPart[];
}

/** Why a file gave no melody. */
export type ImportProblem = 'unknown_type' | 'damaged' | 'no_notes' | 'timewise';

export type Imported =
  | { readonly kind: 'song'; readonly song: ImportedSong }
  | { readonly kind: 'problem'; readonly problem: ImportProblem };

const SUNG_BY_NAME = /vocal|voice|melod|lead|sing|soprano|人聲|主唱|主旋律|旋律|唱/iu;

/** The part that is most likely sung: one with words, else one named so, else the first. */
export function likeliestPart(parts: readonly ImportedPart[]): number {
  const withWords = parts.findIndex(({ notes }) => notes.some(({ syllable }) => syllable !== null));
  if (withWords >= 0) return withWords;
  return Math.max(
    0,
    parts.findIndex(({ name }) => SUNG_BY_NAME.test(name)),
  );
}
