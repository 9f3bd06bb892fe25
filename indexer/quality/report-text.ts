import { HALVES, type Half } from './claims.ts';
import { COVERAGE_FIELDS } from './coverage-by-band.ts';
import { FIRST_ALIKE, FIRST_FOR_OPPOSITES, RARE_RANK } from './likeness.ts';
import { FIRST_ENDS } from './line-ends.ts';
import { FIRST_PARTNERS } from './partners.ts';
import type { FacetPrecision, HalfPrecision } from './precision.ts';
import type { QualityReport } from './report.ts';
import { MIN_JUDGED_SHARE, type Target } from './report.ts';
import { CHANCE_IN_RUNS, FIRST_TWO_CHARACTER_WORDS, FIRST_WORDS } from './word-order.ts';

const FIRST_COLUMN = 48;
const COLUMN = 10;

/** The report for people; `half` leaves the other half of the samples out. */
export function reportText(report: QualityReport, half?: Half): string {
  const halves = half ? [half] : HALVES;
  return [
    `generation ${report.generation}: ${report.entries} entries`,
    '',
    ...coverageLines(report),
    '',
    ...agreementLines(report),
    '',
    ...orderLines(report),
    '',
    ...likenessLines(report),
    row(`expected partners among the first ${FIRST_PARTNERS}`, [
      `${report.partners.found} of ${report.partners.expected}`,
      percent(report.partners.found / report.partners.expected),
    ]),
    '',
    ...lineEndLines(report),
    '',
    ...precisionLines(report.precision, halves),
    ...(halves.includes('test') ? ['', ...targetLines(report.targets)] : []),
  ].join('\n');
}

const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
const row = (title: string, cells: readonly string[]) =>
  `  ${title.padEnd(FIRST_COLUMN)}${cells.map((cell) => cell.padStart(COLUMN)).join('')}`;

function coverageLines({ coverage }: QualityReport): string[] {
  const bands = coverage.filter(({ words }) => words > 0);
  return [
    'coverage by popularity',
    row(
      '',
      bands.map(({ band }) => band),
    ),
    ...COVERAGE_FIELDS.map((field) =>
      row(
        field,
        bands.map(({ words, counts }) => percent(counts[field] / words)),
      ),
    ),
  ];
}

function agreementLines({ readings }: QualityReport): string[] {
  return [
    'readings that two sources have alike (of how many words)',
    ...readings.flatMap(({ sources, bands }) => [
      row(
        sources,
        bands.map(({ compared, alike }) => (compared === 0 ? '–' : percent(alike / compared))),
      ),
      row(
        '',
        bands.map(({ compared }) => String(compared)),
      ),
    ]),
  ];
}

function orderLines({ order: { lines, pairs, runs } }: QualityReport): string[] {
  const share = (part: number, whole: number) => (whole === 0 ? '–' : percent(part / whole));
  return [
    'popularity: words of lyric lines, order of word pairs, runs in code point order',
    row(
      '',
      lines.map(({ style }) => style),
    ),
    row(
      `words within the first ${FIRST_WORDS}`,
      lines.map(({ first, words }) => share(first, words)),
    ),
    row(
      `two-character words within ${FIRST_TWO_CHARACTER_WORDS}`,
      lines.map(({ firstTwoCharacters, twoCharacterWords }) => share(firstTwoCharacters, twoCharacterWords)),
    ),
    row('Cantonese word first', [
      `${pairs.cantoneseFirst} of ${pairs.total}`,
      ...pairs.others.map((pair) => ` ${pair}`),
    ]),
    row(`in runs of more than 3, first ${runs.words}`, [
      share(runs.inRuns, runs.words),
      ` (by chance ${percent(CHANCE_IN_RUNS)}), longest ${runs.longest}`,
    ]),
  ];
}

function likenessLines({ likeness: { synonyms, opposites, phrases, feelings } }: QualityReport): string[] {
  const share = (part: number, whole: number) => [`${part} of ${whole}`, percent(part / whole)];
  return [
    'meaning: what is expected of "like", by lists written before any answer was looked at',
    row('expected synonyms: listed', share(synonyms.listed, synonyms.expected)),
    row(`  … or among the first ${FIRST_ALIKE} alike`, share(synonyms.found, synonyms.expected)),
    row(`words with opposites among the first ${FIRST_FOR_OPPOSITES}`, share(opposites.found, opposites.words)),
    ...opposites.which.map((pair) => `    ${pair}`),
    row('phrases with three wanted words in the first 10', share(phrases.good, phrases.phrases)),
    ...phrases.others.map((phrase) => `    ${phrase}`),
    row(`rare words (beyond ${RARE_RANK}) in lists of feelings`, share(feelings.rare, feelings.shown)),
  ];
}

function lineEndLines({ lineEnds }: QualityReport): string[] {
  return [
    `ends of sung lines within the first ${FIRST_ENDS} of their rhyme and tone`,
    row(
      '',
      lineEnds.map(({ half }) => half),
    ),
    row(
      'by popularity',
      lineEnds.map(({ byPopularity, words }) => percent(byPopularity / words)),
    ),
    row(
      'as ends of a line',
      lineEnds.map(({ byLineEnd, words }) => percent(byLineEnd / words)),
    ),
  ];
}

function precisionLines(precision: readonly FacetPrecision[], halves: readonly Half[]): string[] {
  const lines = ['precision: claims that a lyricist would accept, with the 95 % interval'];
  for (const facet of precision)
    for (const half of halves) lines.push(row(`${facet.facet} (${half})`, [halfText(facet.halves[half])]));
  const shownShares = precision.map(({ facet, stillShown }) => `${facet} ${percent(stillShown)}`);
  return [...lines, `  labels that are still shown: ${shownShares.join(', ')}`];
}

function halfText({ judged, unjudged, precision, strict, interval }: HalfPrecision): string {
  if (precision === null || strict === null) return `nothing judged, ${unjudged} to label`;
  const [low, high] = interval;
  const unlabelled = unjudged > 0 ? `, ${unjudged} to label` : '';
  return `${percent(precision)} [${percent(low)}, ${percent(high)}] n ${judged}${unlabelled}; without doubt ${percent(strict)}`;
}

const MARKS = { true: 'met', false: 'MISSED', null: 'not known' } as const;

function targetLines(targets: readonly Target[]): string[] {
  const lines = ['targets, precision on the half that nothing is tuned on'];
  for (const { name, wanted, reached, unit, met, isLimit } of targets) {
    const show = (value: number) => (unit === 'share' ? percent(value) : String(value));
    lines.push(
      row(name, [reached === null ? '–' : show(reached), `${isLimit ? '≤' : '≥'} ${show(wanted)}`, MARKS[`${met}`]]),
    );
  }
  if (targets.some(({ met }) => met === null))
    lines.push(
      `  "not known": less than ${percent(MIN_JUDGED_SHARE)} of the draw is labelled. List the rest with "npm run lexicon -- quality --draw".`,
    );
  return lines;
}
