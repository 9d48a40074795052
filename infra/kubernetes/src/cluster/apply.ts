import { readFileSync } from 'node:fs';
import { podTemplate, type KubernetesObject } from '../manifests/kubernetes-object.ts';
import { kubectl, listOf } from './kubectl.ts';
import type { Report } from './report.ts';

const APPLY = ['apply', '--server-side', '--validate=strict', '-f', '-'];

const labelOf = ({ kind, metadata }: KubernetesObject) => `${kind}/${metadata.name}`;

/** Asks the API server what it thinks of each object: schema, validation, admission. */
const isAccepted = async (objects: KubernetesObject[], report: Report): Promise<boolean> => {
  const all = await kubectl([...APPLY, '--dry-run=server'], listOf(objects));
  const warning = all.stderr.includes('Warning:') ? all.stderr : '';
  report.find('the API server warns of nothing, pod security included', warning);
  if (all.ok) return report.find(`the API server accepts all ${objects.length} objects`);
  for (const each of objects) {
    const one = await kubectl([...APPLY, '--dry-run=server'], listOf([each]));
    if (!one.ok) report.find(`the API server accepts ${labelOf(each)}`, one.stderr || 'refused');
  }
  return false;
};

/** Applies the objects; false where nothing was applied. */
export const apply = async (objects: KubernetesObject[], report: Report): Promise<boolean> => {
  const namespaces = objects.filter(({ kind }) => kind === 'Namespace');
  const made = await kubectl(['create', '-f', '-'], listOf(namespaces));
  const restricted = namespaces.every(
    ({ metadata }) => metadata.labels?.['pod-security.kubernetes.io/enforce'] === 'restricted',
  );
  report.find(
    'its namespace is made, and enforces `restricted`',
    made.ok && restricted ? '' : made.stderr || 'it enforces less',
  );
  if (!made.ok || !(await isAccepted(objects, report))) return false;
  const applied = await kubectl(APPLY, listOf(objects));
  return report.find('it is applied', applied.ok ? '' : applied.stderr);
};

/** Secrets that come from elsewhere: those of the file in K8S_SECRETS, else it is said that they are missing. */
export const provideSecrets = async (
  objects: KubernetesObject[],
  namespace: string,
  report: Report,
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
  report.find(`the Secrets of ${file} are there`, ok ? '' : stderr);
};
