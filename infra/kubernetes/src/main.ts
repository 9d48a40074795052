import { randomBytes } from 'node:crypto';
import { apply, provideSecrets } from './cluster/apply.ts';
import { provideDefinitions } from './cluster/definitions.ts';
import { drain } from './cluster/drain.ts';
import { intoNamespace } from './cluster/into-namespace.ts';
import { kubectl } from './cluster/kubectl.ts';
import { missing } from './cluster/needs.ts';
import { Report } from './cluster/report.ts';
import { budgetsAllowOne, cronJobsWork, servicesLeadSomewhere } from './cluster/services.ts';
import { toUndo, undoAll } from './cluster/undo.ts';
import { undoVolumes } from './cluster/volumes.ts';
import { areUp } from './cluster/workloads.ts';
import type { KubernetesObject } from './manifests/kubernetes-object.ts';
import { documentsIn } from './manifests/read-yaml.ts';
import { overlayFolder, overlays } from './repository.ts';

const NOT_SHOWN = `not shown by this test: that traffic which no policy allows is stopped (it needs a network
plugin that enforces policies), that cert-manager issues the certificate, that KEDA and the autoscalers add pods
under load, that a MongoDB replica set fails over.`;

const examine = async (
  objects: KubernetesObject[],
  namespace: string,
  report: Report,
): Promise<void> => {
  if (!(await apply(objects, report))) return;
  await provideSecrets(objects, namespace, report);
  await areUp(objects, namespace, report, 'after it is applied');
  await servicesLeadSomewhere(namespace, report);
  await cronJobsWork(namespace, report);
  await budgetsAllowOne(namespace, report);
  await drain(objects, namespace, report);
};

/** One overlay, in a namespace of its own; whatever happens, the cluster is left as it was. */
const test = async (overlay: string): Promise<Report> => {
  const report = new Report(overlay);
  const namespace = `ctdb-test-${overlay}-${randomBytes(3).toString('hex')}`;
  const text = await kubectl(['kustomize', overlayFolder(overlay)]);
  if (!report.find('kustomize renders it', text.ok ? '' : text.stderr)) return report;
  const objects = intoNamespace(documentsIn(text.stdout) as KubernetesObject[], namespace);
  try {
    if (await provideDefinitions(objects, report)) {
      undoVolumes(namespace);
      toUndo('delete', 'namespace', namespace, '--ignore-not-found', '--timeout=180s');
      await examine(objects, namespace, report);
    }
  } catch (error) {
    report.find(
      'the test comes to its end',
      error instanceof Error ? error.message : String(error),
    );
  }
  report.find('the cluster is as it was', await undoAll());
  return report;
};

const fault = await missing();
if (fault !== '') {
  console.log(`${fault}\n0 passed, 1 failed`);
  process.exit(2);
}
const wanted = process.argv.slice(2);
const reports: Report[] = [];
for (const overlay of wanted.length > 0 ? wanted : overlays) reports.push(await test(overlay));
console.log(`NOTE ${NOT_SHOWN}`);
const sum = (of: 'passed' | 'failed') =>
  reports.reduce((total, { counts }) => total + counts[of], 0);
console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
process.exitCode = sum('failed') === 0 ? 0 : 1;
