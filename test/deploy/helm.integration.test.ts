import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';
import { parse, parseAllDocuments } from 'yaml';
import { readConfig } from '../../src/config.ts';
import { parsePlans } from '../../src/metering/plans.ts';
import { describeIfAvailable } from '../support/describe-if-available.ts';
import { folderForTests } from '../support/for-tests.ts';
import { findHelm } from './find-helm.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const CHART = join(ROOT, 'deploy/helm/lexicon');
const helm = findHelm();

// biome-ignore lint/suspicious/noExplicitAny: what is rendered is looked into freely.
type Json = any;

describeIfAvailable({ isAvailable: helm !== undefined, advice: 'no helm: run .ci/helm' }, 'the chart', () => {
  const folder = folderForTests();

  function render(values: string, ...options: string[]): Json[] {
    const args = ['template', 'lexicon', CHART, '--values', join(CHART, 'ci', `${values}-values.yaml`), ...options];
    const text = execFileSync(helm!, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
    return parseAllDocuments(text)
      .map((document) => document.toJS() as Json)
      .filter((one) => one !== null);
  }
  const named = (objects: Json[]) => objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`).sort();
  const one = (objects: Json[], kind: string): Json => objects.find((object) => object.kind === kind);
  const podOf = (object: Json): Json => (object.spec.jobTemplate ?? object).spec.template.spec;
  const environmentOf = (container: Json): Record<string, string> =>
    Object.fromEntries(container.env.map(({ name, value }: Json) => [name, value]));

  it('has what a release of production needs, and more where it is turned on', () => {
    const least = [
      ...['Deployment lexicon', 'HorizontalPodAutoscaler lexicon', 'Job lexicon-load-1', 'PodDisruptionBudget lexicon'],
      ...['Service lexicon', 'Service lexicon-metrics', 'ServiceAccount lexicon'],
    ];
    expect(named(render('least'))).toEqual(least);
    const more = [
      'ConfigMap lexicon-plans',
      'CronJob lexicon-load',
      'Ingress lexicon',
      'ServiceMonitor lexicon',
    ].concat(['PrometheusRule lexicon', 'NetworkPolicy lexicon']);
    expect(named(render('all'))).toEqual([...least, ...more].sort());
  });

  it('does not go without what it needs, nor take a value that it does not know', () => {
    const refusal = (...options: string[]) => {
      try {
        render('least', ...options);
      } catch (error) {
        return String((error as { stderr: string }).stderr);
      }
      return '';
    };
    expect(refusal('--set', 'elasticsearch.url=')).toContain('the address of your Elasticsearch');
    expect(refusal('--set', 'redis.urlSecret=null')).toContain('the secret with REDIS_URL');
    expect(refusal('--set', 'image.repository=')).toContain('where the image was pushed');
    expect(refusal('--set', 'replica=3')).toContain("additional properties 'replica' not allowed");
    expect(refusal('--set', 'elasticsearch.caSecret.name=x')).toContain("missing property 'key'");
  });

  it('asks the service for its state at the addresses that it has, and gives it time to end', () => {
    const pod = podOf(one(render('all'), 'Deployment'));
    const [api] = pod.containers;
    // Where probes are answered also while callers hold all connections of the other port.
    expect([api.readinessProbe, api.livenessProbe, api.startupProbe].map(({ httpGet }: Json) => httpGet)).toEqual([
      { path: '/readyz', port: 'metrics' },
      { path: '/healthz', port: 'metrics' },
      { path: '/healthz', port: 'metrics' },
    ]);
    expect(environmentOf(api).METRICS_PORT).toBe(
      String(api.ports.find(({ name }: Json) => name === 'metrics').containerPort),
    );
    const port = api.ports.find(({ name }: Json) => name === 'http').containerPort;
    expect(readFileSync(join(ROOT, 'Dockerfile'), 'utf8')).toContain(`EXPOSE ${port}`);
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(20);
  });

  it('gives service and loader variables that they understand, and secrets by reference alone', () => {
    const objects = render('all');
    const api = podOf(one(objects, 'Deployment'));
    const loader = podOf(one(objects, 'CronJob'));
    expect(podOf(one(objects, 'Job'))).toEqual(loader);
    for (const [pod, container, key] of [
      [api, api.containers[0], 'reader-key'],
      [loader, loader.containers[0], 'loader-key'],
    ]) {
      const sources = pod.volumes.find(({ name }: Json) => name === 'secrets').projected.sources;
      const mounted = new Map<string, string>();
      for (const { secret } of sources)
        for (const item of secret.items) mounted.set(`/etc/lexicon/secrets/${item.path}`, item.key);
      // The files as they will be there, under a folder that this test may write to.
      const environment = environmentOf(container);
      const files = Object.entries(environment).filter(([, value]) => value.startsWith('/etc/lexicon/secrets/'));
      expect(files.map(([, path]) => mounted.get(path))).not.toContain(undefined);
      expect(mounted.get(environment.ELASTICSEARCH_API_KEY_FILE!)).toBe(key);
      for (const [name, path] of files) {
        environment[name] = join(folder, mounted.get(path)!);
        writeFileSync(
          environment[name],
          name === 'REDIS_URL_FILE' ? 'redis://:secret@redis.example:6379' : `the ${key}`,
        );
      }
      const config = readConfig(environment);
      expect(config.elasticsearch).toMatchObject({ url: 'https://elasticsearch.example:9200', apiKey: `the ${key}` });
      if (pod === api)
        expect([config.redisUrl, config.metricsPort]).toEqual(['redis://:secret@redis.example:6379', 9464]);
    }
  });

  it('brings plans that the service reads', () => {
    const plans = one(render('all'), 'ConfigMap').data['plans.json'];
    const read = parsePlans(plans, 'plans.json');
    expect([read.get('anonymous')?.dailyCredits, read.get('free')?.maxLimit]).toEqual([500, 100]);
  });

  it('lets the monitor find the metrics, and the budget and the service the pods', () => {
    const objects = render('all');
    const pods = one(objects, 'Deployment').spec.template.metadata.labels;
    const services = objects.filter(({ kind }) => kind === 'Service');
    expect(services).toHaveLength(2);
    for (const { spec } of services) expect(pods).toMatchObject(spec.selector);
    expect(pods).toMatchObject(one(objects, 'PodDisruptionBudget').spec.selector.matchLabels);
    const { selector } = one(objects, 'ServiceMonitor').spec;
    const watched = services.filter(({ metadata }) =>
      Object.entries(selector.matchLabels).every(([name, value]) => metadata.labels[name] === value),
    );
    expect(watched.map(({ metadata }) => metadata.name)).toEqual(['lexicon-metrics']);
    // The loader's pods are not asked by anyone.
    const { labels } = one(objects, 'Job').spec.template.metadata;
    expect(labels['app.kubernetes.io/component']).not.toBe(pods['app.kubernetes.io/component']);
  });

  it('gives Prometheus the labels that the alerts ask for, and the alerts as they are', () => {
    const objects = render('all');
    const [endpoint] = one(objects, 'ServiceMonitor').spec.endpoints;
    expect(endpoint.relabelings).toContainEqual({ targetLabel: 'job', replacement: 'lexicon' });
    // The operator names the port so, and would rename our own label.
    expect(endpoint.relabelings).toContainEqual({ action: 'labeldrop', regex: 'endpoint' });
    const rules = parse(readFileSync(join(CHART, 'alerts.yml'), 'utf8')) as Json;
    expect(one(objects, 'PrometheusRule').spec).toEqual(rules);
  });

  it('lets in whom the policy names, and to the metrics nobody else', () => {
    const { spec } = one(render('all'), 'NetworkPolicy');
    const pods = one(render('all'), 'Deployment').spec.template;
    expect(pods.metadata.labels).toMatchObject(spec.podSelector.matchLabels);
    const ports = pods.spec.containers[0].ports.map(({ name }: Json) => name);
    expect(spec.ingress.map(({ ports: [first] }: Json) => first.port)).toEqual(ports);
    expect(spec.ingress.map(({ from }: Json) => from[0].namespaceSelector.matchLabels)).toEqual([
      { 'kubernetes.io/metadata.name': 'ingress' },
      { 'kubernetes.io/metadata.name': 'monitoring' },
    ]);
    const open = one(render('least', '--set', 'networkPolicy.enabled=true'), 'NetworkPolicy').spec.ingress;
    expect(open).toEqual([{ ports: [{ port: 'http' }] }]);
  });

  it('documents every value', () => {
    const page = readFileSync(join(CHART, '../README.md'), 'utf8');
    const values = parse(readFileSync(join(CHART, 'values.yaml'), 'utf8')) as Json;
    for (const name of Object.keys(values)) expect(page).toContain(`\`${name}`);
  });
});
