import { basename } from 'node:path';
import type { Problem } from '../tables/read-table.ts';
import { sourceText } from './importer.ts';

export type XmlEvent =
  | {
      readonly kind: 'open';
      readonly name: string;
      readonly attributes: ReadonlyMap<string, string>;
      readonly line: number;
    }
  | { readonly kind: 'close'; readonly name: string; readonly line: number }
  | { readonly kind: 'text'; readonly text: string; readonly line: number }
  | { readonly kind: 'problem'; readonly problem: Problem };

/**
 * The tags and texts of an XML file, one after another, for files too large to be held as a tree. It reads what wordnets are
 * written in: elements, attributes, text, the five entities and numbered ones; document types and comments are passed over.
 * Where a tag is not one, or elements do not close in turn, a problem is the last event.
 */
export async function* xmlEvents(path: string): AsyncGenerator<XmlEvent> {
  const file = basename(path);
  const openElements: string[] = [];
  let buffer = '';
  let line = 1;
  const problem = (message: string): XmlEvent => ({ kind: 'problem', problem: { file, line, field: '', message } });
  for await (const piece of sourceText(path)) {
    buffer += piece;
    for (;;) {
      const token = nextToken(buffer);
      if (token === undefined) break;
      buffer = buffer.slice(token.length);
      for (const event of eventsOf(token, line)) {
        if (event.kind === 'open') openElements.push(event.name);
        else if (event.kind === 'close' && openElements.pop() !== event.name)
          return yield problem(`</${event.name}> closes what was not opened: is the file whole?`);
        else if (event.kind === 'problem') return yield problem(event.problem.message);
        yield event;
      }
      for (const char of token) if (char === '\n') line++;
    }
  }
  if (openElements.length > 0 || buffer.trim() !== '')
    yield problem(`the file ends inside <${openElements.at(-1) ?? 'a tag'}>: is it whole?`);
}

/** What begins with the key ends with the value. */
const DELIMITERS: readonly (readonly [begin: string, end: string])[] = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
];

/** The text up to the next tag, or that tag; undefined while it is not there whole. */
function nextToken(text: string): string | undefined {
  if (text === '') return undefined;
  if (!text.startsWith('<')) {
    const at = text.indexOf('<');
    return at < 0 ? undefined : text.slice(0, at);
  }
  for (const [begin, end] of DELIMITERS) {
    // A piece may end in the middle of "<!--".
    if (begin.startsWith(text.slice(0, begin.length)) && text.length < begin.length) return undefined;
    if (!text.startsWith(begin)) continue;
    const at = text.indexOf(end);
    return at < 0 ? undefined : text.slice(0, at + end.length);
  }
  // In an attribute a ">" is a sign like others; a document type may hold tags in brackets.
  const match = /^<!DOCTYPE[^>[]*(?:\[[^\]]*\]\s*)?>|^<(?!!)(?:"[^"]*"|'[^']*'|[^"'>])*>/.exec(text);
  return match?.[0];
}

const CLOSE = /^<\/([^\s>]+)\s*>$/;
const OPEN = /^<([^\s/>]+)((?:\s+[^\s=]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*(\/?)>$/;
const ATTRIBUTE = /([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

function* eventsOf(token: string, line: number): Generator<XmlEvent> {
  if (!token.startsWith('<')) {
    yield { kind: 'text', text: unescaped(token), line };
    return;
  }
  if (token.startsWith('<![CDATA[')) {
    yield { kind: 'text', text: token.slice(9, -3), line };
    return;
  }
  if (token.startsWith('<!') || token.startsWith('<?')) return;
  const close = CLOSE.exec(token);
  if (close) {
    yield { kind: 'close', name: close[1]!, line };
    return;
  }
  const opened = OPEN.exec(token);
  if (!opened) {
    const message = `${token.slice(0, 40)} is no tag`;
    yield { kind: 'problem', problem: { file: '', line, field: '', message } };
    return;
  }
  const [, name = '', list = '', closed] = opened;
  const attributes = new Map(
    [...list.matchAll(ATTRIBUTE)].map(([, key = '', double, single]) => [key, unescaped(double ?? single ?? '')]),
  );
  yield { kind: 'open', name, attributes, line };
  if (closed) yield { kind: 'close', name, line };
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function unescaped(text: string): string {
  return text.replace(/&(#x?[0-9a-f]+|\w+);/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return ENTITIES[name] ?? whole;
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
