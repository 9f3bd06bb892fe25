import type { SongDocument } from '../write/model/document.ts';
import { readDocument, SONG_FRAGMENT, writeDocument } from '../write/model/document-format.ts';

/**
 * A song in a link: its JSON, deflated, in base64url, behind `#song=`. Nothing of a fragment is sent to a server. Both directions are
 * bounded, as programs cut long links and a short one may unpack to anything.
 */
/** Characters that mail and chat programs of today leave whole. */
export const MAX_LINK_CHARACTERS = 16_000;
const MAX_SONG_BYTES = 1_000_000;
/** Limits of the service for one text; longer lines, or more of them, would only slow the page. */
const MAX_LINE_CHARACTERS = 200;
const MAX_LINES = 200;

/** The fragment that carries a song; undefined where it would be too long for a link. */
export async function songFragment(song: SongDocument): Promise<string | undefined> {
  if (!isWithinBounds(song)) return undefined;
  const json = JSON.stringify(JSON.parse(writeDocument(song)));
  const packed = await new Response(
    new Blob([json]).stream().pipeThrough(new CompressionStream('deflate-raw')),
  ).arrayBuffer();
  const fragment = SONG_FRAGMENT + toBase64Url(new Uint8Array(packed));
  return fragment.length > MAX_LINK_CHARACTERS ? undefined : fragment;
}

/** The song of a fragment; undefined for what was cut, is too large or is none. */
export async function songOfFragment(fragment: string): Promise<SongDocument | undefined> {
  if (!fragment.startsWith(SONG_FRAGMENT) || fragment.length > MAX_LINK_CHARACTERS) return undefined;
  try {
    const packed = fromBase64Url(fragment.slice(SONG_FRAGMENT.length));
    const json = await textOf(new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw')));
    const read = readDocument(json);
    return read.kind === 'document' && isWithinBounds(read.document) ? read.document : undefined;
  } catch {
    return undefined;
  }
}

function isWithinBounds({ lines }: SongDocument): boolean {
  const fits = ({ text }: { readonly text: string }) => text.length <= MAX_LINE_CHARACTERS;
  return lines.length <= MAX_LINES && lines.every((line) => fits(line) && (line.drafts?.others ?? []).every(fits));
}

function toBase64Url(bytes: Uint8Array): string {
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/u, '');
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));
}

/** Stops as soon as there is more than a song may have. */
async function textOf(stream: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let text = '';
  let bytes = 0;
  for (const reader = stream.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.length;
    if (bytes > MAX_SONG_BYTES) {
      await reader.cancel();
      throw new RangeError('more than a song');
    }
    text += decoder.decode(value, { stream: true });
  }
}
