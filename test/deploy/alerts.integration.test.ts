import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { type RunningService, startService } from '../drills/service.ts';
import { freePort } from '../servers/elasticsearch/node.ts';

const read = (path: string) => readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8');

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly runbook: string };
}

const rules = (parse(read('deploy/prometheus/alerts.yml')) as { groups: { rules: Rule[] }[] }).groups.flatMap(
  (group) => group.rules,
);
const dashboard = JSON.parse(read('deploy/grafana/lexicon.json')) as {
  panels: { title: string; targets: { expr: string }[] }[];
};

/** Names of metrics in a query: of ours, of Node and of the process. */
const metricsIn = (expr: string) => expr.match(/\b(lexicon|nodejs|process)_\w+/g) ?? [];

describe('alerts and dashboard', () => {
  let service: RunningService;
  let exposed: ReadonlySet<string>;
  beforeAll(async () => {
    const port = await freePort();
    service = await startService({ environment: { METRICS_PORT: String(port) } });
    // Each counter appears with its first event.
    for (const path of ['/api/lexicon/browse?rhyme=oi', '/api/lexicon/browse?rhyme=oi', '/api/lexicon/nothing'])
      await fetch(service.url + path);
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    exposed = new Set(text.split('\n').flatMap((line) => /^(\w+)[{ ]/.exec(line)?.[1] ?? []));
  }, 120_000);
  afterAll(() => service.stop());

  it('speak only of metrics that the service has', () => {
    const asked = [
      ...rules.map(({ expr }) => expr),
      ...dashboard.panels.flatMap((one) => one.targets.map((t) => t.expr)),
    ];
    const names = new Set(asked.flatMap(metricsIn));
    expect(names.size).toBeGreaterThan(8);
    expect([...names].filter((name) => !exposed.has(name))).toEqual([]);
  });

  it('have a page of the runbook for each alert, and no page without one', () => {
    const pages = [...read('docs/runbook.md').matchAll(/^## (\w+)$/gm)].map((match) => match[1]);
    expect(pages.sort()).toEqual(rules.map(({ alert }) => alert).sort());
    for (const { alert, annotations } of rules)
      expect(annotations.runbook).toBe(`docs/runbook.md#${alert.toLowerCase()}`);
  });
});
