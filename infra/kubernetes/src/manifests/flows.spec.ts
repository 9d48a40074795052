import { describe, expect, it } from '@jest/globals';
import {
  readEnvironment,
  type KubernetesObject,
  podTemplate,
  productProcesses,
} from './kubernetes-object.ts';
import { overlayFolder, overlays, kustomizeBuild } from './kustomize-build.ts';

interface Policy {
  podSelector: { matchLabels?: Record<string, string> };
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
const unique = (names: string[]) => [...new Set(names)].toSorted();

describe.each(overlays)('the flows, %s', (overlay) => {
  const objects = kustomizeBuild(overlayFolder(overlay));
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
      const workload = objects.find(
        ({ kind, metadata }) => kind === each.kind && metadata.name === each.name,
      );
      const wanted = Object.keys(ways).flatMap((name) => (name in env ? (ways[name] ?? []) : []));
      expect(wanted).toContain('reaches/rabbitmq');
      expect(workload ? getLabels(workload) : []).toEqual(expect.arrayContaining(wanted));
    }
  });

  it('begin with nothing', () => {
    const deny = { podSelector: {}, policyTypes: ['Ingress', 'Egress'] };
    expect(policies).toContainEqual(deny);
  });
});

describe('the servers of the overlay local', () => {
  const objects = kustomizeBuild(overlayFolder('local'));
  const servers = objects.filter(({ kind }) => kind === 'StatefulSet');

  it.each(servers.map(({ metadata }) => metadata.name))('%s lets in who reaches it', (name) => {
    const takes = policiesIn(objects).filter(
      ({ podSelector }) => podSelector.matchLabels?.['app.kubernetes.io/name'] === name,
    );
    const from = takes
      .flatMap(({ ingress = [] }) => ingress)
      .flatMap(({ from: peers = [] }) => peers)
      .flatMap(({ podSelector }) => Object.keys(podSelector?.matchLabels ?? {}));
    const label = name === 'minio' ? 'reaches/storage' : `reaches/${name}`;
    expect(from).toEqual([label]);
    expect(objects.flatMap(getLabels)).toContain(label);
  });
});
