import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { type RunningService, startService } from '../drills/service.ts';
import { freePort } from '../servers/elasticsearch/node.ts';
import { describeIfAvailable } from '../support/describe-if-available.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const read = (path: string) => readFileSync(ROOT + path, 'utf8');

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly runbook: string };
}

const rules = (parse(read('deploy/helm/lexicon/alerts.yml')) as { groups: { rules: Rule[] }[] }).groups.flatMap(
  (group) => group.rules,
);
const dashboard = JSON.parse(read('deploy/grafana/lexicon.json')) as {
  panels: { title: string; targets: { expr: string }[] }[];
  templating: { list: { name: string }[] };
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
  });
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

  it('show the replicas that were chosen, in every panel', () => {
    expect(dashboard.templating.list.map(({ name }) => name)).toContain('instance');
    const queries = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
    const selectors = queries.flatMap((expr) => expr.match(/\b(?:lexicon|nodejs|process)_\w+(?:\{[^}]*\})?/g) ?? []);
    expect(selectors.length).toBeGreaterThan(10);
    expect(selectors.filter((selector) => !selector.includes('instance=~"$instance"'))).toEqual([]);
  });
});

const promtool = spawnSync('promtool', ['--version']);

describeIfAvailable(
  { isAvailable: promtool.status === 0, advice: 'no promtool: install Prometheus' },
  'the rules',
  () => {
    const TESTS = 'test/deploy/alerts-test.yml';

    it('ring where they should, and only there', () => {
      const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', TESTS], {
        cwd: ROOT,
        encoding: 'utf8',
      });
      expect([status, stdout + stderr]).toEqual([0, expect.stringContaining('SUCCESS')]);
    });

    it('and the configuration that names them are valid', () => {
      const { status, stdout, stderr } = spawnSync(
        'promtool',
        ['check', 'config', 'deploy/prometheus/prometheus.yml'],
        { cwd: ROOT, encoding: 'utf8' },
      );
      expect([status, stdout + stderr]).toEqual([0, expect.stringContaining('1 rule files found')]);
    });

    it('are each tried', () => {
      const { tests } = parse(read(TESTS)) as {
        tests: { alert_rule_test: { alertname: string; exp_alerts: unknown[] }[] }[];
      };
      const ringing = tests.flatMap((one) => one.alert_rule_test).filter((one) => one.exp_alerts.length > 0);
      expect([...new Set(ringing.map(({ alertname }) => alertname))].sort()).toEqual(
        rules.map(({ alert }) => alert).sort(),
      );
    });
  },
);
