/** A regular expression as a tree; assertions that look around stand for nothing, and are noted. */
export type Node =
  | { readonly kind: 'atom'; readonly accepts: (character: string) => boolean }
  | { readonly kind: 'end' }
  | { readonly kind: 'sequence'; readonly parts: readonly Node[] }
  | { readonly kind: 'choice'; readonly options: readonly Node[] }
  | { readonly kind: 'repeat'; readonly body: Node; readonly min: number; readonly max: number };

export interface Parsed {
  readonly tree: Node;
  /** Whether a match can only begin at the beginning of the text. */
  readonly anchored: boolean;
  /** Whether it has assertions that are not followed here. */
  readonly hasLookaround: boolean;
}

const QUANTIFIER = /^(?:([*+?])|\{(\d+)(,?)(\d*)\})\??/;

/** Reads what JavaScript takes as a regular expression. Throws where matching is not regular: at references back. */
export function parse({ source, flags }: Pick<RegExp, 'source' | 'flags'>): Parsed {
  let rest = source;
  let hasLookaround = false;
  let alternations = 0;
  const consume = (length: number) => {
    const consumed = rest.slice(0, length);
    rest = rest.slice(length);
    return consumed;
  };

  const atom = (text: string): Node => {
    const one = new RegExp(`^(?:${text})$`, flags.replace(/[gym]/g, ''));
    return { kind: 'atom', accepts: (character) => one.test(character) };
  };

  function choice(depth: number): Node {
    const options = [sequence(depth)];
    while (rest.startsWith('|')) {
      consume(1);
      if (depth === 0) alternations++;
      options.push(sequence(depth));
    }
    return options.length === 1 ? options[0]! : { kind: 'choice', options };
  }

  function sequence(depth: number): Node {
    const parts: Node[] = [];
    while (rest !== '' && !rest.startsWith('|') && !rest.startsWith(')')) {
      const part = single(depth);
      const [whole, sign, min, comma, max] = QUANTIFIER.exec(rest) ?? [];
      if (whole === undefined) parts.push(part);
      else {
        consume(whole.length);
        parts.push({ kind: 'repeat', body: part, ...bounds(sign, min, comma, max) });
      }
    }
    return { kind: 'sequence', parts };
  }

  function single(depth: number): Node {
    if (rest.startsWith('(')) return group(depth);
    if (rest.startsWith('[')) return atom(consume(classLength(rest)));
    if (rest.startsWith('$')) {
      consume(1);
      return { kind: 'end' };
    }
    if (rest.startsWith('^')) {
      consume(1);
      return { kind: 'sequence', parts: [] };
    }
    if (/^\\(?:[1-9]|k<)/.test(rest)) throw new Error(`${source} refers back: it is not regular`);
    if (/^\\[bB]/.test(rest)) {
      consume(2);
      hasLookaround = true;
      return { kind: 'sequence', parts: [] };
    }
    const [escaped] = /^\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|.)/su.exec(rest) ?? [];
    return atom(consume(escaped?.length ?? String.fromCodePoint(rest.codePointAt(0)!).length));
  }

  function group(depth: number): Node {
    const [opening] = /^\((?:\?(?:<?[=!]|:|<\w+>))?/.exec(rest)!;
    consume(opening.length);
    const body = choice(depth + 1);
    consume(1);
    if (!/[=!]$/.test(opening)) return body;
    if (repeatsWithoutEnd(body)) throw new Error(`${source} repeats without end where it looks around`);
    hasLookaround = true;
    return { kind: 'sequence', parts: [] };
  }

  const tree = choice(0);
  const anchored = source.startsWith('^') && alternations === 0 && !flags.includes('m');
  return { tree, anchored, hasLookaround };
}

function bounds(sign?: string, min?: string, comma?: string, max?: string): { min: number; max: number } {
  if (sign === '?') return { min: 0, max: 1 };
  if (sign) return { min: sign === '+' ? 1 : 0, max: Number.POSITIVE_INFINITY };
  const from = Number(min);
  return { min: from, max: max ? Number(max) : comma ? Number.POSITIVE_INFINITY : from };
}

function classLength(text: string): number {
  let at = 1;
  while (text[at] !== ']') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}

function repeatsWithoutEnd(node: Node): boolean {
  if (node.kind === 'repeat') return node.max === Number.POSITIVE_INFINITY || repeatsWithoutEnd(node.body);
  if (node.kind === 'sequence') return node.parts.some(repeatsWithoutEnd);
  return node.kind === 'choice' && node.options.some(repeatsWithoutEnd);
}
