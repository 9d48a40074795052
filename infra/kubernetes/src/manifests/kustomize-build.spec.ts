import { readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type KubernetesObject, podTemplate } from './kubernetes-object.ts';
import {
  find,
  overlay,
  overlays,
  readDocuments,
  kustomizeBuild,
  repository,
} from './kustomize-build.ts';

const top = join(repository, 'k8s');
const files = readdirSync(top, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name));
const yaml = files.filter((file) => file.endsWith('.yaml'));

describe('the manifests', () => {
  it('can be read', () => {
    const documents = yaml.flatMap(readDocuments) as KubernetesObject[];
    for (const each of documents)
      expect(each).toMatchObject({ apiVersion: expect.any(String), kind: expect.any(String) });
  });

  it('are all used by a kustomization beside them or above', () => {
    const used = yaml
      .filter((file) => file.endsWith('kustomization.yaml'))
      .flatMap((file) => {
        const [k] = readDocuments(file) as Record<string, unknown[]>[];
        const named = JSON.stringify(k).match(/[\w./-]+\.(yaml|mjs|sh)/g) ?? [];
        return named.map((name) => join(dirname(file), name));
      });
    const unused = files.filter(
      (file) => !used.includes(file) && !/kustomization|\.md$/.test(file),
    );
    expect(unused.map((file) => relative(top, file))).toEqual([]);
  });

  it.each(overlays)('of %s have one object of each name, in pods without a token', (name) => {
    const objects = overlay(name);
    const names = objects.map(({ kind, metadata }) => `${kind}/${metadata.name}`);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
    const pods = objects.flatMap((each) => podTemplate(each)?.spec ?? []);
    expect(pods.length).toBeGreaterThan(9);
    for (const pod of pods) expect(pod).toMatchObject({ enableServiceLinks: false });
  });
});

describe.each(overlays)('what selects pods, %s', (name) => {
  const objects = overlay(name);
  const ofKind = (wanted: string) => objects.filter(({ kind }) => kind === wanted);
  const templates = objects.flatMap((each) => podTemplate(each) ?? []);
  const select = (labels: Record<string, string>) =>
    templates.filter(({ metadata }) =>
      Object.entries(labels).every(([label, value]) => metadata?.labels?.[label] === value),
    );

  it('leads each Service to ports of the pods of one workload', () => {
    expect(ofKind('Service').length).toBeGreaterThan(7);
    for (const { spec } of ofKind('Service')) {
      const { selector, ports } = spec as {
        selector: Record<string, string>;
        ports: { targetPort: string }[];
      };
      const pods = select(selector);
      expect(pods).toHaveLength(1);
      const named = pods.flatMap((pod) =>
        pod.spec.containers.flatMap(({ ports: own = [] }) => own),
      );
      const wanted = ports.map(({ targetPort }) => targetPort);
      expect(named.map((port) => port.name)).toEqual(expect.arrayContaining(wanted));
    }
  });

  it('lets a budget protect the pods of one workload, of which one may go', () => {
    expect(ofKind('PodDisruptionBudget').length).toBeGreaterThan(7);
    for (const { metadata, spec } of ofKind('PodDisruptionBudget')) {
      expect(spec).toMatchObject({ maxUnavailable: 1 });
      const { matchLabels } = spec?.['selector'] as { matchLabels: Record<string, string> };
      // An operator makes the pods of this cluster.
      const isMadeLater = find(objects, 'RabbitmqCluster', metadata.name) !== undefined;
      expect(select(matchLabels)).toHaveLength(isMadeLater ? 0 : 1);
    }
  });
});

describe('the ways in', () => {
  const names = (component: string) =>
    kustomizeBuild(join(top, 'components', component), kustomizeBuild(join(top, 'base'))).map(
      ({ kind, metadata }) => `${kind}/${metadata.name}`,
    );

  it.each([
    ['ingress', ['Ingress/public', 'Issuer/public']],
    ['gateway-api', ['Gateway/public', 'HTTPRoute/public', 'Certificate/public']],
  ])('are %s, open for nothing but the proxies of the cluster', (component, expected) => {
    const all = [...expected, 'NetworkPolicy/allow-ingress-to-gateway'];
    expect(names(component)).toEqual(expect.arrayContaining(all));
  });
});
