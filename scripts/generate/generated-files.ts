import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { jsonSchemas, schemaText } from '../../indexer/formats.ts';
import { ALL_TABLES } from '../../indexer/tables/all-tables.ts';
import { DATA_ROOT } from '../../indexer/tables/hand-written.ts';
import { columnsOf, readTable, type Table } from '../../indexer/tables/read-table.ts';
import { SOUND_TABLES } from '../../indexer/tables/sound-tables.ts';
import { ENDPOINTS } from '../../src/endpoints.ts';
import {
  EXAMPLES_FOLDER,
  PROBLEMS_FOLDER,
  type RecordedExample,
  type RecordedExamples,
  readExamples,
} from '../../src/openapi/examples.ts';
import { withoutRates } from '../../src/openapi/metering-text.ts';
import { type ApiDocument, apiDocument } from '../../src/openapi/openapi.ts';

/** Files, and parts of files, that are made of something else. */

const ROOT = new URL('../../', import.meta.url);

export interface GeneratedFile {
  /** Relative to the project. */
  readonly path: string;
  /** The whole file as it is to be; undefined where there is to be none. */
  readonly text: string | undefined;
}

/** All that follows from the code and the recorded examples. */
export async function generatedFiles(examples: RecordedExamples = readExamples()): Promise<GeneratedFile[]> {
  const document = apiDocument(ENDPOINTS, { examples });
  return [
    ...Object.entries(jsonSchemas()).map(([name, schema]) => ({
      path: `docs/formats/${name}.schema.json`,
      text: schemaText(schema),
    })),
    ...toneMoveFiles(),
    withPart('docs/api.md', () => operationsTable(document)),
    withPart('data/README.md', tablesTable),
  ];
}

function toneMoveFiles(): GeneratedFile[] {
  const moves = readToneMoves();
  return [
    { path: 'data/generated/tone-moves.json', text: toneMovesJson(moves) },
    { path: 'docs/sounds/moves.svg', text: toneMovesPicture(moves) },
  ];
}

/** The recorded examples, and those that nothing asks for any more. */
export function exampleFiles({ operations, problems }: RecordedExamples): GeneratedFile[] {
  return [...filesOfExamples(EXAMPLES_FOLDER, operations), ...filesOfExamples(PROBLEMS_FOLDER, problems)];
}

function filesOfExamples(folder: URL, examples: Readonly<Record<string, RecordedExample>>): GeneratedFile[] {
  const path = relative(fileURLToPath(ROOT), fileURLToPath(folder));
  const files = Object.entries(examples).map(([id, example]) => ({
    path: `${path}/${id}.json`,
    text: `${JSON.stringify(example, null, 2)}\n`,
  }));
  const names = new Set(files.map((file) => file.path));
  const existing = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')) : [];
  const gone = existing.map((name) => `${path}/${name}`).filter((file) => !names.has(file));
  return [...files, ...gone.map((file) => ({ path: file, text: undefined }))];
}

/** The files that are not as they are to be. */
export function staleFiles(files: readonly GeneratedFile[]): GeneratedFile[] {
  return files.filter(({ path, text }) => {
    const file = new URL(path, ROOT);
    return (existsSync(file) ? readFileSync(file, 'utf8') : undefined) !== text;
  });
}

export function writeFiles(files: readonly GeneratedFile[]): void {
  for (const { path, text } of files) {
    const file = new URL(path, ROOT);
    if (text === undefined) rmSync(file);
    else {
      mkdirSync(dirname(fileURLToPath(file)), { recursive: true });
      writeFileSync(file, text);
    }
  }
}

const BEGIN = '<!-- made by "npm run generate" -->\n';
const END = '<!-- end -->\n';

/** A page with its generated part, which stands between two comments, made anew from what it was. */
function withPart(path: string, make: (present: string) => string): GeneratedFile {
  const page = readFileSync(new URL(path, ROOT), 'utf8');
  const [start, end] = [page.indexOf(BEGIN) + BEGIN.length, page.indexOf(END)];
  if (start < BEGIN.length || end < start) throw new Error(`${path} has no part between ${BEGIN}and ${END}`);
  return { path, text: `${page.slice(0, start)}${make(page.slice(start, end))}${page.slice(end)}` };
}

function operationsTable({ paths = {} }: ApiDocument): string {
  const rows = ENDPOINTS.map(({ method, path, summary }) => {
    const item = paths[path]?.[method === 'GET' ? 'get' : 'post'];
    const [, cost = ''] = withoutRates(item?.description ?? '').split(' Cost: ');
    return [`\`${method} ${path}\``, summary, cost.replace(/\.$/, '')];
  });
  return markdownTable(['operation', 'what it does', 'cost'], rows);
}

