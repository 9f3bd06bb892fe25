/** An element as fast-xml-parser gives it with `preserveOrder`: its name leads to its children, `:@` to its attributes. */
export type XmlNode = Readonly<Record<string, unknown>>;

export function childrenOf(node: XmlNode, name: string): readonly XmlNode[] {
  const children = node[name];
  return Array.isArray(children) ? (children as XmlNode[]) : [];
}

export function findAll(nodes: readonly XmlNode[], name: string): XmlNode[] {
  return nodes.filter((node) => name in node);
}

/** The children of the first element of a name; undefined when there is none. */
export function find(nodes: readonly XmlNode[], name: string): readonly XmlNode[] | undefined {
  const node = nodes.find((one) => name in one);
  return node && childrenOf(node, name);
}

export function attribute(node: XmlNode, name: string): string | undefined {
  const attributes = node[':@'] as Record<string, unknown> | undefined;
  const value = attributes?.[`@_${name}`];
  return value === undefined ? undefined : String(value);
}

export function textIn(nodes: readonly XmlNode[], name: string): string | undefined {
  const children = find(nodes, name);
  const text = children?.find((one) => '#text' in one)?.['#text'];
  return text === undefined ? undefined : String(text).trim();
}

export function numberIn(nodes: readonly XmlNode[], name: string): number | undefined {
  const text = textIn(nodes, name);
  const number = Number(text);
  return text === undefined || text === '' || !Number.isFinite(number) ? undefined : number;
}
