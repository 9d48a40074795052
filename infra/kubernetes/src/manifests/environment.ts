import type { KubernetesObject } from './kubernetes-object.ts';
import type { ProductProcess } from './product-processes.ts';

/** The environment that a container gets, ConfigMaps included. Throws for a ConfigMap that is not there. */
export const environmentOf = (
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

/** The paths of all files of Secrets that a container sees. */
export const secretFiles = ({ container, pod }: ProductProcess): string[] =>
  (container.volumeMounts ?? []).flatMap(({ name, mountPath }) => {
    const volume = (pod.volumes ?? []).find((each) => each.name === name);
    return (volume?.secret?.items ?? []).map(({ path }) => `${mountPath}/${path}`);
  });
