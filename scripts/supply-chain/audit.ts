/** What `npm audit --json` found. */
export type Audit =
  | { readonly completed: false; readonly reason: string }
  | { readonly completed: true; readonly severe: readonly string[]; readonly otherCount: number };

interface Report {
  readonly vulnerabilities?: Readonly<
    Record<string, { readonly severity: string; readonly range?: string; readonly via?: readonly unknown[] }>
  >;
  readonly metadata?: unknown;
  readonly message?: string;
  readonly error?: { readonly summary?: string; readonly code?: string };
}

const SEVERE_LEVELS: ReadonlySet<string> = new Set(['high', 'critical']);

/** @param output standard output of `npm audit --json`, whatever its exit code was */
export function readAudit(output: string): Audit {
  let report: Report;
  try {
    report = JSON.parse(output) as Report;
  } catch {
    return { completed: false, reason: output.trim().split('\n')[0] || 'npm said nothing' };
  }
  const { vulnerabilities, metadata, message, error } = report;
  if (vulnerabilities === undefined || metadata === undefined)
    return {
      completed: false,
      reason: message || error?.summary || error?.code || 'the answer has no list of advisories',
    };
  const all = Object.entries(vulnerabilities);
  const severe = all.filter(([, { severity }]) => SEVERE_LEVELS.has(severity));
  return {
    completed: true,
    severe: severe.map(([name, { severity, range, via }]) => `${name} ${range ?? ''} (${severity}): ${reasons(via)}`),
    otherCount: all.length - severe.length,
  };
}

/** Advisories have a title; a name says that the fault is in a package below. */
function reasons(via: readonly unknown[] = []): string {
  return via
    .map((one) => (typeof one === 'string' ? `by ${one}` : ((one as { title?: string }).title ?? 'no title')))
    .join('; ');
}
