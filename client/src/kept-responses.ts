/** A response that can be given again: for a while as it is, later when the service says that its ETag is still right. */
export interface KeptResponse {
  readonly etag: string;
  readonly text: string;
  /** Milliseconds since 1970. */
  readonly freshUntil: number;
}

/** Keeps at most `maxCharacters` of answers, by URL; the least recently used leave first. */
export function createKeptResponses(maxCharacters: number) {
  // A map's order is that in which keys were set.
  const responses = new Map<string, KeptResponse>();
  let characters = 0;
  const remove = (url: string) => {
    characters -= responses.get(url)?.text.length ?? 0;
    responses.delete(url);
  };
  return {
    get(url: string): KeptResponse | undefined {
      const response = responses.get(url);
      if (response) {
        responses.delete(url);
        responses.set(url, response);
      }
      return response;
    },
    /** Keeps a response that has an ETag, or the text of a former one that the service has just confirmed. */
    keep(url: string, headers: Headers, text: string): void {
      const etag = headers.get('ETag');
      remove(url);
      if (etag === null || text.length > maxCharacters) return;
      responses.set(url, { etag, text, freshUntil: Date.now() + maxAgeOf(headers) * 1000 });
      characters += text.length;
      for (const oldest of responses.keys()) {
        if (characters <= maxCharacters) break;
        remove(oldest);
      }
    },
    clear(): void {
      responses.clear();
      characters = 0;
    },
  };
}

/** Seconds for which the response may be given again without asking. */
function maxAgeOf(headers: Headers): number {
  const control = headers.get('Cache-Control') ?? '';
  return /\bno-(cache|store)\b/.test(control) ? 0 : Number(/\bmax-age=(\d+)/.exec(control)?.[1] ?? 0);
}
