interface LogLine {
  readonly level: number;
  readonly msg: string;
  readonly reason?: string;
  readonly err?: { readonly message: string };
}

/** Warnings and errors of a service's log by what they say, the most frequent first; empty when there are none. */
export function summarizeWarnings(log: string): string {
  const counts = new Map<string, number>();
  for (const text of log.split('\n')) {
    if (!text.startsWith('{') || !text.endsWith('}')) continue;
    const { level, msg, reason, err } = JSON.parse(text) as LogLine;
    const message = [msg, reason ?? err?.message].filter((part) => part !== undefined).join(': ');
    if (level >= 40) counts.set(message, (counts.get(message) ?? 0) + 1);
  }
  const byCount = [...counts].sort(([, a], [, b]) => b - a);
  return byCount.map(([message, count]) => `${count} × "${message}"`).join(', ');
}
