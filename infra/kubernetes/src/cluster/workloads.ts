import type { KubernetesObject } from '../manifests/kubernetes-object.ts';
import { get, kubectl, toList, onCleanup, waitUntilOk } from './kubectl.ts';
import type { TestReport } from './report.ts';

const LABEL = 'ctdb-test';

/** Clusters of simulated nodes create no volumes: K8S_VOLUMES=made-up. */
const useFakeVolumes = process.env['K8S_VOLUMES'] === 'made-up';

const volumeFor = ({ metadata, spec }: KubernetesObject, namespace: string): KubernetesObject => {
  const {
    accessModes,
    resources,
    storageClassName = '',
  } = spec as {
    accessModes: string[];
    resources: { requests: Record<string, string> };
    storageClassName?: string;
  };
  return {
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: { name: `${namespace}-${metadata.name}`, labels: { [LABEL]: namespace } },
    spec: {
      accessModes,
      capacity: resources.requests,
      storageClassName,
      persistentVolumeReclaimPolicy: 'Retain',
      claimRef: { kind: 'PersistentVolumeClaim', namespace, name: metadata.name },
      hostPath: { path: '/nonexistent' },
    },
  };
};

/** Deletes the volumes of a namespace after it. */
export const registerVolumeCleanup = (namespace: string): void => {
  if (useFakeVolumes) onCleanup('delete', 'pv', '-l', `${LABEL}=${namespace}`, '--timeout=60s');
};

/** Gives each pending claim an unusable volume, so that its pod is scheduled. */
const createFakeVolumes = async (namespace: string): Promise<void> => {
  if (!useFakeVolumes) return;
  const claims = await get('persistentvolumeclaims', namespace);
  const waiting = claims.filter(({ status }) => status?.['phase'] === 'Pending');
  // An existing volume is about to be bound.
  if (waiting.length > 0)
    await kubectl(['create', '-f', '-'], toList(waiting.map((each) => volumeFor(each, namespace))));
};

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

export const getStatus = ({ status }: KubernetesObject): Status => status ?? {};

export const toLabel = ({ kind, metadata }: KubernetesObject) => `${kind}/${metadata.name}`;

const findCondition = (each: KubernetesObject, type: string) =>
  getStatus(each).conditions?.find((condition) => condition.type === type);

const deploymentProblem = (each: KubernetesObject, least: number): string => {
  const { updatedReplicas = 0, availableReplicas = 0 } = getStatus(each);
  const wanted = Math.max(Number(each.spec?.['replicas'] ?? 1), least);
  const condition = findCondition(each, 'ReplicaFailure') ?? findCondition(each, 'Available');
  const isThere = findCondition(each, 'Available')?.status === 'True';
  if (isThere && updatedReplicas >= wanted && availableReplicas >= wanted) return '';
  return `${availableReplicas} of ${wanted} pods are available. ${condition?.message ?? ''}`;
};

const notReadyReason = (each: KubernetesObject, least: number): string => {
  const { readyReplicas = 0, succeeded = 0 } = getStatus(each);
  switch (each.kind) {
    case 'Deployment':
      return deploymentProblem(each, least);
    case 'StatefulSet':
      return readyReplicas >= Number(each.spec?.['replicas'] ?? 1) ? '' : 'its pod is not ready';
    default:
      if (findCondition(each, 'Failed')?.status === 'True')
        return findCondition(each, 'Failed')?.message ?? 'it failed';
      return succeeded > 0 ? '' : 'it has not ended';
  }
};

/** Collects the warnings of the namespace. */
const describeProblems = async (namespace: string): Promise<string> => {
  const events = (await get('events', namespace)) as unknown as {
    type: string;
    message: string;
    involvedObject: { name: string };
  }[];
  const messages = events
    .filter(({ type }) => type === 'Warning')
    .map(({ involvedObject, message }) => `${involvedObject.name}: ${message}`);
  return [...new Set(messages)].slice(-5).join(' | ');
};

/** Minimum replicas of autoscalers by the name of the Deployment. */
const minReplicasByName = (objects: KubernetesObject[]): Map<string, number> =>
  new Map(
    objects
      .filter(({ kind }) => kind === 'HorizontalPodAutoscaler')
      .map(({ spec }) => {
        const { name } = spec?.['scaleTargetRef'] as { name: string };
        return [name, Number(spec?.['minReplicas'] ?? 1)];
      }),
  );

/** Waits until every workload is available, ready or done. Jobs may be deleted once they are done. */
export const waitUntilReady = async (
  objects: KubernetesObject[],
  namespace: string,
  report: TestReport,
  when: string,
): Promise<void> => {
  const least = minReplicasByName(objects);
  const wanted = objects.filter(({ kind }) => /^(Deployment|StatefulSet|Job)$/.test(kind));
  const open = new Map(wanted.map((each) => [toLabel(each), 'it is not there']));
  await waitUntilOk(async () => {
    await createFakeVolumes(namespace);
    for (const each of await get('deployments,statefulsets,jobs', namespace)) {
      const label = toLabel(each);
      if (!open.has(label)) continue;
      const fault = notReadyReason(each, least.get(each.metadata.name) ?? 0);
      if (fault === '') open.delete(label);
      else open.set(label, fault);
    }
    return [...open.keys()].join();
  });
  const why = open.size > 0 ? await describeProblems(namespace) : '';
  for (const each of wanted) {
    const fault = open.get(toLabel(each));
    report.check(`${toLabel(each)} is up ${when}`, fault === undefined ? '' : `${fault} ${why}`);
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
