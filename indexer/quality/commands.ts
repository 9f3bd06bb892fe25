import { type Command, Option } from 'commander';
import { type Build, currentBuild } from '../build.ts';
import { FACET_NAMES, FACETS, type FacetName, HALVES, type Half } from './claims.ts';

interface QualityArguments {
  readonly json?: boolean;
  readonly half?: Half;
  /** true: of all facets. */
  readonly draw?: FacetName | true;
  readonly out?: string;
}

/** The command that measures how right the current build is. */
export function addQualityCommand(program: Command): void {
  program
    .command('quality')
    .description(
      'measure the current build: coverage, agreement of readings, popularity, likeness in meaning, precision by labelled samples, targets',
    )
    .option('--json', 'print everything as JSON')
    .addOption(new Option('--half <half>', 'one half of the samples only').choices([...HALVES]))
    .addOption(
      new Option('--draw [facet]', 'print what wants a label, as rows for data/quality/labels/FACET.tsv').choices([
        ...FACET_NAMES,
      ]),
    )
    .option('--out <dir>', 'folder for builds (default: DATA_DIR, else .data)')
    .action(quality);
}

async function quality({ json = false, half, draw, out }: QualityArguments): Promise<void> {
  const build = currentBuild(out);
  if (!build) {
    console.error('There is no build yet. Make one with "npm run lexicon -- build".');
    process.exitCode = 1;
  } else if (draw !== undefined) console.log(await rowsToLabel(build, draw, half));
  else {
    const { qualityOf } = await import('./report.ts');
    const { reportText } = await import('./report-text.ts');
    const report = await qualityOf(build);
    console.log(json ? JSON.stringify(report, null, 2) : reportText(report, half));
  }
}

/** Rows without their label; above those of each facet a comment that names its file. */
async function rowsToLabel({ dir }: Build, wanted: FacetName | true, half: Half | undefined): Promise<string> {
  const { readBuiltLexicon } = await import('./built-lexicon.ts');
  const { unjudgedClaims } = await import('./precision.ts');
  const { labelsFile } = await import('./precision.ts');
  const { halfOf } = await import('./claims.ts');
  const lexicon = readBuiltLexicon(dir);
  return FACETS.filter(({ name }) => wanted === true || name === wanted)
    .flatMap((facet) => {
      const claims = unjudgedClaims(facet, lexicon).filter(({ word }) => half === undefined || halfOf(word) === half);
      return [
        `# data/${labelsFile(facet.name)}: ${claims.length}`,
        ...claims.map(({ word, value }) => `${word}\t${value}\t`),
      ];
    })
    .join('\n');
}
