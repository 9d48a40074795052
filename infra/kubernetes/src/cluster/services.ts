import type { KubernetesObject } from '../manifests/kubernetes-object.ts';
import { get, kubectl, mustRun } from './kubectl.ts';
import type { Report } from './report.ts';
import { untilNoFault } from './wait.ts';
import { statusOf } from './workloads.ts';

interface Slice extends KubernetesObject {
  endpoints: { conditions?: { ready?: boolean } }[] | null;
}

/** Every Service must lead to pods that are ready. */
export const servicesLeadSomewhere = async (namespace: string, report: Report): Promise<void> => {
  for (const { metadata } of await get('services', namespace)) {
    const fault = await untilNoFault(async () => {
      const slices = (await get('endpointslices', namespace)) as Slice[];
      const ready = slices
        .filter((each) => each.metadata.labels?.['kubernetes.io/service-name'] === metadata.name)
        .flatMap(({ endpoints }) => endpoints ?? [])
        .filter(({ conditions }) => conditions?.ready === true);
      return ready.length > 0 ? '' : 'no pod behind it is ready';
    }, 30_000);
    report.find(`Service/${metadata.name} leads to pods`, fault);
  }
};

/** Every CronJob is begun once, by hand, and must end well. */
export const cronJobsWork = async (namespace: string, report: Report): Promise<void> => {
  const names = (await get('cronjobs', namespace)).map(({ metadata }) => metadata.name);
  for (const name of names) {
    const begun = await kubectl([
      'create',
      'job',
      `${name}-by-hand`,
      `--from=cronjob/${name}`,
      '-n',
      namespace,
    ]);
    const fault = begun.ok
      ? await untilNoFault(async () => {
          const jobs = await get('jobs', namespace);
          const job = jobs.find(({ metadata }) => metadata.name === `${name}-by-hand`);
          return job && statusOf(job).succeeded ? '' : 'it has not ended well';
        })
      : begun.stderr;
    report.find(`CronJob/${name} can be run`, fault);
  }
};

/** Every budget must let at least one pod go, or no node could ever be emptied. */
export const budgetsAllowOne = async (namespace: string, report: Report): Promise<void> => {
  for (const budget of await get('poddisruptionbudgets', namespace)) {
    const { name } = budget.metadata;
    const fault = await untilNoFault(async () => {
      const text = await mustRun(['get', 'pdb', name, '-n', namespace, '-o', 'json']);
      const { disruptionsAllowed = 0, expectedPods = 0 } = statusOf(
        JSON.parse(text) as KubernetesObject,
      );
      return Number(expectedPods) > 0 && Number(disruptionsAllowed) > 0
        ? ''
        : `of ${String(expectedPods)} pods none may go`;
    }, 60_000);
    report.find(`PodDisruptionBudget/${name} lets a pod go`, fault);
  }
};
