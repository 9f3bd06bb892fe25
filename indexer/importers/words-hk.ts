import type { PartOfSpeech } from '../../src/lexicon/entry.ts';
import type { OperatorLine } from '../../src/lexicon/formats.ts';
import { toHongKong } from '../sources/opencc.ts';
import {
  type CsvRow,
  csvRows,
  type Importer,
  type ImportResult,
  NAME_THE_SOURCE,
  readingProblem,
  spacedJyutping,
  wordRejection,
} from './importer.ts';

/**
 * 粵典: its word list (`word,jyutping,jyutping,…`, first row a header, `#` comments) and its full export
 * (`id,"word:jyutping:jyutping,word:…",article,variants,warning,public`).
 */
export const wordsHk: Importer = {
  name: 'words-hk',
  summary: '粵典 words.hk CSV: the word list (wordslist.csv) and the full export with explanations (all-*.csv)',
  async terms(files) {
    let isFull = false;
    for (const path of files) isFull ||= await isFullExport(path);
    return {
      name: isFull ? '粵典 words.hk' : '粵典 words.hk (word list)',
      licence: isFull ? 'words.hk Non-Commercial Open Data License 1.0' : 'public domain',
      url: 'https://words.hk',
      attribution: 'The editors of 粵典 (words.hk), Hong Kong Lexicography Limited',
      used_for: isFull ? 'words, readings, definitions, examples, relations' : 'words and readings',
      conditions: isFull ? `${NON_COMMERCIAL} ${NAME_THE_SOURCE}` : NAME_THE_SOURCE,
    };
  },
  read: readWordsHk,
};

const NON_COMMERCIAL =
  'Non-commercial: a lexicon built with it must not serve a commercial purpose, and cannot be passed on under CC BY-SA 4.0.';

/** Whether a file is the full export, by its first filled row, which begins with a number there. */
async function isFullExport(path: string): Promise<boolean> {
  for await (const row of csvRows(path)) if (isFilled(row)) return /^\d+$/.test(row.cells[0]!);
  return false;
}

/** Whether a row has data: at least two cells, the first neither empty nor a `#` comment. */
const isFilled = ({ cells }: CsvRow) => cells.length > 1 && cells[0] !== '' && !cells[0]!.startsWith('#');

async function* readWordsHk(files: readonly string[]): AsyncGenerator<ImportResult> {
  for (const path of files) {
    const isFull = await isFullExport(path);
    let mayBeHeader = !isFull;
    for await (const row of csvRows(path)) {
      if (!isFilled(row)) continue;
      // The list's first row may name its columns: names have no digit, jyutping has.
      const isHeader = mayBeHeader && !/\d/.test(row.cells[1]!);
      mayBeHeader = false;
      if (!isHeader) yield* isFull ? articleLines(row) : listLines(row);
    }
  }
}

/** Entry of a row of the word list, or the problems of its readings. */
function* listLines({ file, line, cells }: CsvRow): Generator<ImportResult> {
  const [word = '', ...codes] = cells.map((cell) => cell.trim());
  const rejection = wordRejection(word);
  if (rejection) return yield { skipped: rejection };
  const readings = readingsOf(codes);
  const messages = readings.map((reading) => readingProblem(word, reading)).filter((message) => message !== undefined);
  for (const message of messages) yield { problem: { file, line, field: 'jyutping', message } };
  if (messages.length > 0) return;
  const char = toHongKong(word);
  yield { location: { file, line }, line: { kind: 'entry', char, readings, supplement: true } };
}

/** Distinct readings with one space between syllables, empty cells left out. */
function readingsOf(codes: readonly string[]): string[] {
  return [...new Set(codes.filter((code) => code !== '').map(spacedJyutping))];
}

interface Headword {
  readonly word: string;
  readonly readings: readonly string[];
}

/** Headwords of a cell `word:jyutping:jyutping,word:…`; always at least one, whose word may be empty. */
function headwordsOf(cell: string): Headword[] {
  return cell.split(',').map((part) => {
    const [word = '', ...codes] = part.split(':').map((field) => field.trim());
    return { word, readings: readingsOf(codes) };
  });
}

