const NEWLINE = 10;

/** Lines of a JSON Lines file, kept as bytes and parsed on access. */
export interface JsonLines {
  readonly count: number;
  parse<T>(line: number): T;
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
  return {
    count: starts.length,
    parse<T>(line: number): T {
      return JSON.parse(bytes.toString('utf8', offsets[line]!, offsets[line + 1]!)) as T;
    },
  };
}
