import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { KubernetesObject } from './kubernetes-object.ts';
import { merge } from './merge.ts';
import { readDocuments } from './read-yaml.ts';

interface Generator {
  name: string;
  behavior?: 'merge' | 'create';
  literals?: string[];
  files?: string[];
}

interface Kustomization {
  resources?: string[];
  components?: string[];
  configMapGenerator?: Generator[];
  patches?: { path?: string; patch?: string }[];
}

const generated = (folder: string, { literals = [], files = [] }: Generator) =>
  Object.fromEntries([
    ...literals.map((literal) => {
      const at = literal.indexOf('=');
      return [literal.slice(0, at), literal.slice(at + 1)];
    }),
    ...files.map((file) => [basename(file), readFileSync(join(folder, file), 'utf8')]),
  ]) as Record<string, string>;

const isSame = (a: KubernetesObject, b: KubernetesObject) =>
  a.kind === b.kind && a.metadata.name === b.metadata.name;

const resource = (path: string): KubernetesObject[] => {
  if (statSync(path).isDirectory()) return render(path);
  return readDocuments(path) as KubernetesObject[];
};

const withConfigMap = (objects: KubernetesObject[], folder: string, generator: Generator) => {
  const { name } = generator;
  const data = generated(folder, generator);
  const found = objects.find((each) => each.kind === 'ConfigMap' && each.metadata.name === name);
  if (generator.behavior === 'merge') {
    if (!found) throw new Error(`${folder}: there is no ConfigMap ${name} to merge into`);
    found.data = { ...found.data, ...data };
    return objects;
  }
  if (found) throw new Error(`${folder}: there are two ConfigMaps ${name}`);
  return [...objects, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data }];
};

const patched = (objects: KubernetesObject[], path: string): KubernetesObject[] => {
  const patches = readDocuments(path) as KubernetesObject[];
  for (const patch of patches)
    if (!objects.some((each) => isSame(each, patch)))
      throw new Error(`${path}: there is no ${patch.kind} ${patch.metadata.name}`);
  return objects.map((each) =>
    patches
      .filter((patch) => isSame(each, patch))
      .reduce((merged, patch) => merge(merged, patch) as KubernetesObject, each),
  );
};

/**
 * What an overlay, or a component on top of `onto`, comes to: without the hashes in names, and without
 * patches that are written in place, which touch nothing that these tests look at. `kubectl kustomize` is the judge, and is
 * asked by `npm run test:k8s`; this tells the same of settings where there is no kubectl.
 */
export const render = (folder: string, onto: KubernetesObject[] = []): KubernetesObject[] => {
  const file = join(folder, 'kustomization.yaml');
  if (!existsSync(file)) throw new Error(`${file} is not there`);
  const [document] = readDocuments(file) as [Kustomization];
  const { resources = [], components = [], configMapGenerator = [], patches = [] } = document;
  let objects = [...onto, ...resources.flatMap((path) => resource(join(folder, path)))];
  for (const generator of configMapGenerator) {
    if (generator.behavior !== 'merge') objects = withConfigMap(objects, folder, generator);
  }
  for (const component of components) objects = render(join(folder, component), objects);
  for (const generator of configMapGenerator) {
    if (generator.behavior === 'merge') objects = withConfigMap(objects, folder, generator);
  }
  for (const { path } of patches) if (path) objects = patched(objects, join(folder, path));
  return objects;
};
