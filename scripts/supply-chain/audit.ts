/** What `npm audit --json` found. */
export type Audit =
  | { readonly asked: false; readonly why: string }
  | { readonly asked: true; readonly grave: readonly string[]; readonly lesser: number };

interface Report {
  readonly vulnerabilities?: Readonly<
    Record<string, { readonly severity: string; readonly range?: string; readonly via?: readonly unknown[] }>
  >;
  readonly metadata?: unknown;
  readonly message?: string;
  readonly error?: { readonly summary?: string; readonly code?: string };
}

const GRAVE: ReadonlySet<string> = new Set(['high', 'critical']);

/** @param output standard output of `npm audit --json`, whatever its exit code was */
export function readAudit(output: string): Audit {
  let report: Report;
  try {
    report = JSON.parse(output) as Report;
  } catch {
    return { asked: false, why: output.trim().split('\n')[0] || 'npm said nothing' };
  }
  const { vulnerabilities, metadata, message, error } = report;
  if (vulnerabilities === undefined || metadata === undefined)
    return { asked: false, why: message || error?.summary || error?.code || 'the answer has no list of advisories' };
  const all = Object.entries(vulnerabilities);
  const grave = all.filter(([, { severity }]) => GRAVE.has(severity));
  return {
    asked: true,
    grave: grave.map(([name, { severity, range, via }]) => `${name} ${range ?? ''} (${severity}): ${reasons(via)}`),
    lesser: all.length - grave.length,
  };
}

/** Advisories have a title; a name says that the fault is in a package below. */
function reasons(via: readonly unknown[] = []): string {
  return via
    .map((one) => (typeof one === 'string' ? `by ${one}` : ((one as { title?: string }).title ?? 'no title')))
    .join('; ');
}
