import type { KubernetesObject } from '../manifests/kubernetes-object.ts';
import { get, kubectl, kubectlOrThrow, onCleanup, waitUntilOk } from './kubectl.ts';
import type { TestReport } from './report.ts';
import { waitUntilReady, getStatus } from './workloads.ts';

interface Pod extends KubernetesObject {
  spec: { nodeName?: string };
}

const runningPods = async (namespace: string): Promise<Pod[]> =>
  ((await get('pods', namespace)) as Pod[]).filter(
    ({ status }) => status?.['phase'] === 'Running' || status?.['phase'] === 'Pending',
  );

const nodesForPods = async (): Promise<string[]> => {
  const nodes = await get('nodes');
  return nodes
    .filter(({ spec }) => {
      const taints = (spec?.['taints'] ?? []) as { effect: string }[];
      return spec?.['unschedulable'] !== true && taints.every(({ effect }) => !/^No/.test(effect));
    })
    .map(({ metadata }) => metadata.name);
};

const nodeWithMostPods = (pods: Pod[], nodes: string[]): string | undefined => {
  const count = (node: string) => pods.filter(({ spec }) => spec.nodeName === node).length;
  return nodes.toSorted((a, b) => count(b) - count(a))[0];
};

/** Evicts a pod like a drain: a budget may refuse at first. */
const evict = async (namespace: string, { metadata }: Pod): Promise<string> => {
  const { name } = metadata;
  const path = `/api/v1/namespaces/${namespace}/pods/${name}/eviction`;
  const body = { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name, namespace } };
  return waitUntilOk(async () => {
    const { ok, stderr } = await kubectl(
      ['create', '--raw', path, '-f', '-'],
      JSON.stringify(body),
    );
    return ok || /NotFound|not found/.test(stderr) ? '' : stderr || 'refused';
  });
};

/** Polls all Deployments until it is stopped: the minimum of available pods of each. */
const trackMinAvailable = (namespace: string) => {
  const minAvailable = new Map<string, number>();
  let isStopped = false;
  const done = (async () => {
    while (!isStopped) {
      for (const each of await get('deployments', namespace)) {
        const { name } = each.metadata;
        const now = getStatus(each).availableReplicas ?? 0;
        minAvailable.set(name, Math.min(minAvailable.get(name) ?? now, now));
      }
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
  })();
  return async () => {
    isStopped = true;
    await done;
    return minAvailable;
  };
};

/** Evicts our pods from the node with most of them, and waits until they are ready elsewhere. */
export const drain = async (
  objects: KubernetesObject[],
  namespace: string,
  report: TestReport,
): Promise<void> => {
  const nodes = await nodesForPods();
  const node = nodeWithMostPods(await runningPods(namespace), nodes);
  if (node === undefined || nodes.length < 2) {
    report.check('a node can be drained', `that takes two nodes, there are ${nodes.length}`);
    return;
  }
  const before = await get('deployments', namespace);
  onCleanup('uncordon', node);
  await kubectlOrThrow(['cordon', node]);
  const stopWatching = trackMinAvailable(namespace);
  const pods = (await runningPods(namespace)).filter(({ spec }) => spec.nodeName === node);
  const faults = await Promise.all(pods.map((pod) => evict(namespace, pod)));
  const fault = await waitUntilOk(async () => {
    const left = (await runningPods(namespace)).filter(({ spec }) => spec.nodeName === node);
    return left.length === 0 ? '' : `${left.length} pods are still there`;
  });
  report.check(`${node} is drained of ${pods.length} pods`, [...faults, fault].join(' ').trim());
  const permanent = objects.filter(({ kind }) => kind !== 'Job');
  await waitUntilReady(permanent, namespace, report, 'with a node drained');
  const minAvailable = await stopWatching();
  for (const { metadata, spec } of before) {
    const replicas = Number(spec?.['replicas'] ?? 1);
    if (replicas < 2) continue;
    const found = minAvailable.get(metadata.name) ?? 0;
    const text = `Deployment/${metadata.name} kept ${found} of ${replicas} pods meanwhile`;
    report.check(text, found >= replicas - 1 ? '' : 'its budget allows one less, no more');
  }
};
