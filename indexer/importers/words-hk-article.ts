/** What is used of an article of the full export. */
export interface Article {
  readonly parts: readonly string[];
  readonly labels: readonly string[];
  readonly syn: readonly string[];
  readonly ant: readonly string[];
  /** English explanations, senses separated by `;`. */
  readonly definition: string;
  /** Cantonese example phrases, without their jyutping. */
  readonly examples: readonly string[];
}

const TAG = /\((\w+):([^()]*)\)/gu;
const LANGUAGE = /^([a-z]{3}|量詞):(.*)$/su;
const MAX_SENSES = 6;
const MAX_EXAMPLES = 3;

/**
 * Reads an article: a first line of `(pos:名詞)(label:…)(sim:…)(ant:…)`, then senses separated by `----`, each an explanation and
 * examples after `<eg>`, their lines beginning with a language (`yue:`, `eng:`). Undefined when the first line has no tags.
 */
export function parseArticle(text: string): Article | undefined {
  const [head = '', ...rest] = text.split(/\r?\n/);
  const tags = [...head.matchAll(TAG)].map(([, name = '', value = '']) => ({ name, value: value.trim() }));
  if (tags.length === 0) return undefined;
  const valuesOf = (name: string) => tags.filter((tag) => tag.name === name).map(({ value }) => value);
  const senses = rest.join('\n').split(/^----$/m);
  const explanations = senses.map((sense) => textsOf(sense.split(/^<eg>$/m)[0]!, 'eng')[0] ?? '');
  const examples = senses.flatMap((sense) =>
    sense
      .split(/^<eg>$/m)
      .slice(1)
      .flatMap((example) => textsOf(example, 'yue').slice(0, 1)),
  );
  return {
    ...{ parts: valuesOf('pos'), labels: valuesOf('label'), syn: valuesOf('sim'), ant: valuesOf('ant') },
    definition: explanations
      .map(stripLinks)
      .filter((sense) => sense !== '')
      .slice(0, MAX_SENSES)
      .join('; '),
    examples: examples
      .map((example) => stripLinks(example.replace(/\s*\([a-z0-9 ,.?!;:'"-]*\)\s*$/i, '')))
      .filter((example) => example !== '')
      .slice(0, MAX_EXAMPLES),
  };
}

/** Texts in one language; a line without a language goes on with the one before it, and only the first line of a text is taken. */
function textsOf(part: string, language: string): string[] {
  return part.split('\n').flatMap((line) => {
    const match = LANGUAGE.exec(line.trim());
    return match?.[1] === language ? [match[2]!.trim()] : [];
  });
}

/** A `#` marks a word that has an article of its own. */
function stripLinks(text: string): string {
  return text.replaceAll('#', '').replace(/\s+/g, ' ').trim();
}
