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
    for (const file of files) isFull ||= await isFullExport(file);
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

/** A row of the export begins with its number; the export's first rows are empty. */
async function isFullExport(path: string): Promise<boolean> {
  for await (const row of csvRows(path)) if (isFilled(row)) return /^\d+$/.test(row.cells[0]!);
  return false;
}

const isFilled = ({ cells }: CsvRow) => cells.length > 1 && cells[0] !== '' && !cells[0]!.startsWith('#');

async function* readWordsHk(files: readonly string[]): AsyncGenerator<ImportResult> {
  for (const path of files) {
    const isFull = await isFullExport(path);
    let header = !isFull;
    for await (const row of csvRows(path)) {
      if (!isFilled(row)) continue;
      // The list's first row may name its columns.
      const isHeader = header && !/\d/.test(row.cells[1]!);
      header = false;
      if (!isHeader) yield* isFull ? articleLines(row) : listLines(row);
    }
  }
}

function* listLines({ file, line, cells }: CsvRow): Generator<ImportResult> {
  const [word = '', ...codes] = cells.map((cell) => cell.trim());
  const rejection = wordRejection(word);
  if (rejection) yield { skipped: rejection };
  if (rejection) return;
  const readings = readingsOf(codes);
  const problems = readings.map((reading) => readingProblem(word, reading)).filter((one) => one !== undefined);
  for (const message of problems) yield { problem: { file, line, field: 'jyutping', message } };
  if (problems.length > 0) return;
  const char = toHongKong(word);
  yield { location: { file, line }, line: { kind: 'entry', char, readings, supplement: true } };
}

function readingsOf(codes: readonly string[]): string[] {
  return [...new Set(codes.filter((code) => code !== '').map(spacedJyutping))];
}

interface Headword {
  readonly word: string;
  readonly readings: readonly string[];
}

function headwordsOf(cell: string): Headword[] {
  return cell.split(',').map((part) => {
    const [word = '', ...codes] = part.split(':').map((one) => one.trim());
    return { word, readings: readingsOf(codes) };
  });
}

function* articleLines({ file, line, cells }: CsvRow): Generator<ImportResult> {
  const [, head = '', text = '', variants = '', , published = ''] = cells;
  if (published.includes('未公開')) return yield { skipped: 'entries that are not published' };
  if (text.includes('NO DATA')) return yield { skipped: 'entries without content' };
  const headwords = headwordsOf(head);
  const accepted = headwords.filter(({ word }) => wordRejection(word) === undefined);
  const [main, ...others] = accepted;
  if (!main) return yield { skipped: wordRejection(headwords[0]!.word)! };
  const message =
    main.readings.length === 0
      ? `${main.word} has no reading`
      : main.readings.map((reading) => readingProblem(main.word, reading)).find((one) => one !== undefined);
  if (message) return yield { problem: { file, line, field: 'jyutping', message } };
  const article = parseArticle(text);
  if (!article) return yield { problem: { file, line, field: 'article', message: 'does not begin with "(pos:…)"' } };
  const char = toHongKong(main.word);
  const forms = [...others.map(({ word }) => word), ...variants.split(',').map((one) => one.trim())];
  const aliases = [...new Set(forms.filter((form) => wordRejection(form) === undefined).map(toHongKong))];
  yield {
    location: { file, line },
    line: entryOf(
      char,
      main.readings,
      aliases.filter((alias) => alias !== char),
      article,
    ),
  };
  for (const type of ['syn', 'ant'] as const)
    for (const related of article[type].filter((one) => wordRejection(one) === undefined).map(toHongKong))
      if (related !== char)
        yield { location: { file, line }, line: { kind: 'relation', type, word: char, related, supplement: true } };
}

const POS_BY_NAME: Readonly<Record<string, PartOfSpeech>> = {
  名詞: 'n',
  代詞: 'n',
  數詞: 'n',
  量詞: 'n',
  方位詞: 'n',
  動詞: 'v',
  形容詞: 'a',
  區別詞: 'a',
  副詞: 'r',
  介詞: 'r',
  連詞: 'r',
  助詞: 'r',
  感嘆詞: 'r',
  擬聲詞: 'r',
};
const VULGAR_LABELS = new Set(['粗俗', '粗口', '黃賭毒']);
const LITERARY_LABELS = new Set(['文言', '舊式書面語']);

function entryOf(char: string, readings: readonly string[], aliases: readonly string[], article: Article) {
  const { parts, labels, definition, senses, examples } = article;
  const pos = parts.map((part) => POS_BY_NAME[part]).find((part) => part !== undefined);
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
  /** Its first example; empty without one. */
  readonly example: string;
}

/** What is used of an article of the full export. */
interface Article {
  readonly parts: readonly string[];
  readonly labels: readonly string[];
  readonly syn: readonly string[];
  readonly ant: readonly string[];
  /** English explanations, senses separated by `;`. */
  readonly definition: string;
  /** Those with an English explanation. */
  readonly senses: readonly ArticleSense[];
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
          .map((example) => stripLinks(example.replace(/\s*\([a-z0-9 ,.?!;:'"-]*\)\s*$/i, '')))
          .filter((example) => example !== ''),
      };
    });
  const defined = senses.filter(({ definition }) => definition !== '');
  return {
    parts: valuesOf('pos'),
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

/** Words of a definition that say little of it. */
const LITTLE_WORDS = new Set(
  'a an the to of be is in on at for with by or and one something someone somebody'.split(' '),
);

type OperatorSense = NonNullable<Extract<OperatorLine, { kind: 'entry' }>['senses']>[number];

/** Senses as an operator's entry has them, each with an id of the first telling word of its definition; none where there is only one. */
export function sensesOfDefinitions(
  senses: readonly (Pick<OperatorSense, 'pos' | 'definition'> & Partial<OperatorSense>)[],
): { readonly senses?: OperatorSense[] } {
  const told: OperatorSense[] = [];
  for (const sense of senses) {
    const words = sense.definition.toLowerCase().match(/[a-z]+/g) ?? [];
    const id = (words.find((word) => !LITTLE_WORDS.has(word)) ?? words[0])?.slice(0, MAX_ID_LETTERS);
    if (id === undefined || told.length === MAX_SENSES) continue;
    const used = told.filter(({ sense: other }) => other === id || other.startsWith(`${id}-`)).length;
    told.push({
      reg: '通',
      definition_zh: '',
      example: '',
      synonyms: [],
      antonyms: [],
      ...sense,
      sense: used === 0 ? id : `${id}-${used + 1}`,
    });
  }
  return told.length > 1 ? { senses: told } : {};
}

const MAX_ID_LETTERS = 30;
