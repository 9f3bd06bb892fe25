const NEWLINE = 10;

/** Lines of a JSON Lines file, kept as bytes and parsed on access. */
export interface JsonLines {
  readonly count: number;
  parse<T>(line: number): T;
  /** Parses only the fields before `key`; undefined when the line has no such field after others. */
  parseBefore<T>(line: number, key: string): Partial<T> | undefined;
}

/** Offsets of lines are kept in 32 bits. */
const MAX_BYTES = 2 ** 32 - 1;

/** Throws if there are more bytes than offsets can tell apart. */
export function indexJsonLines(bytes: Buffer): JsonLines {
  if (bytes.length > MAX_BYTES)
    throw new Error(`a file of ${bytes.length} bytes is too large: split the lexicon, a file may have 4 GiB`);
  const starts: number[] = [];
  let at = 0;
  while (at < bytes.length) {
    const end = bytes.indexOf(NEWLINE, at);
    const stop = end < 0 ? bytes.length : end;
    if (stop > at) starts.push(at);
    at = stop + 1;
  }
  const offsets = Uint32Array.from([...starts, bytes.length]);
  const needles = new Map<string, Buffer>();
  const needleOf = (key: string) => {
    let needle = needles.get(key);
    // A quote inside a string is escaped, so this can only be a field.
    if (!needle) needles.set(key, (needle = Buffer.from(`,"${key}":`)));
    return needle;
  };
  return {
    count: starts.length,
    parse<T>(line: number): T {
      return JSON.parse(bytes.toString('utf8', offsets[line]!, offsets[line + 1]!)) as T;
    },
    parseBefore<T>(line: number, key: string): Partial<T> | undefined {
      const at = bytes.indexOf(needleOf(key), offsets[line]!);
      if (at < 0 || at >= offsets[line + 1]!) return undefined;
      try {
        return JSON.parse(`${bytes.toString('utf8', offsets[line]!, at)}}`) as Partial<T>;
      } catch {
        // The match was a field of an inner object.
        return undefined;
      }
    },
  };
}
