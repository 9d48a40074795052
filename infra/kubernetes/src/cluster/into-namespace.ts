import type { KubernetesObject } from '../manifests/kubernetes-object.ts';

interface Subject {
  kind: string;
  namespace?: string;
}

/** The objects, moved to another namespace, which takes the place of their own. */
export const intoNamespace = (objects: KubernetesObject[], namespace: string): KubernetesObject[] =>
  objects.map((each) => {
    if (each.kind === 'Namespace')
      return { ...each, metadata: { ...each.metadata, name: namespace } };
    const moved = { ...each, metadata: { ...each.metadata, namespace } };
    if (each.kind !== 'RoleBinding') return moved;
    const { subjects } = each as KubernetesObject & { subjects: Subject[] };
    return { ...moved, subjects: subjects.map((subject) => ({ ...subject, namespace })) };
  });