/** Entry and relations of a row of the full export; or why it is skipped, or its first problem. */
function* articleLines({ file, line, cells }: CsvRow): Generator<ImportResult> {
  const [, head = '', text = '', variants = '', , published = ''] = cells;
  const location = { file, line };
  if (published.includes('未公開')) return yield { skipped: 'entries that are not published' };
  if (text.includes('NO DATA')) return yield { skipped: 'entries without content' };
  const headwords = headwordsOf(head);
  const [main, ...others] = headwords.filter(({ word }) => isAccepted(word));
  if (!main) return yield { skipped: wordRejection(headwords[0]!.word)! };
  const message = headwordProblem(main);
  if (message) return yield { problem: { file, line, field: 'jyutping', message } };
  const article = parseArticle(text);
  if (!article) return yield { problem: { file, line, field: 'article', message: 'does not begin with "(pos:…)"' } };
  const char = toHongKong(main.word);
  const forms = [...others.map(({ word }) => word), ...variants.split(',').map((variant) => variant.trim())];
  const aliases = new Set(forms.filter(isAccepted).map(toHongKong));
  aliases.delete(char);
  yield { location, line: entryOf(char, main.readings, [...aliases], article) };
  for (const type of ['syn', 'ant'] as const)
    for (const related of article[type].filter(isAccepted).map(toHongKong))
      if (related !== char) yield { location, line: { kind: 'relation', type, word: char, related, supplement: true } };
}

const isAccepted = (word: string) => wordRejection(word) === undefined;

/** Message on the first invalid reading of a headword, or on its lack of readings. */
function headwordProblem({ word, readings }: Headword): string | undefined {
  if (readings.length === 0) return `${word} has no reading`;
  return readings.map((reading) => readingProblem(word, reading)).find((message) => message !== undefined);
}

/** Parts of speech by the names that `(pos:…)` has; names that are not here are passed over. */
const POS_BY_NAME = new Map<string, PartOfSpeech>([
  ...'名詞 代詞 數詞 量詞 方位詞'.split(' ').map((name) => [name, 'n'] as const),
  ['動詞', 'v'],
  ...'形容詞 區別詞'.split(' ').map((name) => [name, 'a'] as const),
  ...'副詞 介詞 連詞 助詞 感嘆詞 擬聲詞'.split(' ').map((name) => [name, 'r'] as const),
]);
const VULGAR_LABELS = new Set(['粗俗', '粗口', '黃賭毒']);
const LITERARY_LABELS = new Set(['文言', '舊式書面語']);

function entryOf(char: string, readings: readonly string[], aliases: readonly string[], article: Article) {
  const { posNames, labels, definition, senses, examples } = article;
  const pos = posNames.map((name) => POS_BY_NAME.get(name)).find((known) => known !== undefined);
  return {
    kind: 'entry' as const,
    char,
    readings: [...readings],
    supplement: true,
    ...(pos ? { pos } : {}),
    ...(labels.some((label) => VULGAR_LABELS.has(label)) ? { vulgar: true } : {}),
    ...(labels.some((label) => LITERARY_LABELS.has(label)) ? { reg: '雅' as const } : {}),
    ...(definition === '' ? {} : { definition }),
    ...(pos ? sensesOfDefinitions(senses.map((sense) => ({ pos, ...sense }))) : {}),
    ...(examples.length === 0 ? {} : { examples: [...examples] }),
    ...(aliases.length === 0 ? {} : { aliases: [...aliases] }),
  };
}

interface ArticleSense {
  readonly definition: string;
  readonly definition_zh: string;
  /** First Cantonese example; '' if none. */
  readonly example: string;
}

/** Parts of an article of the full export that become fields of lines. */
interface Article {
  /** Values of `(pos:…)`, in Chinese, as {@link POS_BY_NAME} has them. */
  readonly posNames: readonly string[];
  readonly labels: readonly string[];
  /** Synonyms and antonyms as the article writes them. */
  readonly syn: readonly string[];
  readonly ant: readonly string[];
  /** English explanations of the first {@link MAX_SENSES} senses, `; ` between them; '' if none. */
  readonly definition: string;
  /** Senses that have an English explanation. */
  readonly senses: readonly ArticleSense[];
  /** Cantonese example phrases of all senses without their jyutping, at most {@link MAX_EXAMPLES}. */
  readonly examples: readonly string[];
}

