/** One event of a server-sent stream, with the fields that it has. */
export interface StreamEvent {
  readonly event?: string;
  readonly data?: string;
  readonly id?: string;
  /** Reconnection delay in milliseconds. */
  readonly retry?: number;
}

/** Parses a stream into events; a comment becomes an event without fields. */
export async function* parseEventStream(
  bytes: ReadableStream<Uint8Array>,
): AsyncGenerator<StreamEvent, void, undefined> {
  const reader = bytes.getReader();
  const decoder = new TextDecoder();
  let text = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      // A line may end with CRLF, split over two chunks.
      text = (text + decoder.decode(value, { stream: true })).replaceAll('\r\n', '\n');
      for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
        yield parseEvent(text.slice(0, end));
        text = text.slice(end + 2);
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function parseEvent(block: string): StreamEvent {
  const fields: { event?: string; data?: string; id?: string; retry?: number } = {};
  for (const line of block.split('\n')) {
    const colon = line.indexOf(':');
    if (colon === 0) continue;
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (name === 'data') fields.data = fields.data === undefined ? value : `${fields.data}\n${value}`;
    else if (name === 'event' || name === 'id') fields[name] = value;
    else if (name === 'retry' && /^\d+$/.test(value)) fields.retry = Number(value);
  }
  return fields;
}
