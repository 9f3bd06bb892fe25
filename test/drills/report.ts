/** One thing that was expected of the service, written down before the fault was made, and what was seen. */
export interface Finding {
  readonly expected: string;
  readonly observed: string;
  readonly met: boolean;
}

/** What a drill writes down while it runs. */
export interface Reporter {
  /** @param observed what was measured, with its unit */
  expect(expected: string, met: boolean, observed: string | number): void;
  /** Says what is being done; for whoever watches. */
  step(text: string): void;
}

export interface DrillResult {
  readonly drill: string;
  readonly seconds: number;
  readonly findings: readonly Finding[];
  /** The drill could not be carried out; absent when it was. */
  readonly failure?: string;
}

export interface Drill {
  readonly name: string;
  readonly description: string;
  run(reporter: Reporter): Promise<void>;
}

/** Runs a drill and answers what it found. Does not throw: a drill that breaks is a result, too. */
export async function runDrill(drill: Drill, step: (text: string) => void): Promise<DrillResult> {
  const findings: Finding[] = [];
  const startedAt = performance.now();
  const reporter: Reporter = {
    expect: (expected, met, observed) => findings.push({ expected, met, observed: String(observed) }),
    step,
  };
  let failure: string | undefined;
  try {
    await drill.run(reporter);
  } catch (error) {
    failure = (error as Error).stack ?? String(error);
  }
  const seconds = Math.round((performance.now() - startedAt) / 100) / 10;
  return { drill: drill.name, seconds, findings, ...(failure === undefined ? {} : { failure }) };
}

export function passed({ findings, failure }: DrillResult): boolean {
  return failure === undefined && findings.length > 0 && findings.every(({ met }) => met);
}

export function toMarkdown({ drill, seconds, findings, failure }: DrillResult): string {
  const rows = findings.map(
    ({ expected, observed, met }) => `| ${expected} | ${observed} | ${met ? 'yes' : '**no**'} |`,
  );
  const table = ['| expected | observed | passed |', '|---|---|---|', ...rows].join('\n');
  return `### ${drill} (${seconds} s)\n\n${table}${failure === undefined ? '' : `\n\nNot carried out to its end: ${failure}`}\n`;
}
