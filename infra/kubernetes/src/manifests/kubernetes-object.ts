/** The fields of a manifest that are checked. */
export interface KubernetesObject {
  apiVersion: string;
  kind: string;
  metadata: {
    name: string;
    namespace?: string;
    labels?: Record<string, string>;
  };
  spec?: Record<string, unknown>;
  data?: Record<string, string>;
  status?: Record<string, unknown>;
}

interface Probe {
  httpGet?: { path: string; port: string | number };
}

/** A container of a pod. */
export interface Container {
  name: string;
  image?: string;
  command?: string[];
  args?: string[];
  env?: {
    name: string;
    value?: string;
    valueFrom?: { configMapKeyRef?: { name: string; key: string } };
  }[];
  envFrom?: { configMapRef?: { name: string } }[];
  ports?: { name: string; containerPort: number }[];
  startupProbe?: Probe;
  readinessProbe?: Probe;
  livenessProbe?: Probe;
  resources?: { limits?: { memory?: string } };
  volumeMounts?: { name: string; mountPath: string }[];
}

/** A pod as its workload describes it. */
export interface PodSpec {
  initContainers?: Container[];
  containers: Container[];
  terminationGracePeriodSeconds?: number;
  volumes?: {
    name: string;
    secret?: { secretName: string; items?: { path: string }[] };
    persistentVolumeClaim?: { claimName: string };
    projected?: { sources: { configMap?: { name: string }; secret?: { name: string } }[] };
  }[];
}

interface Template {
  metadata?: { labels?: Record<string, string> };
  spec: PodSpec;
}

/** The pod template of a workload; undefined for other objects. */
export const podTemplate = ({ kind, spec }: KubernetesObject): Template | undefined => {
  const own = kind === 'CronJob' ? (spec?.['jobTemplate'] as KubernetesObject).spec : spec;
  return own?.['template'] as Template | undefined;
};

const IMAGE = /(?:^|\/)colour-therapy-database\/([a-z]+)(?::[^:]+)?$/;

/** A container that runs one of our images. */
export interface ProductProcess {
  /** Name of the workload. */
  name: string;
  kind: string;
  /** Name of the image: the service whose code runs. */
  image: string;
  container: Container;
  pod: PodSpec;
}

/** Every container that runs one of our images. */
export const productProcesses = (objects: KubernetesObject[]): ProductProcess[] =>
  objects.flatMap((each) => {
    const pod = podTemplate(each)?.spec;
    return (pod?.containers ?? []).flatMap((container) => {
      const image = IMAGE.exec(container.image ?? '')?.[1];
      // Others only make something with what is in the image.
      if (!pod || image === undefined || container.name !== 'process') return [];
      return [{ name: each.metadata.name, kind: each.kind, image, container, pod }];
    });
  });

/** Reads the environment of a container, with ConfigMaps. Throws if a ConfigMap is missing. */
export const readEnvironment = (
  { name, container }: ProductProcess,
  objects: KubernetesObject[],
): Record<string, string> => {
  const configMap = (wanted: string): Record<string, string> => {
    const found = objects.find(
      (each) => each.kind === 'ConfigMap' && each.metadata.name === wanted,
    );
    if (!found) throw new Error(`${name}: there is no ConfigMap ${wanted}`);
    return found.data ?? {};
  };
  const shared = (container.envFrom ?? []).map(({ configMapRef }) =>
    configMap(configMapRef?.name ?? ''),
  );
  const own = (container.env ?? []).map(({ name: variable, value, valueFrom }) => {
    const { name: from = '', key = '' } = valueFrom?.configMapKeyRef ?? {};
    return { [variable]: value ?? configMap(from)[key] ?? '' };
  });
  return Object.assign({}, ...shared, ...own) as Record<string, string>;
};

/** Paths of all mounted files of Secrets. */
export const secretFiles = ({ container, pod }: ProductProcess): string[] =>
  (container.volumeMounts ?? []).flatMap(({ name, mountPath }) => {
    const volume = (pod.volumes ?? []).find((each) => each.name === name);
    return (volume?.secret?.items ?? []).map(({ path }) => `${mountPath}/${path}`);
  });