/** Paths and columns as they are declared; what a table is, its row says already, and a person keeps. */
function tablesTable(present: string): string {
  const descriptions = new Map(
    Array.from(present.matchAll(/^\| (`[^`]+`) \|[^|]*\| (.+) \|$/gm), ([, path, text]) => [path, text!]),
  );
  const rows = Object.values<Table>(ALL_TABLES).map((table) => {
    const path = `\`${table.pattern}\``;
    const description = descriptions.get(path);
    if (description === undefined)
      throw new Error(`data/README.md does not say what ${path} is: give its table the row "| ${path} | | … |".`);
    return [path, columnsOf(table).join(', '), description];
  });
  return markdownTable(['path', 'columns', 'what it is'], rows);
}

function markdownTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  return [header, header.map(() => '---'), ...rows]
    .map((row) => `| ${row.map((cell) => cell.replaceAll(/(?<!\\)\|/g, '\\|')).join(' | ')} |\n`)
    .join('');
}

/** What is made of `data/sound/tone-moves.tsv`: the table as the service imports it, and a picture for docs/sounds.md. */

export interface ToneMoves {
  readonly from: string;
  readonly to: string;
  readonly falls: number;
  readonly level: number;
  readonly rises: number;
}

export function readToneMoves(): ToneMoves[] {
  const { rows, problems } = readTable(DATA_ROOT, SOUND_TABLES.toneMoves);
  if (problems.length > 0) throw new Error(`data/sound/tone-moves.tsv: ${problems[0]!.message}`);
  return rows.map(({ value }) => value);
}

/** A row a line: from, to, falls, level, rises. */
export function toneMovesJson(moves: readonly ToneMoves[]): string {
  const rows = moves.map(({ from, to, falls, level, rises }) => `  [${[from, to, falls, level, rises].join(', ')}]`);
  return `[\n${rows.join(',\n')}\n]\n`;
}

/** From high to low, and within a level by tone. */
const TONES = ['1', '2', '3', '5', '6', '4'];
const CELL = { width: 104, height: 66, left: 96, top: 92 };
const BAR = { height: 12, full: 52 };
const COLOURS = { sung: '#1a7f4b', seldom: '#b7791f', never: '#c0392b' };

/** A grid of the tones before and after, with three bars in each cell: how often the melody rises, stays level and falls. */
export function toneMovesPicture(moves: readonly ToneMoves[]): string {
  const size = { width: CELL.left + 6 * CELL.width + 12, height: CELL.top + 6 * CELL.height + 44 };
  const shapes = [
    ...TONES.flatMap((tone, i) => [
      label(CELL.left + (i + 0.5) * CELL.width, CELL.top - 12, `to tone ${tone}`),
      label(CELL.left / 2, CELL.top + (i + 0.5) * CELL.height + 5, `tone ${tone}`),
    ]),
    ...moves.flatMap(cell),
    label(
      size.width / 2,
      size.height - 16,
      'green: sung so; brown: less than once in twenty; red: less than once in fifty',
    ),
  ];
  const title = 'How often the melody rises, stays level and falls between two tones';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${size.height}" width="${size.width}" height="${size.height}" role="img" aria-labelledby="title desc" font-family="Noto Sans HK, Noto Sans CJK HK, PingFang HK, Microsoft JhengHei, sans-serif" fill="#1d2733">
  <title id="title">${title}</title>
  <desc id="desc">${moves
    .map(
      ({ from, to, ...counts }) =>
        `${from} to ${to}: ${sharesOf(counts)
          .map(({ sign, share }) => `${sign} ${percent(share)}`)
          .join(', ')}`,
    )
    .join('; ')}.</desc>
  <rect width="${size.width}" height="${size.height}" fill="#fff"/>
  ${label(size.width / 2, 30, `${title}, in per cent`)}
${shapes.map((shape) => `  ${shape}`).join('\n')}
</svg>
`;
}

function sharesOf({ falls, level, rises }: Pick<ToneMoves, 'falls' | 'level' | 'rises'>) {
  const total = falls + level + rises;
  return [
    { sign: '+', share: rises / total },
    { sign: '=', share: level / total },
    { sign: '-', share: falls / total },
  ];
}

const percent = (share: number) => (share > 0 && share < 0.01 ? '&lt;1' : String(Math.round(share * 100)));

function cell({ from, to, ...counts }: ToneMoves): string[] {
  const [left, top] = [CELL.left + TONES.indexOf(to) * CELL.width, CELL.top + TONES.indexOf(from) * CELL.height];
  const bars = sharesOf(counts).flatMap(({ sign, share }, i) => {
    const y = top + 12 + i * (BAR.height + 4);
    const colour = share < 0.02 ? COLOURS.never : share < 0.05 ? COLOURS.seldom : COLOURS.sung;
    return [
      `<text x="${left + 12}" y="${y + 10}" font-size="12" text-anchor="middle">${sign.replace('-', '−')}</text>`,
      `<rect x="${left + 20}" y="${y}" width="${Math.max(1, share * BAR.full).toFixed(1)}" height="${BAR.height}" fill="${colour}"/>`,
      `<text x="${left + CELL.width - 6}" y="${y + 10}" font-size="11" text-anchor="end" fill="${colour}">${percent(share)}</text>`,
    ];
  });
  const frame = `<rect x="${left}" y="${top}" width="${CELL.width}" height="${CELL.height}" fill="none" stroke="#d5dbe1"/>`;
  return [frame, ...bars];
}

function label(x: number, y: number, text: string): string {
  return `<text x="${x}" y="${y}" font-size="14" text-anchor="middle">${text}</text>`;
}
