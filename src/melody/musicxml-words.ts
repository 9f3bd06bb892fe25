import { isContinuation, withoutVerseLabel } from './imported.ts';
import { find, findAll, textIn, type XmlElement } from './xml-element.ts';

/** What is sung to a note. */
interface NoteWords {
  readonly syllable: string | null;
  /** What further verses have there; empty where there are none. */
  readonly verses: readonly (string | null)[];
  readonly joinsNext: boolean;
  readonly endsLine: boolean;
}

/** Kinds of `syllabic` after which the word goes on. */
const JOINING = new Set(['begin', 'middle']);

/** Lyrics by the number of their verse; without one they are counted. */
type Verses = ReadonlyMap<string, XmlElement>;

/** Notes in a row that only a later verse has words for: they are its own, as in a second ending. A melisma of the first is shorter. */
const MIN_OWN_NOTES = 3;

/** A damaged file may number each word anew. */
const MAX_VERSES = 20;

/** The words of the notes of a voice, in order: those of the first verse, and beside them those of the others. */
export function wordsOfLyrics(notes: readonly (readonly XmlElement[])[]): NoteWords[] {
  const verses = notes.map(
    (lyrics): Verses => new Map(lyrics.map((lyric, i) => [lyric.attributes.number ?? `${i + 1}`, lyric])),
  );
  const names = [...new Set(verses.flatMap((one) => [...one.keys()]))]
    .slice(0, MAX_VERSES)
    .sort((a, b) => numberOf(a) - numberOf(b));
  const [first, ...further] = names;
  const isOwn = ownOfLater(verses, first);
  const begun = new Set<string>();
  const wordsIn = (one: Verses, name: string): string | null => {
    const syllable = syllableIn(one.get(name));
    if (syllable === null || begun.has(name)) return syllable;
    begun.add(name);
    return withoutVerseLabel(syllable);
  };
  return verses.map((one, i) => {
    const ownName = isOwn[i] ? further.find((name) => one.has(name)) : undefined;
    const lyric = one.get(ownName ?? first ?? '');
    const others = further.map((name) => (name === ownName ? null : wordsIn(one, name)));
    const count = others.findLastIndex((other) => other !== null) + 1;
    return {
      syllable: wordsIn(one, ownName ?? first ?? ''),
      verses: others.slice(0, count),
      joinsNext: JOINING.has(textIn(lyric, 'syllabic') ?? ''),
      endsLine: find(lyric, 'end-line') !== undefined || find(lyric, 'end-paragraph') !== undefined,
    };
  });
}

/** Verses are named 2, or part1verse2. */
function numberOf(name: string): number {
  return Number(/(?<!\d)\d{1,6}$/u.exec(name.slice(-6))?.[0] ?? Number.POSITIVE_INFINITY);
}

function ownOfLater(verses: readonly Verses[], first: string | undefined): boolean[] {
  const isOwn = verses.map(() => false);
  for (let from = 0; from < verses.length; ) {
    let to = from;
    while (to < verses.length && verses[to]!.size > 0 && !verses[to]!.has(first!)) to++;
    if (to - from >= MIN_OWN_NOTES) isOwn.fill(true, from, to);
    from = to + 1;
  }
  return isOwn;
}

/** The words of a lyric; null where it has none, or a sign that the syllable before it goes on. */
export function syllableIn(lyric: XmlElement | undefined): string | null {
  const syllable = findAll(lyric, 'text')
    .map(({ text }) => text.trim())
    .join('');
  return isContinuation(syllable) ? null : syllable;
}
