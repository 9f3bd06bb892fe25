import * as OpenCC from 'opencc-js';

/** Simplified text, brought to the form that the lexicon lists. */

const simplifiedToHongKong = OpenCC.Converter({ from: 'cn', to: 'hk' });
const variantToHongKong = OpenCC.Converter({ from: 'tw', to: 'hk' });
const toSimplified = OpenCC.Converter({ from: 't', to: 'cn' });

/** Both simplified characters and characters of traditional text: they tell nothing of a line. */
const AMBIGUOUS = new Set(
  '晒郁匀吓后于里伙扑涌占干离几余游云斗杰凶准并征划岩采辟丑岳仆佣吁雇痒瓮熏咸霉朴杠虱凄肴涂咨夸腌够却恒淀',
);
/** Traditional characters as Cantonese uses them, that the conversion takes for simplified ones. */
const CANTONESE = new Set('晒郁吓扑揾搵');
const evidence = new Map<string, boolean>();
/** Characters of which that is remembered: far more than anybody writes with. */
const MOST_EVIDENCE = 20_000;

function isSimplified(character: string): boolean {
  let found = evidence.get(character);
  if (found === undefined) {
    found =
      !AMBIGUOUS.has(character) &&
      simplifiedToHongKong(character) !== character &&
      variantToHongKong(character) === character;
    if (evidence.size < MOST_EVIDENCE) evidence.set(character, found);
  }
  return found;
}

function holdsSimplified(line: string): boolean {
  return Array.from(line).some(isSimplified);
}

/**
 * The lines of a text in the form to read them in, character for character: simplified lines in Hong Kong's traditional form,
 * others as they are. A line that may be either follows the rest of the text.
 */
export function toReadableLines(lines: readonly string[]): string[] {
  const simplified = lines.map(holdsSimplified);
  if (!simplified.includes(true)) return [...lines];
  return lines.map((line, i) => (simplified[i] || toSimplified(line) === line ? traditionalForm(line) : line));
}

function traditionalForm(line: string): string {
  const given = Array.from(line);
  const whole = Array.from(simplifiedToHongKong(line));
  const converted = whole.length === given.length ? whole : given.map((character) => simplifiedToHongKong(character));
  const keep = given.some((character) => SPOKEN.has(character));
  return converted.map((character, i) => (keep && CANTONESE.has(given[i]!) ? given[i]! : character)).join('');
}

/** What only Cantonese writes, in simplified text too. */
const SPOKEN = new Set('嘅喺咗啲嚟哋冇唔佢係系喇㗎嘢噉咁');
