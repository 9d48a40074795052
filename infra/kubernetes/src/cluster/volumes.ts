import type { KubernetesObject } from '../manifests/kubernetes-object.ts';
import { get, kubectl, listOf } from './kubectl.ts';
import { toUndo } from './undo.ts';

const LABEL = 'ctdb-test';

/** For clusters of simulated nodes, where nobody makes volumes: K8S_VOLUMES=made-up. */
const areMadeUp = process.env['K8S_VOLUMES'] === 'made-up';

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

/** The volumes of a namespace are to go after it. */
export const undoVolumes = (namespace: string): void => {
  if (areMadeUp) toUndo('delete', 'pv', '-l', `${LABEL}=${namespace}`, '--timeout=60s');
};

/** Gives each claim that waits a volume that nobody can use, so that its pod is scheduled. */
export const makeUpVolumes = async (namespace: string): Promise<void> => {
  if (!areMadeUp) return;
  const claims = await get('persistentvolumeclaims', namespace);
  const waiting = claims.filter(({ status }) => status?.['phase'] === 'Pending');
  // One that is there already is on its way to its claim.
  if (waiting.length > 0)
    await kubectl(['create', '-f', '-'], listOf(waiting.map((each) => volumeFor(each, namespace))));
};
