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
const CANTONESE_VARIANTS = new Set('晒郁吓扑揾搵');
const simplifiedCache = new Map<string, boolean>();
/** Characters of which that is remembered: far more than anybody writes with. */
const MAX_CACHED_CHARACTERS = 20_000;

function isSimplified(character: string): boolean {
  let found = simplifiedCache.get(character);
  if (found === undefined) {
    found =
      !AMBIGUOUS.has(character) &&
      simplifiedToHongKong(character) !== character &&
      variantToHongKong(character) === character;
    if (simplifiedCache.size < MAX_CACHED_CHARACTERS) simplifiedCache.set(character, found);
  }
  return found;
}

function containsSimplified(line: string): boolean {
  return Array.from(line).some(isSimplified);
}

/**
 * The lines of a text in the form to read them in, character for character: simplified lines in Hong Kong's traditional form,
 * others as they are. A line that may be either follows the rest of the text.
 */
export function toHongKongLines(lines: readonly string[]): string[] {
  const simplified = lines.map(containsSimplified);
  if (!simplified.includes(true)) return [...lines];
  return lines.map((line, i) => (simplified[i] || toSimplified(line) === line ? traditionalForm(line) : line));
}

function traditionalForm(line: string): string {
  const characters = Array.from(line);
  const convertedLine = Array.from(simplifiedToHongKong(line));
  const converted =
    convertedLine.length === characters.length
      ? convertedLine
      : characters.map((character) => simplifiedToHongKong(character));
  const isCantonese = characters.some((character) => CANTONESE_ONLY.has(character));
  return converted
    .map((character, i) => (isCantonese && CANTONESE_VARIANTS.has(characters[i]!) ? characters[i]! : character))
    .join('');
}

/** What only Cantonese writes, in simplified text too. */
const CANTONESE_ONLY = new Set('嘅喺咗啲嚟哋冇唔佢係系喇㗎嘢噉咁');
