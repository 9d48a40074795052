import { BlockList } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  readEnvironment,
  type KubernetesObject,
  podTemplate,
  productProcesses,
} from './kubernetes-object.ts';
import { find, kustomizeBuild, overlay, overlays, repository } from './kustomize-build.ts';

interface Block {
  cidr: string;
  except?: string[];
}

interface Policy {
  podSelector: {
    matchLabels?: Record<string, string>;
    matchExpressions?: { values: string[] }[];
  };
  egress?: { ports?: { port: number }[]; to?: { ipBlock?: Block }[] }[];
  policyTypes: string[];
  ingress?: { from?: { podSelector?: { matchLabels: Record<string, string> } }[] }[];
}

const REACHES = /^reaches\//;
/** What a variable leads to. */
const ways: Record<string, string> = {
  MONGODB_URI_FILE: 'reaches/mongodb',
  REDIS_URL_FILE: 'reaches/redis',
  RABBITMQ_URL_FILE: 'reaches/rabbitmq',
  S3_ENDPOINT: 'reaches/storage',
  SMTP_URL_FILE: 'reaches/mail',
};

const getLabels = (each: KubernetesObject): string[] =>
  Object.keys(podTemplate(each)?.metadata?.labels ?? {}).filter((name) => REACHES.test(name));
const policiesIn = (objects: KubernetesObject[]): Policy[] =>
  objects
    .filter(({ kind }) => kind === 'NetworkPolicy')
    .map(({ spec }) => spec as unknown as Policy);
const familyOf = (text: string) => (text.includes(':') ? 'ipv6' : 'ipv4');
const isIn = (address: string, networks: string[]): boolean => {
  const list = new BlockList();
  for (const network of networks) {
    const [base = '', prefix] = network.split('/');
    if (familyOf(base) === familyOf(address)) list.addSubnet(base, Number(prefix), familyOf(base));
  }
  return list.check(address, familyOf(address));
};
/** Of private networks, among them usual ones of API servers, and of the metadata of clouds. */
const PRIVATE = [
  '10.96.0.1',
  '172.20.0.1',
  '192.168.49.2',
  '100.64.0.1',
  '169.254.169.254',
  'fd00::1',
];
const unique = (names: string[]) => [...new Set(names)].toSorted();

describe.each(overlays)('the flows, %s', (name) => {
  const objects = overlay(name);
  const policies = policiesIn(objects);

  it('are those that pods name, each let out by a policy', () => {
    const letOut = policies
      .filter(({ policyTypes }) => policyTypes.includes('Egress'))
      .flatMap(({ podSelector }) => Object.keys(podSelector.matchLabels ?? {}));
    expect(unique(letOut)).toEqual(unique(objects.flatMap(getLabels)));
  });

  it('lead each process to what its variables name', () => {
    for (const each of productProcesses(objects)) {
      const env = readEnvironment(each, objects);
      const workload = find(objects, each.kind, each.name);
      const wanted = Object.keys(ways).flatMap((name) => (name in env ? (ways[name] ?? []) : []));
      expect(wanted).toContain('reaches/rabbitmq');
      expect(workload ? getLabels(workload) : []).toEqual(expect.arrayContaining(wanted));
    }
  });

  it('lead no process to a private network, and none to the API server', () => {
    const callers = objects.filter((each) => /cluster|api-server/.test(getLabels(each).join()));
    expect(callers.filter(({ metadata }) => metadata.name !== 'make-secrets')).toEqual([]);
    const rules = policies
      .filter(({ podSelector }) => !podSelector.matchLabels?.['reaches/api-server'])
      .flatMap(({ egress = [] }) => egress);
    // A rule without `to` leads everywhere.
    expect(rules.filter(({ to = [] }) => to.length === 0)).toEqual([]);
    const blocks = rules.flatMap(({ to = [] }) => to.flatMap(({ ipBlock }) => ipBlock ?? []));
    expect(blocks.length).toBeGreaterThan(3);
    for (const { cidr, except = [] } of blocks)
      expect(PRIVATE.filter((each) => isIn(each, [cidr]) && !isIn(each, except))).toEqual([]);
  });

  it('begin with nothing', () => {
    expect(policies).toContainEqual({ podSelector: {}, policyTypes: ['Ingress', 'Egress'] });
  });
});

describe('the component tracing', () => {
  const base = kustomizeBuild(join(repository, 'k8s/base'));
  const objects = kustomizeBuild(join(repository, 'k8s/components/tracing'), base);

  it('names a collector to all processes, and lets all of them reach it', () => {
    const [policy] = policiesIn(objects).filter(({ egress }) =>
      egress?.some(({ ports }) => ports?.some(({ port }) => port === 4318)),
    );
    const kinds = policy?.podSelector.matchExpressions?.[0]?.values;
    for (const each of productProcesses(objects).filter(({ kind }) => kind === 'Deployment')) {
      const { OTEL_EXPORTER_OTLP_ENDPOINT: collector = '' } = readEnvironment(each, objects);
      expect(new URL(collector).port).toBe('4318');
      const workload = find(objects, each.kind, each.name);
      const labels = workload && podTemplate(workload)?.metadata?.labels;
      expect(kinds).toContain(labels?.['app.kubernetes.io/component']);
    }
  });
});

describe('the servers of the overlay local', () => {
  const objects = overlay('local');
  const servers = objects.filter(({ kind }) => kind === 'StatefulSet');

  it.each(servers.map(({ metadata }) => metadata.name))('%s lets in who reaches it', (name) => {
    const from = policiesIn(objects)
      .filter(({ podSelector }) => podSelector.matchLabels?.['app.kubernetes.io/name'] === name)
      .flatMap(({ ingress = [] }) => ingress.flatMap(({ from: peers = [] }) => peers))
      .flatMap(({ podSelector }) => Object.keys(podSelector?.matchLabels ?? {}));
    const label = name === 'minio' ? 'reaches/storage' : `reaches/${name}`;
    expect(from).toEqual([label]);
    expect(objects.flatMap(getLabels)).toContain(label);
  });
});
