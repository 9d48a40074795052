import { podTemplate, type Container, type KubernetesObject } from './kubernetes-object.ts';
import type { PodSpec } from './kubernetes-object.ts';

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

/** Every container of our images, by the workload that it is in. */
export const productProcesses = (objects: KubernetesObject[]): ProductProcess[] =>
  objects.flatMap((each) => {
    const pod = podTemplate(each)?.spec;
    return (pod?.containers ?? []).flatMap((container) => {
      const image = IMAGE.exec(container.image ?? '')?.[1];
      if (!pod || image === undefined) return [];
      return [{ name: each.metadata.name, kind: each.kind, image, container, pod }];
    });
  });
