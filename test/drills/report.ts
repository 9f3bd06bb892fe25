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

export interface Drill {
  readonly name: string;
  readonly description: string;
  run(reporter: Reporter): Promise<void>;
}

/** Runs a drill and answers what it found; `failure` where it could not be carried out. Does not throw: a drill that breaks is a result, too. */
export async function runDrill(drill: Drill, step: (text: string) => void) {
  const findings: Finding[] = [];
  const startedAt = performance.now();
  const expect: Reporter['expect'] = (expected, met, observed) =>
    findings.push({ expected, met, observed: String(observed) });
  const failure = await drill.run({ expect, step }).then(
    () => undefined,
    (error: Error) => error.stack ?? String(error),
  );
  const seconds = Math.round((performance.now() - startedAt) / 100) / 10;
  return { drill: drill.name, seconds, findings, failure };
}

type DrillResult = Awaited<ReturnType<typeof runDrill>>;

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
