import { SaxesParser } from 'saxes';
import { MAX_XML_DEPTH, MAX_XML_ITEMS } from './limits.ts';

/** An element as far as it is read. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  /** Its own text, without that of its children. */
  readonly text: string;
}

interface OpenElement extends XmlElement {
  readonly children: OpenElement[];
  text: string;
}

/** The document has more elements and attributes than are read. */
export class XmlTooLarge extends Error {}

/**
 * Reads an XML document that comes in pieces: makes a tree of the elements that are named; what lies in others is passed over. Elements are counted while they are read: one
 * kilobyte of a zip unfolds to hundreds of thousands. Entities of the document's own are not known.
 */
export function createXmlReader(names: ReadonlySet<string>) {
  const parser = new SaxesParser();
  const open: OpenElement[] = [];
  let root: OpenElement | undefined;
  let depth = 0;
  let items = 0;
  const count = () => {
    if (++items > MAX_XML_ITEMS) throw new XmlTooLarge();
  };
  const addText = (more: string) => {
    const element = open.at(-1);
    if (element && open.length === depth) element.text += more;
  };
  parser.on('attribute', count);
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('opentag', ({ name, attributes }) => {
    count();
    if (depth >= MAX_XML_DEPTH) throw new XmlTooLarge();
    // Below an element that is passed over nothing is read.
    if (open.length === depth && names.has(name)) {
      const element: OpenElement = { name, attributes, children: [], text: '' };
      open.at(-1)?.children.push(element);
      root ??= element;
      open.push(element);
    }
    depth++;
  });
  parser.on('closetag', () => {
    if (open.length === depth) open.pop();
    depth--;
  });
  return {
    /** Throws where the document is not well-formed, and {@link XmlTooLarge}. */
    write: (text: string) => void parser.write(text),
    /** Ends the document. Throws where that is too soon. */
    close: () => void parser.close(),
    /** The root, as far as it was read; undefined where it is not among the elements that are named. */
    get root(): XmlElement | undefined {
      return root;
    },
  };
}

export function findAll(element: XmlElement | undefined, name: string): XmlElement[] {
  return element?.children.filter((child) => child.name === name) ?? [];
}

/** The first child of a name. */
export function find(element: XmlElement | undefined, name: string): XmlElement | undefined {
  return element?.children.find((child) => child.name === name);
}

/** The text of the first child of a name. */
export function textIn(element: XmlElement | undefined, name: string): string | undefined {
  return find(element, name)?.text.trim();
}

export function numberIn(element: XmlElement | undefined, name: string): number | undefined {
  const text = textIn(element, name);
  const number = Number(text);
  return text === undefined || text === '' || !Number.isFinite(number) ? undefined : number;
}
