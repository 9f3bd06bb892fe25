import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { jsonSchemas, schemaText } from '../../indexer/formats.ts';
import { ALL_TABLES } from '../../indexer/tables/all-tables.ts';
import { DATA_ROOT } from '../../indexer/tables/hand-written.ts';
import { columnsOf, readTable, type Table } from '../../indexer/tables/read-table.ts';
import { SOUND_TABLES } from '../../indexer/tables/sound-tables.ts';
import { ENDPOINTS } from '../../src/endpoints.ts';
import { withoutRates } from '../../src/openapi/metering-text.ts';
import { type ApiDocument, apiDocument } from '../../src/openapi/openapi.ts';
import {
  EXAMPLES_FOLDER,
  PROBLEMS_FOLDER,
  type RecordedExample,
  type RecordedExamples,
  readExamples,
} from '../../src/openapi/responses.ts';

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
    { path: 'data/generated/tone-moves.json', text: toneMovesJson(readToneMoves()) },
    withPart('docs/api.md', () => operationsTable(document)),
    withPart('data/README.md', tablesTable),
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

export function readToneMoves() {
  const { rows, problems } = readTable(DATA_ROOT, SOUND_TABLES.toneMoves);
  if (problems.length > 0) throw new Error(`data/sound/tone-moves.tsv: ${problems[0]!.message}`);
  return rows.map(({ value }) => value);
}

/** The counts as the service imports them, a row a line: from, to, falls, level, rises. */
export function toneMovesJson(moves: ReturnType<typeof readToneMoves>): string {
  const rows = moves.map(({ from, to, falls, level, rises }) => `  [${[from, to, falls, level, rises].join(', ')}]`);
  return `[\n${rows.join(',\n')}\n]\n`;
}
