import { podTemplate, type KubernetesObject } from '../manifests/kubernetes-object.ts';
import { get, kubectl, kubectlOrThrow, waitUntilOk } from './kubectl.ts';
import type { TestReport } from './report.ts';
import { getStatus } from './workloads.ts';

interface Slice extends KubernetesObject {
  endpoints: { conditions?: { ready?: boolean } }[] | null;
}

/** Every Service has ready pods. */
export const checkServiceEndpoints = async (
  namespace: string,
  report: TestReport,
): Promise<void> => {
  for (const { metadata } of await get('services', namespace)) {
    const fault = await waitUntilOk(async () => {
      const slices = (await get('endpointslices', namespace)) as Slice[];
      const ready = slices
        .filter((each) => each.metadata.labels?.['kubernetes.io/service-name'] === metadata.name)
        .flatMap(({ endpoints }) => endpoints ?? [])
        .filter(({ conditions }) => conditions?.ready === true);
      return ready.length > 0 ? '' : 'no pod behind it is ready';
    }, 30_000);
    report.check(`Service/${metadata.name} leads to pods`, fault);
  }
};

/** Every CronJob succeeds when it is started by hand; a suspended one, which restores, is not. */
export const checkCronJobs = async (namespace: string, report: TestReport): Promise<void> => {
  const names = (await get('cronjobs', namespace))
    .filter(({ spec }) => spec?.['suspend'] !== true)
    .map(({ metadata }) => metadata.name);
  for (const name of names) {
    const job = `${name}-by-hand`;
    const from = `--from=cronjob/${name}`;
    const started = await kubectl(['create', 'job', job, from, '-n', namespace]);
    const hasSucceeded = async () => {
      const found = (await get('jobs', namespace)).find(({ metadata }) => metadata.name === job);
      return found && getStatus(found).succeeded ? '' : 'it has not ended well';
    };
    const fault = started.ok ? await waitUntilOk(hasSucceeded) : started.stderr;
    report.check(`CronJob/${name} can be run`, fault);
  }
};

const selectsPodsOf = ({ spec }: KubernetesObject, objects: KubernetesObject[]): boolean => {
  const { matchLabels = {} } = spec?.['selector'] as { matchLabels?: Record<string, string> };
  const wanted = Object.entries(matchLabels);
  return objects.some((each) => {
    const labels = podTemplate(each)?.metadata?.labels;
    return labels && wanted.every(([name, value]) => labels[name] === value);
  });
};

/** Every budget allows one eviction, or no node could be drained. */
export const checkDisruptionBudgets = async (
  objects: KubernetesObject[],
  namespace: string,
  report: TestReport,
): Promise<void> => {
  for (const budget of await get('poddisruptionbudgets', namespace)) {
    const { name } = budget.metadata;
    if (!selectsPodsOf(budget, objects)) {
      report.note(`PodDisruptionBudget/${name} is for pods that an operator makes`);
      continue;
    }
    const fault = await waitUntilOk(async () => {
      const text = await kubectlOrThrow(['get', 'pdb', name, '-n', namespace, '-o', 'json']);
      const { disruptionsAllowed = 0, expectedPods = 0 } = getStatus(
        JSON.parse(text) as KubernetesObject,
      );
      return Number(expectedPods) > 0 && Number(disruptionsAllowed) > 0
        ? ''
        : `of ${String(expectedPods)} pods none may go`;
    }, 60_000);
    report.check(`PodDisruptionBudget/${name} lets a pod go`, fault);
  }
};
