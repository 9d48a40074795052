import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type KubernetesObject, podTemplate } from '../manifests/kubernetes-object.ts';
import { readDocuments } from '../manifests/kustomize-build.ts';
import { kubectl, toList, kubectlOrThrow, onCleanup } from './kubectl.ts';
import type { TestReport } from './report.ts';
import { toLabel } from './workloads.ts';

interface Subject {
  kind: string;
  namespace?: string;
}

/** Moves all objects to one other namespace, which is like the first of theirs. */
export const setNamespace = (
  objects: KubernetesObject[],
  namespace: string,
): KubernetesObject[] => {
  const first = objects.find(({ kind }) => kind === 'Namespace');
  const kept = objects.filter((each) => each.kind !== 'Namespace' || each === first);
  return kept.map((each) => {
    if (each.kind === 'Namespace')
      return { ...each, metadata: { ...each.metadata, name: namespace } };
    const moved = { ...each, metadata: { ...each.metadata, namespace } };
    if (each.kind !== 'RoleBinding') return moved;
    const { subjects } = each as KubernetesObject & { subjects: Subject[] };
    return { ...moved, subjects: subjects.map((subject) => ({ ...subject, namespace })) };
  });
};

const toKind = ({ apiVersion, kind }: KubernetesObject) => `${apiVersion}/${kind}`;

/** Kinds that the cluster does not know, as `group/version/Kind`. */
const unknownKinds = async (objects: KubernetesObject[]): Promise<string[]> => {
  const unknown = new Set(objects.map(toKind));
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

/** Creates missing definitions from the folder in K8S_CRDS. */
export const provideDefinitions = async (
  objects: KubernetesObject[],
  report: TestReport,
): Promise<boolean> => {
  const folder = process.env['K8S_CRDS'];
  const wanted = await unknownKinds(objects);
  const found = folder ? definitionsIn(folder).filter((each) => defines(each, wanted)) : [];
  const names = found.map(({ metadata }) => metadata.name);
  if (found.length > 0) {
    onCleanup('delete', 'crd', ...names, '--ignore-not-found', '--timeout=60s');
    await kubectlOrThrow(['create', '-f', '-'], toList(found));
    const crds = names.map((name) => `crd/${name}`);
    await kubectlOrThrow(['wait', '--for=condition=Established', '--timeout=60s', ...crds]);
    report.note(`made from K8S_CRDS, for this run: ${names.join(', ')}`);
  }
  const unknown = wanted.length > 0 ? await unknownKinds(objects) : [];
  return report.check(
    'the cluster knows every kind',
    unknown.length > 0 ? `it does not know ${unknown.join(', ')}; see K8S_CRDS` : '',
  );
};

const APPLY = ['apply', '--server-side', '--validate=strict', '-f', '-'];

/** The API server validates each object: schema, validation, admission. */
const passesDryRun = async (objects: KubernetesObject[], report: TestReport): Promise<boolean> => {
  const all = await kubectl([...APPLY, '--dry-run=server'], toList(objects));
  const warning = all.stderr.includes('Warning:') ? all.stderr : '';
  report.check('the API server warns of nothing, pod security included', warning);
  if (all.ok) return report.check(`the API server accepts all ${objects.length} objects`);
  for (const each of objects) {
    const one = await kubectl([...APPLY, '--dry-run=server'], toList([each]));
    if (!one.ok) report.check(`the API server accepts ${toLabel(each)}`, one.stderr || 'refused');
  }
  return false;
};

/** Applies the objects; false if it was refused. */
export const apply = async (objects: KubernetesObject[], report: TestReport): Promise<boolean> => {
  const namespaces = objects.filter(({ kind }) => kind === 'Namespace');
  const made = await kubectl(['create', '-f', '-'], toList(namespaces));
  const restricted = namespaces.every(
    ({ metadata }) => metadata.labels?.['pod-security.kubernetes.io/enforce'] === 'restricted',
  );
  report.check(
    'its namespace is made, and enforces `restricted`',
    made.ok && restricted ? '' : made.stderr || 'it enforces less',
  );
  if (!made.ok || !(await passesDryRun(objects, report))) return false;
  const applied = await kubectl(APPLY, toList(objects));
  return report.check('it is applied', applied.ok ? '' : applied.stderr);
};

/** Creates the Secrets of the file in K8S_SECRETS, or notes that they are missing. */
export const provideSecrets = async (
  objects: KubernetesObject[],
  namespace: string,
  report: TestReport,
): Promise<void> => {
  const names = objects
    .flatMap((each) => podTemplate(each)?.spec.volumes ?? [])
    .flatMap(({ secret }) => secret?.secretName ?? []);
  const isMade = objects.some(({ metadata }) => metadata.name === 'make-secrets');
  const file = process.env['K8S_SECRETS'];
  if (isMade || names.length === 0) return;
  const listed = [...new Set(names)].join(', ');
  if (file === undefined) {
    report.note(`real pods would wait for the Secrets ${listed}; see K8S_SECRETS`);
    return;
  }
  const { ok, stderr } = await kubectl(
    ['apply', '-n', namespace, '-f', '-'],
    readFileSync(file, 'utf8'),
  );
  report.check(`the Secrets of ${file} are there`, ok ? '' : stderr);
};
