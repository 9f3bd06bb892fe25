import type { SongDocument } from '../write/model/document.ts';
import { readDocument, writeDocument } from '../write/model/document-format.ts';
import { withBestDrafts } from '../write/model/drafts.ts';

/** A song as the fragment of an address, which browsers send to no server: its JSON, deflated, in base64url. */

export const LINK_PREFIX = '#song=';
/** Longer addresses are cut by messengers and mail programs. */
const MAX_LINK_CHARACTERS = 30_000;
/** A few kilobytes may unfold to any size. */
const MAX_SONG_BYTES = 2 * 1024 * 1024;

/** The fragment; undefined for a song that is too long for one. Of each line the best draft goes. */
export async function writeLink(song: SongDocument): Promise<string | undefined> {
  const json = new TextEncoder().encode(JSON.stringify(JSON.parse(writeDocument(withBestDrafts(song)))));
  const deflated = new Blob([json]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(deflated).arrayBuffer());
  const fragment = `${LINK_PREFIX}${toBase64Url(bytes)}`;
  return fragment.length > MAX_LINK_CHARACTERS ? undefined : fragment;
}

/** The song of a fragment; undefined where it holds none. */
export async function readLink(fragment: string): Promise<SongDocument | undefined> {
  if (!fragment.startsWith(LINK_PREFIX) || fragment.length > MAX_LINK_CHARACTERS) return undefined;
  try {
    const json = await inflate(fromBase64Url(fragment.slice(LINK_PREFIX.length)));
    const parsed = json === undefined ? undefined : readDocument(json);
    return parsed?.kind === 'document' ? parsed.document : undefined;
  } catch {
    // Cut or changed on its way.
    return undefined;
  }
}

/** undefined where it is too large. */
async function inflate(bytes: Uint8Array<ArrayBuffer>): Promise<string | undefined> {
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    size += piece.value.length;
    if (size > MAX_SONG_BYTES) {
      await reader.cancel();
      return undefined;
    }
    text += decoder.decode(piece.value, { stream: true });
  }
  return text + decoder.decode();
}

function toBase64Url(bytes: Uint8Array): string {
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const decoded = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(decoded, (character) => character.charCodeAt(0));
}
