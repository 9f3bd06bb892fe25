import table from '../../data/sound/context-rules.json' with { type: 'json' };

interface Rule {
  readonly reading: string;
  readonly before: RegExp | undefined;
  readonly after: RegExp | undefined;
}

/** How many characters on each side a rule may look at. */
const REACH = 8;

const RULES = new Map<string, Rule[]>();
for (const { char, reading, before, after } of table) {
  const rules = RULES.get(char) ?? [];
  rules.push({
    reading,
    before: before ? new RegExp(`(?:${before})$`, 'u') : undefined,
    after: after ? new RegExp(`^(?:${after})`, 'u') : undefined,
  });
  RULES.set(char, rules);
}

/**
 * The reading of a character that stands as a word of its own, by what stands around it; undefined where no rule speaks.
 * The first rule that fits decides.
 */
export function readingInContext(characters: readonly string[], position: number): string | undefined {
  const rules = RULES.get(characters[position]!);
  if (!rules) return undefined;
  const left = characters.slice(Math.max(0, position - REACH), position).join('');
  const right = characters.slice(position + 1, position + 1 + REACH).join('');
  return rules.find((rule) => (rule.before?.test(left) ?? true) && (rule.after?.test(right) ?? true))?.reading;
}
