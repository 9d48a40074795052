import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { KubernetesObject } from '../manifests/kubernetes-object.ts';
import { readDocuments } from '../manifests/read-yaml.ts';
import { kubectl, listOf, mustRun } from './kubectl.ts';
import type { Report } from './report.ts';
import { toUndo } from './undo.ts';

const kindOf = ({ apiVersion, kind }: KubernetesObject) => `${apiVersion}/${kind}`;

/** The kinds among these that the cluster does not know, as `group/version/Kind`. */
const unknownKinds = async (objects: KubernetesObject[]): Promise<string[]> => {
  const unknown = new Set(objects.map(kindOf));
  for (const version of new Set(objects.map(({ apiVersion }) => apiVersion))) {
    const path = version.includes('/') ? `/apis/${version}` : `/api/${version}`;
    const { ok, stdout } = await kubectl(['get', '--raw', path]);
    if (!ok) continue;
    const { resources } = JSON.parse(stdout) as { resources: { kind: string }[] };
    for (const { kind } of resources) unknown.delete(`${version}/${kind}`);
  }
  return [...unknown];
};

const defines = ({ spec }: KubernetesObject, kinds: string[]): boolean => {
  const { group, names, versions } = spec as {
    group: string;
    names: { kind: string };
    versions: { name: string }[];
  };
  return versions.some(({ name }) => kinds.includes(`${group}/${name}/${names.kind}`));
};

const definitionsIn = (folder: string): KubernetesObject[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.ya?ml$/.test(file))
    .flatMap((file) => readDocuments(join(folder, file)) as (KubernetesObject | null)[])
    .filter((each) => each?.kind === 'CustomResourceDefinition') as KubernetesObject[];

/** Sees to it that the cluster knows all kinds: from the folder in K8S_CRDS where it does not yet. */
export const provideDefinitions = async (
  objects: KubernetesObject[],
  report: Report,
): Promise<boolean> => {
  const folder = process.env['K8S_CRDS'];
  const wanted = await unknownKinds(objects);
  const found = folder ? definitionsIn(folder).filter((each) => defines(each, wanted)) : [];
  const names = found.map(({ metadata }) => metadata.name);
  if (found.length > 0) {
    toUndo('delete', 'crd', ...names, '--ignore-not-found', '--timeout=60s');
    await mustRun(['create', '-f', '-'], listOf(found));
    const crds = names.map((name) => `crd/${name}`);
    await mustRun(['wait', '--for=condition=Established', '--timeout=60s', ...crds]);
    report.note(`made from K8S_CRDS, for this run: ${names.join(', ')}`);
  }
  const unknown = wanted.length > 0 ? await unknownKinds(objects) : [];
  return report.find(
    'the cluster knows every kind',
    unknown.length > 0 ? `it does not know ${unknown.join(', ')}; see K8S_CRDS` : '',
  );
};
