const NEWLINE = 10;

/** Lines of a JSON Lines file, kept as bytes and parsed only when they are asked for. */
export interface Lines {
  readonly count: number;
  parse<T>(line: number): T;
}

export function linesOf(bytes: Buffer): Lines {
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
