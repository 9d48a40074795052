import { randomBytes } from 'node:crypto';
import { apply, setNamespace, provideDefinitions, provideSecrets } from './cluster/apply.ts';
import { drain } from './cluster/drain.ts';
import { kubectl, onCleanup, runCleanup } from './cluster/kubectl.ts';
import { TestReport } from './cluster/report.ts';
import { checkCronJobs, registerVolumeCleanup, waitUntilReady } from './cluster/workloads.ts';
import type { KubernetesObject } from './manifests/kubernetes-object.ts';
import { documentsIn, overlayFolder, overlays } from './manifests/kustomize-build.ts';

const REQUIREMENTS = `npm run test:k8s needs kubectl (on PATH, or its path in KUBECTL) and the cluster that KUBECONFIG
names, with two nodes that take pods and rights to make namespaces and to cordon nodes. It may be a shared one:
everything happens in namespaces of its own, and only our own pods are evicted. infra/kubernetes/README.md says more.`;

/** Describes what is missing to start; empty if nothing. */
const findMissingPrerequisite = async (): Promise<string> => {
  const client = await kubectl(['version', '--client', '-o', 'json']);
  if (!client.ok) return `there is no kubectl (${client.stderr})\n${REQUIREMENTS}`;
  if (!process.env['KUBECONFIG'])
    return `KUBECONFIG names no cluster: it is not guessed\n${REQUIREMENTS}`;
  const server = await kubectl(['version', '-o', 'json', '--request-timeout=10s']);
  if (!server.ok) return `the cluster does not respond (${server.stderr})\n${REQUIREMENTS}`;
  return '';
};

const NOT_TESTED = `not tested: that traffic which no policy allows is stopped (it needs a network
plugin that enforces policies), that cert-manager issues the certificate, that KEDA and the autoscalers add pods
under load, that the operators of the overlay ha make servers, that a MongoDB replica set fails over.`;

const checkOverlay = async (
  objects: KubernetesObject[],
  namespace: string,
  report: TestReport,
): Promise<void> => {
  if (!(await apply(objects, report))) return;
  await provideSecrets(objects, namespace, report);
  await waitUntilReady(objects, namespace, report, 'after it is applied');
  await checkCronJobs(namespace, report);
  await drain(objects, namespace, report);
};

const testOverlay = async (overlay: string, namespace: string, report: TestReport) => {
  const text = await kubectl(['kustomize', overlayFolder(overlay)]);
  if (!report.check('kustomize renders it', text.ok ? '' : text.stderr)) return;
  const objects = setNamespace(documentsIn(text.stdout) as KubernetesObject[], namespace);
  if (!(await provideDefinitions(objects, report))) return;
  registerVolumeCleanup(namespace);
  onCleanup('delete', 'namespace', namespace, '--ignore-not-found', '--timeout=180s');
  await checkOverlay(objects, namespace, report);
};

/** Tests an overlay in its own namespace and always restores the cluster. */
const testInNamespace = async (overlay: string): Promise<TestReport> => {
  const report = new TestReport(overlay);
  const namespace = `ctdb-test-${overlay}-${randomBytes(3).toString('hex')}`;
  try {
    await testOverlay(overlay, namespace, report);
  } catch (error) {
    report.check('the test comes to its end', String(error));
  }
  report.check('the cluster is restored', await runCleanup());
  return report;
};

const problem = await findMissingPrerequisite();
if (problem !== '') {
  console.log(`${problem}\n0 passed, 1 failed`);
  process.exit(2);
}
const wanted = process.argv.slice(2);
const reports: TestReport[] = [];
for (const overlay of wanted.length > 0 ? wanted : overlays)
  reports.push(await testInNamespace(overlay));
console.log(`NOTE ${NOT_TESTED}`);
const sum = (of: 'passed' | 'failed') => reports.reduce((total, each) => total + each[of], 0);
console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
process.exitCode = sum('failed') === 0 ? 0 : 1;
