import { type Command, Option } from 'commander';
import { currentBuild } from '../build.ts';
import { type Measured, type Result, withMeasured } from './measured.ts';
import { labelsTable, precisionOf, readLabels, SAMPLED_FACETS, type ShownLexicon, unjudgedClaims } from './samples.ts';

interface QualityOptions {
  readonly json?: boolean;
  readonly misses?: boolean;
  /** true: of all facets. */
  readonly draw?: string | true;
  readonly out?: string;
}

export function addQualityCommand(program: Command): void {
  program
    .command('quality')
    .description(
      'measure the current build: coverage, agreement with lists and labelled samples; fails when a target is missed',
    )
    .option('--json', 'print everything as JSON')
    .option('--misses', 'list what was expected and not found')
    .addOption(
      new Option(
        '--draw [facet]',
        'print the claims that want a label, as rows for data/quality/labels/FACET.tsv',
      ).choices(SAMPLED_FACETS.map(({ name }) => name)),
    )
    .option('--out <dir>', 'folder for builds (default: DATA_DIR, else .data)')
    .action(quality);
}

async function quality({ out, draw, ...options }: QualityOptions): Promise<void> {
  const build = currentBuild(out);
  if (!build) {
    console.error('There is no build yet. Make one with "npm run lexicon -- build".');
    process.exitCode = 1;
  } else
    await withMeasured(build, (measured) =>
      draw === undefined ? printReport(measured, options) : printDraw(measured, draw),
    );
}

/** How many related words of a type count as shown. */
const SHOWN_RELATIONS = 10;

async function shownOf({ lexicon, entries }: Measured): Promise<ShownLexicon> {
  const relations: ShownLexicon['relations'][number][] = [];
  const list = { source: 'all', words: {}, sound: {}, offset: 0, limit: SHOWN_RELATIONS } as const;
  for (const { char: word } of entries)
    for (const type of ['syn', 'ant'] as const)
      for (const { entry } of (await lexicon.relations({ ...list, word, type })).words)
        relations.push({ word, related: entry.char, type });
  return { words: entries, relations };
}

interface Line extends Result {
  readonly name: string;
  readonly target: number | null;
  /** Null where there is no target, or too little of a draw is judged to say. */
  readonly met: boolean | null;
}

async function printReport(measured: Measured, { json = false, misses = false }: QualityOptions): Promise<void> {
  const { MEASURES } = await import('./measures.ts');
  const lines: Line[] = [];
  for (const { name, least, most, measure } of MEASURES) {
    const result = await measure(measured);
    const reached = result.of === undefined ? result.found : result.found / result.of;
    const target = least ?? most ?? null;
    const met = target === null ? null : reached >= (least ?? reached) && reached <= (most ?? reached);
    lines.push({ name, target, met, ...result });
  }
  const shown = await shownOf(measured);
  for (const facet of SAMPLED_FACETS) {
    const { judged, acceptable, unjudged } = precisionOf(facet, facet.claims(shown), readLabels(facet.name));
    const name = `precision of ${facet.name} (test), ${unjudged} to label`;
    const met = judged < MIN_JUDGED_SHARE * (judged + unjudged) ? null : acceptable >= facet.target * judged;
    lines.push({ name, target: facet.target, met, found: acceptable, of: judged });
  }
  console.log(json ? JSON.stringify(lines, null, 2) : lines.map((line) => textOf(line, misses)).join('\n'));
  if (lines.some(({ met }) => met === false)) process.exitCode = 1;
}

/** Of a draw at least this much must be judged before it says anything. */
const MIN_JUDGED_SHARE = 0.9;

function textOf({ name, target, met, found, of, misses = [] }: Line, isLong: boolean): string {
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
  const reached = of === undefined ? String(found) : `${percent(found / of)} (${found} of ${of})`;
  const aim = target === null ? '' : of === undefined ? String(target) : percent(target);
  const verdict = met === null ? '' : met ? 'met' : 'MISSED';
  const row = `${name.padEnd(52)}${reached.padEnd(26)}${aim.padStart(8)}  ${verdict}`.trimEnd();
  return [row, ...(isLong ? misses.map((miss) => `    ${miss}`) : [])].join('\n');
}

/** Rows without their label; above those of each facet a comment that names its file. */
async function printDraw(measured: Measured, wanted: string | true): Promise<void> {
  const shown = await shownOf(measured);
  for (const facet of SAMPLED_FACETS) {
    if (wanted !== true && facet.name !== wanted) continue;
    const claims = unjudgedClaims(facet, shown);
    console.log(`# data/${labelsTable(facet.name).pattern}: ${claims.length}`);
    for (const { word, value } of claims) console.log(`${word}\t${value}\t`);
  }
}
