import type { KubernetesObject } from '../manifests/kubernetes-object.ts';
import { get } from './kubectl.ts';
import type { Report } from './report.ts';
import { makeUpVolumes } from './volumes.ts';
import { untilNoFault } from './wait.ts';

interface Condition {
  type: string;
  status: string;
  message?: string;
}

interface Status {
  observedGeneration?: number;
  replicas?: number;
  updatedReplicas?: number;
  availableReplicas?: number;
  readyReplicas?: number;
  succeeded?: number;
  conditions?: Condition[];
  [other: string]: unknown;
}

export const statusOf = ({ status }: KubernetesObject): Status => status ?? {};

const labelOf = ({ kind, metadata }: KubernetesObject) => `${kind}/${metadata.name}`;

const conditionOf = (each: KubernetesObject, type: string) =>
  statusOf(each).conditions?.find((condition) => condition.type === type);

const faultOfDeployment = (each: KubernetesObject, least: number): string => {
  const { updatedReplicas = 0, availableReplicas = 0 } = statusOf(each);
  const wanted = Math.max(Number(each.spec?.['replicas'] ?? 1), least);
  const told = conditionOf(each, 'ReplicaFailure') ?? conditionOf(each, 'Available');
  const isThere = conditionOf(each, 'Available')?.status === 'True';
  if (isThere && updatedReplicas >= wanted && availableReplicas >= wanted) return '';
  return `${availableReplicas} of ${wanted} pods are available. ${told?.message ?? ''}`;
};

const faultOf = (each: KubernetesObject, least: number): string => {
  const { readyReplicas = 0, succeeded = 0 } = statusOf(each);
  switch (each.kind) {
    case 'Deployment':
      return faultOfDeployment(each, least);
    case 'StatefulSet':
      return readyReplicas >= Number(each.spec?.['replicas'] ?? 1) ? '' : 'its pod is not ready';
    default:
      if (conditionOf(each, 'Failed')?.status === 'True')
        return conditionOf(each, 'Failed')?.message ?? 'it failed';
      return succeeded > 0 ? '' : 'it has not ended';
  }
};

/** What keeps pods of the namespace from being ready, in the words of the cluster. */
export const whyNot = async (namespace: string): Promise<string> => {
  const events = (await get('events', namespace)) as unknown as {
    type: string;
    message: string;
    involvedObject: { name: string };
  }[];
  const told = events
    .filter(({ type }) => type === 'Warning')
    .map(({ involvedObject, message }) => `${involvedObject.name}: ${message}`);
  return [...new Set(told)].slice(-5).join(' | ');
};

/** The least number of pods that an autoscaler keeps, by the name of its Deployment. */
const leastOf = (objects: KubernetesObject[]): Map<string, number> =>
  new Map(
    objects
      .filter(({ kind }) => kind === 'HorizontalPodAutoscaler')
      .map(({ spec }) => {
        const { name } = spec?.['scaleTargetRef'] as { name: string };
        return [name, Number(spec?.['minReplicas'] ?? 1)];
      }),
  );

/** Waits for every workload of the objects: available, ready, or done. Jobs may be gone once they are done. */
export const areUp = async (
  objects: KubernetesObject[],
  namespace: string,
  report: Report,
  when: string,
): Promise<void> => {
  const least = leastOf(objects);
  const wanted = objects.filter(({ kind }) => /^(Deployment|StatefulSet|Job)$/.test(kind));
  const open = new Map(wanted.map((each) => [labelOf(each), 'it is not there']));
  await untilNoFault(async () => {
    await makeUpVolumes(namespace);
    for (const each of await get('deployments,statefulsets,jobs', namespace)) {
      const label = labelOf(each);
      if (!open.has(label)) continue;
      const fault = faultOf(each, least.get(each.metadata.name) ?? 0);
      if (fault === '') open.delete(label);
      else open.set(label, fault);
    }
    return [...open.keys()].join();
  });
  const why = open.size > 0 ? await whyNot(namespace) : '';
  for (const each of wanted) {
    const fault = open.get(labelOf(each));
    report.find(`${labelOf(each)} is up ${when}`, fault === undefined ? '' : `${fault} ${why}`);
  }
};
