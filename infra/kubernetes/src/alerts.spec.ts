import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { composeServices } from './compose.ts';
import { podTemplate, productProcesses } from './manifests/kubernetes-object.ts';
import { find, overlay, readDocuments, repository } from './manifests/kustomize-build.ts';
import { prometheusRule, prometheusRuleFile } from './prometheus-rule.ts';
import { importSource } from './testing/service-environments.ts';

interface Rule {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: Record<'summary' | 'description' | 'runbook', string>;
}

const folder = join(repository, 'infra/observability');
const rulesIn = (file: string): Rule[] => {
  const [document] = readDocuments(join(folder, file)) as { groups: { rules: Rule[] }[] }[];
  return (document?.groups ?? []).flatMap(({ rules }) => rules);
};
const own = rulesIn('alerts.yml');
const tests = readdirSync(folder)
  .filter((file) => file.endsWith('.test.yml'))
  .map((file) => readFileSync(join(folder, file), 'utf8'))
  .join();
const all = [...own, ...rulesIn('alerts-kubernetes.yml')];

/** Metrics of Prometheus itself and of RabbitMQ's own plugin. */
const OTHERS = /^(up$|rabbitmq_(alarms_|unreachable_))/;

/** The names of metrics in an expression: before a selector, or alone. */
const metricsIn = (expr: string): string[] =>
  expr
    .replace(/\{[^}]*\}/g, '')
    .replace(/\b(by|on|without)\s*\([^)]*\)/g, '')
    .match(/\b[a-z]\w*_\w+\b(?!\s*\()|\bup\b/g) ?? [];

const sources = (under: string): string[] =>
  readdirSync(join(repository, under), { recursive: true, encoding: 'utf8' })
    .filter((file) => /^(?!.*(node_modules|dist|\.spec\.)).*\.ts$/.test(file))
    .map((file) => readFileSync(join(repository, under, file), 'utf8'));

let published: Set<string>;
beforeAll(async () => {
  const { Metrics } = (await importSource('services/chassis/src/health/metrics.ts')) as {
    Metrics: new (name: string) => { metrics(): Promise<string> };
  };
  // Node's own metrics get their names from the library, the others are in the sources.
  const text = await new Metrics('test').metrics();
  const named = ['services', 'gateway/src'].flatMap(sources).join('\n');
  published = new Set([
    ...[...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name ?? ''),
    ...[...named.matchAll(/name: '([a-z]+_\w+)'/g)].map(([, name]) => name ?? ''),
  ]);
});

/** Labels that say which process it is; in a cluster also which Job, volume or autoscaler. */
const SUBJECT_LABELS =
  /\$labels\.(service|instance|queue|job_name|persistentvolumeclaim|horizontalpodautoscaler|statefulset)\b/;

const SERVERS = ['backup', 'Redis', 'RabbitMQ'];

const objects = overlay('local');

/** The product's processes. */
const processNames = productProcesses(objects)
  .filter(({ kind }) => kind === 'Deployment')
  .map(({ name }) => name);

const isExported = (name: string): boolean =>
  OTHERS.test(name) || published.has(name.replace(/_(count|bucket|sum)$/, ''));

describe('the alerts', () => {
  it('read only exported metrics', () => {
    const isFaulty = ({ expr }: Rule) =>
      !metricsIn(expr).length || !metricsIn(expr).every(isExported);
    expect(own.filter(isFaulty)).toEqual([]);
  });

  it.each(all)('$alert says how bad it is, where to read what to do, and has a test', (rule) => {
    const { alert, labels, annotations } = rule;
    expect(['critical', 'warning']).toContain(labels.severity);
    expect(annotations.summary.length * annotations.description.length).toBeGreaterThan(0);
    const [file = '', anchor] = annotations.runbook.split('#');
    expect(anchor).toBe(alert.toLowerCase());
    expect(readFileSync(join(repository, file), 'utf8')).toContain(`<a id="${anchor}"></a>`);
    expect(tests).toContain(`ALERTS{alertname="${alert}",alertstate="firing"}`);
    // A process, a server, or what the metric is about.
    const named = new RegExp(`(?<![\\w-])(${[...processNames, ...SERVERS].join('|')})(?![\\w-])`);
    const { summary } = annotations;
    expect(named.test(summary) || SUBJECT_LABELS.test(summary)).toBe(true);
  });

  it('miss every process that there is', () => {
    const expr = own.find(({ alert }) => alert === 'ProcessMissing')?.expr ?? '';
    const missed = [...expr.matchAll(/service="([\w-]+)"/g)].map(([, name]) => name);
    expect(missed.toSorted()).toEqual(processNames.toSorted());
  });

  it('leave out failed Jobs that a schedule starts again, and no others', () => {
    const expr = all.find(({ alert }) => alert === 'JobFailed')?.expr ?? '';
    const pattern = new RegExp(`^(?:${/job_name!~"([^"]+)"/.exec(expr)?.[1] ?? ''})$`);
    const isLeftOut = (name: string) => pattern.test(`${name}-29401230`);
    const named = objects.filter(({ kind }) => kind === 'CronJob' || kind === 'Job');
    const scheduled = named.filter(({ spec }) => spec?.['suspend'] === false);
    const toNames = (some: typeof named) => some.map(({ metadata }) => metadata.name);
    expect(toNames(scheduled)).not.toEqual([]);
    expect(toNames(named).filter(isLeftOut)).toEqual(toNames(scheduled));
  });
});

describe('the component of the Prometheus operator', () => {
  const folder = join(repository, 'k8s/components/prometheus-operator');

  it('has the same alerts (`npm run rules -w @ctdb/kubernetes` writes them)', () => {
    expect(readFileSync(prometheusRuleFile, 'utf8')).toBe(prometheusRule());
  });

  it('reads RabbitMQ where the overlays local and ha run it', () => {
    const monitors = JSON.stringify(readDocuments(join(folder, 'pod-monitors.yaml')));
    const { metadata } = find(overlay('ha'), 'Namespace', 'databases') ?? {};
    expect(monitors).toContain(`"matchNames":["colour-therapy","${metadata?.name ?? ''}"]`);
    expect(JSON.stringify(objects)).toContain('{"name":"prometheus","containerPort":15692}');
  });

  it('reads every pod of the product by a port that it has, under the name that alerts select', () => {
    const [processes] = readDocuments(join(folder, 'pod-monitors.yaml')) as {
      spec: {
        selector: { matchExpressions: { values: string[] }[] };
        podMetricsEndpoints: { port: string; relabelings: { replacement: string }[] }[];
      };
    }[];
    const endpoint = processes?.spec.podMetricsEndpoints[0];
    const job = `job="${endpoint?.relabelings[0]?.replacement ?? ''}"`;
    expect(own.filter(({ expr }) => expr.includes(job))).not.toEqual([]);
    const pods = overlay('production')
      .filter(({ kind }) => kind === 'Deployment')
      .map(podTemplate);
    expect(pods.length).toBeGreaterThan(7);
    for (const pod of pods) {
      const component = pod?.metadata?.labels?.['app.kubernetes.io/component'];
      expect(processes?.spec.selector.matchExpressions[0]?.values).toContain(component);
      expect(JSON.stringify(pod?.spec)).toContain(`"name":"${endpoint?.port ?? ''}"`);
    }
  });
});

describe('the dashboards', () => {
  const dashboards = join(folder, 'grafana/dashboards');
  type Source = { datasource: { uid: string } };
  type Dashboard = { panels: (Source & { targets: (Source & { expr: string })[] })[] };
  const panels = readdirSync(dashboards).flatMap((file) => {
    const text = readFileSync(join(dashboards, file), 'utf8');
    return (JSON.parse(text) as Dashboard).panels;
  });
  const queries = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));

  it('read only exported metrics', () => {
    const names = new Set(queries.flatMap(metricsIn));
    expect(names.size).toBeGreaterThan(20);
    expect([...names].filter((name) => !isExported(name))).toEqual([]);
  });

  it('have each query tried by Prometheus itself', () => {
    const [{ tests: [tried] = [] } = {}] = readDocuments(join(folder, 'dashboards.test.yml')) as {
      tests?: { promql_expr_test: { expr: string }[] }[];
    }[];
    expect(tried?.promql_expr_test.map(({ expr }) => expr)).toEqual(
      expect.arrayContaining(queries.map((query) => `count(${query}) > bool 0`)),
    );
  });

  it('name the provisioned source', () => {
    const file = join(folder, 'grafana/provisioning/datasources/prometheus.yml');
    const [provisioned] = readDocuments(file) as { datasources: { uid: string }[] }[];
    const sources = panels.flatMap((panel) => [panel, ...panel.targets]);
    const used = new Set(sources.map(({ datasource }) => datasource.uid));
    expect([...used]).toEqual(provisioned?.datasources.map(({ uid }) => uid));
  });
});

describe('what Prometheus reads', () => {
  it('is every process by its name in the composition', () => {
    const [config] = readDocuments(join(folder, 'prometheus.yml')) as {
      scrape_configs: { dns_sd_configs?: { names: string[] }[] }[];
    }[];
    const names = config?.scrape_configs.flatMap((each) => each.dns_sd_configs?.[0]?.names ?? []);
    expect(names?.toSorted()).toEqual(processNames.toSorted());
    expect(Object.keys(composeServices())).toEqual(expect.arrayContaining(names ?? []));
  });
});
