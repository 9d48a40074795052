/** A manifest, as far as the checks read it. */
export interface KubernetesObject {
  apiVersion: string;
  kind: string;
  metadata: {
    name: string;
    namespace?: string;
    labels?: Record<string, string>;
    annotations?: Record<string, string>;
  };
  spec?: Record<string, unknown>;
  data?: Record<string, string>;
  status?: Record<string, unknown>;
}

/** A variable, with its own value or one from elsewhere. */
export interface EnvironmentVariable {
  name: string;
  value?: string;
  valueFrom?: { configMapKeyRef?: { name: string; key: string } };
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
  env?: EnvironmentVariable[];
  envFrom?: { configMapRef?: { name: string } }[];
  ports?: { name: string; containerPort: number }[];
  startupProbe?: Probe;
  readinessProbe?: Probe;
  livenessProbe?: Probe;
  volumeMounts?: { name: string; mountPath: string; subPath?: string }[];
}

/** A pod as its workload describes it. */
export interface PodSpec {
  containers: Container[];
  volumes?: { name: string; secret?: { secretName: string; items?: { path: string }[] } }[];
}

interface Template {
  metadata?: { labels?: Record<string, string> };
  spec: PodSpec;
}

/** The template of the pods that an object makes; nothing where it makes none. */
export const podTemplate = ({ kind, spec }: KubernetesObject): Template | undefined => {
  const own = kind === 'CronJob' ? (spec?.['jobTemplate'] as KubernetesObject).spec : spec;
  return own?.['template'] as Template | undefined;
};
