/** One thing that was expected of the service, written down before the fault was made, and what was seen. */
export interface Finding {
  readonly expected: string;
  readonly seen: string;
  readonly met: boolean;
}

/** What a drill writes down while it runs. */
export interface Record {
  /** @param seen what was measured, with its unit */
  expect(expected: string, met: boolean, seen: string | number): void;
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
  readonly about: string;
  run(record: Record): Promise<void>;
}

/** Runs a drill and answers what it found. Does not throw: a drill that breaks is a result, too. */
export async function carryOut(drill: Drill, step: (text: string) => void): Promise<DrillResult> {
  const findings: Finding[] = [];
  const begun = performance.now();
  const record: Record = {
    expect: (expected, met, seen) => findings.push({ expected, met, seen: String(seen) }),
    step,
  };
  let failure: string | undefined;
  try {
    await drill.run(record);
  } catch (error) {
    failure = (error as Error).stack ?? String(error);
  }
  const seconds = Math.round((performance.now() - begun) / 100) / 10;
  return { drill: drill.name, seconds, findings, ...(failure === undefined ? {} : { failure }) };
}

export function held({ findings, failure }: DrillResult): boolean {
  return failure === undefined && findings.length > 0 && findings.every(({ met }) => met);
}

export function toMarkdown({ drill, seconds, findings, failure }: DrillResult): string {
  const rows = findings.map(({ expected, seen, met }) => `| ${expected} | ${seen} | ${met ? 'yes' : '**no**'} |`);
  const table = ['| expected | seen | held |', '|---|---|---|', ...rows].join('\n');
  return `### ${drill} (${seconds} s)\n\n${table}${failure === undefined ? '' : `\n\nNot carried out to its end: ${failure}`}\n`;
}
