/**
 * JSON in UTF-8 as a string with one character a byte. Such strings are joined without copying and measured by their length, and
 * Node writes one together with the head of the answer: for pages made of parts that is cheaper than buffers.
 */
export function jsonBytes(value: unknown): string {
  return bytesOf(JSON.stringify(value));
}

/** Text as its UTF-8 bytes, one character each. */
function bytesOf(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}