/** Tag of an article's first line: `(name:value)`. */
const TAG = /\((\w+):([^()]*)\)/gu;
/** Line that begins with a language: `yue:…`. */
const LANGUAGE = /^([a-z]{3}|量詞):(.*)$/su;
/** Jyutping in brackets at an example's end. */
const FINAL_JYUTPING = /\s*\([a-z0-9 ,.?!;:'"-]*\)\s*$/i;
const MAX_SENSES = 6;
const MAX_EXAMPLES = 3;

/**
 * Reads an article: a first line of `(pos:名詞)(label:…)(sim:…)(ant:…)`, then senses separated by `----`, each an explanation and
 * examples after `<eg>`, their lines beginning with a language (`yue:`, `eng:`). Undefined when the first line has no tags.
 */
function parseArticle(text: string): Article | undefined {
  const [head = '', ...rest] = text.split(/\r?\n/);
  const tags = [...head.matchAll(TAG)].map(([, name = '', value = '']) => ({ name, value: value.trim() }));
  if (tags.length === 0) return undefined;
  const valuesOf = (name: string) => tags.filter((tag) => tag.name === name).map(({ value }) => value);
  const senses = rest
    .join('\n')
    .split(/^----$/m)
    .map((sense) => {
      const [explanation = '', ...examples] = sense.split(/^<eg>$/m);
      return {
        definition: stripLinks(textsOf(explanation, 'eng')[0] ?? ''),
        definition_zh: stripLinks(textsOf(explanation, 'yue')[0] ?? ''),
        examples: examples
          .flatMap((example) => textsOf(example, 'yue').slice(0, 1))
          .map((example) => stripLinks(example.replace(FINAL_JYUTPING, '')))
          .filter((example) => example !== ''),
      };
    });
  const defined = senses.filter(({ definition }) => definition !== '');
  return {
    posNames: valuesOf('pos'),
    labels: valuesOf('label'),
    syn: valuesOf('sim'),
    ant: valuesOf('ant'),
    definition: defined
      .map(({ definition }) => definition)
      .slice(0, MAX_SENSES)
      .join('; '),
    senses: defined.map(({ examples, ...sense }) => ({ ...sense, example: examples[0] ?? '' })),
    examples: senses.flatMap((sense) => sense.examples).slice(0, MAX_EXAMPLES),
  };
}

/** First lines of the texts in one language (`yue`, `eng`); lines that go on with a text name no language and are left out. */
function textsOf(part: string, language: string): string[] {
  return part.split('\n').flatMap((line) => {
    const match = LANGUAGE.exec(line.trim());
    return match?.[1] === language ? [match[2]!.trim()] : [];
  });
}

/** Text without `#`, which marks words with an article of their own, and with single spaces. */
function stripLinks(text: string): string {
  return text.replaceAll('#', '').replace(/\s+/g, ' ').trim();
}

/** Function words of English, which make no id of a sense. */
const FUNCTION_WORDS = new Set(
  'a an the to of be is in on at for with by or and one something someone somebody'.split(' '),
);

type OperatorSense = NonNullable<Extract<OperatorLine, { kind: 'entry' }>['senses']>[number];

/**
 * Senses for an operator's entry, at most {@link MAX_SENSES}. The id of each is the first content word of its definition, numbered from the
 * second with that word (`run`, `run-2`). Empty object for fewer than two senses: those need no ids.
 */
export function sensesOfDefinitions(
  senses: readonly (Pick<OperatorSense, 'pos' | 'definition'> & Partial<OperatorSense>)[],
): { readonly senses?: OperatorSense[] } {
  const withIds: OperatorSense[] = [];
  for (const sense of senses) {
    const words = sense.definition.toLowerCase().match(/[a-z]+/g) ?? [];
    const id = (words.find((word) => !FUNCTION_WORDS.has(word)) ?? words[0])?.slice(0, MAX_ID_LETTERS);
    if (id === undefined || withIds.length === MAX_SENSES) continue;
    const sameIdCount = withIds.filter(({ sense: other }) => other === id || other.startsWith(`${id}-`)).length;
    withIds.push({
      reg: '通',
      definition_zh: '',
      example: '',
      synonyms: [],
      antonyms: [],
      ...sense,
      sense: sameIdCount === 0 ? id : `${id}-${sameIdCount + 1}`,
    });
  }
  return withIds.length > 1 ? { senses: withIds } : {};
}

const MAX_ID_LETTERS = 30;
