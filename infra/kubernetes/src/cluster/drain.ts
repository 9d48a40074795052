import type { KubernetesObject } from '../manifests/kubernetes-object.ts';
import { get, kubectl, mustRun } from './kubectl.ts';
import type { Report } from './report.ts';
import { toUndo } from './undo.ts';
import { TIMEOUT_MS, untilNoFault } from './wait.ts';
import { areUp, statusOf } from './workloads.ts';

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

const fullest = (pods: Pod[], nodes: string[]): string | undefined => {
  const count = (node: string) => pods.filter(({ spec }) => spec.nodeName === node).length;
  return nodes.toSorted((a, b) => count(b) - count(a))[0];
};

/** Asks politely, as a drain does: a budget may say "not yet". */
const evict = async (namespace: string, { metadata }: Pod): Promise<string> => {
  const { name } = metadata;
  const path = `/api/v1/namespaces/${namespace}/pods/${name}/eviction`;
  const body = { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name, namespace } };
  return untilNoFault(async () => {
    const { ok, stderr } = await kubectl(
      ['create', '--raw', path, '-f', '-'],
      JSON.stringify(body),
    );
    return ok || /NotFound|not found/.test(stderr) ? '' : stderr || 'refused';
  });
};

/** Looks at all Deployments until it is told to stop: the fewest pods that each ever had. */
const watchFewest = (namespace: string) => {
  const fewest = new Map<string, number>();
  let isOver = false;
  const done = (async () => {
    while (!isOver) {
      for (const each of await get('deployments', namespace)) {
        const { name } = each.metadata;
        const now = statusOf(each).availableReplicas ?? 0;
        fewest.set(name, Math.min(fewest.get(name) ?? now, now));
      }
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
  })();
  return async () => {
    isOver = true;
    await done;
    return fewest;
  };
};

/** Empties the node with most of our pods, of our pods only, and waits until all is up elsewhere. */
export const drain = async (
  objects: KubernetesObject[],
  namespace: string,
  report: Report,
): Promise<void> => {
  const nodes = await nodesForPods();
  const node = fullest(await runningPods(namespace), nodes);
  if (node === undefined || nodes.length < 2) {
    report.find('a node can be drained', `that takes two nodes, there are ${nodes.length}`);
    return;
  }
  const before = await get('deployments', namespace);
  toUndo('uncordon', node);
  await mustRun(['cordon', node]);
  const stopWatching = watchFewest(namespace);
  const pods = (await runningPods(namespace)).filter(({ spec }) => spec.nodeName === node);
  const faults = await Promise.all(pods.map((pod) => evict(namespace, pod)));
  const fault = await untilNoFault(async () => {
    const left = (await runningPods(namespace)).filter(({ spec }) => spec.nodeName === node);
    return left.length === 0 ? '' : `${left.length} pods are still there`;
  }, TIMEOUT_MS);
  report.find(`${node} is drained of ${pods.length} pods`, [...faults, fault].join(' ').trim());
  const permanent = objects.filter(({ kind }) => kind !== 'Job');
  await areUp(permanent, namespace, report, 'with a node drained');
  const fewest = await stopWatching();
  for (const { metadata, spec } of before) {
    const replicas = Number(spec?.['replicas'] ?? 1);
    if (replicas < 2) continue;
    const found = fewest.get(metadata.name) ?? 0;
    const text = `Deployment/${metadata.name} kept ${found} of ${replicas} pods meanwhile`;
    report.find(text, found >= replicas - 1 ? '' : 'its budget allows one less, no more');
  }
};
