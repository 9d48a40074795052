import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import type { KubernetesObject } from './kubernetes-object.ts';

export const repository = join(import.meta.dirname, '../../../..');

/** The names of the shipped overlays, each of a whole installation. */
export const overlays = ['local', 'production', 'ha'] as const;

export const overlayFolder = (name: string): string => join(repository, 'k8s/overlays', name);

/** Parses the documents of a YAML text; throws with line and column. */
export const documentsIn = (text: string): unknown[] =>
  parseAllDocuments(text).map((document) => {
    const [error] = document.errors;
    if (error) throw error;
    return document.toJS() as unknown;
  });

/** Parses the documents of a YAML file. */
export const readDocuments = (path: string): unknown[] => {
  try {
    return documentsIn(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new Error(`${path} cannot be read`, { cause: error });
  }
};

type JsonValue = unknown;
type JsonObject = Record<string, JsonValue>;

const isJsonObject = (value: JsonValue): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Lists are merged by the names or mount paths of their elements; others are replaced. */
const findMergeKey = (list: JsonValue[]): string | undefined =>
  ['mountPath', 'name'].find((key) => list.every((each) => isJsonObject(each) && key in each));

const mergeLists = (base: JsonValue[], patch: JsonValue[]): JsonValue[] => {
  const key = findMergeKey([...base, ...patch]);
  if (key === undefined) return patch;
  const added = patch as JsonObject[];
  const find = (list: JsonValue[], each: JsonObject) =>
    (list as JsonObject[]).find((other) => other[key] === each[key]);
  return [
    ...(base as JsonObject[]).map((each) => merge(each, find(added, each) ?? {})),
    ...added.filter((each) => find(base, each) === undefined),
  ];
};

/** The part of kustomize's strategic merge that our patches use. */
const merge = (base: JsonValue, patch: JsonValue): JsonValue => {
  if (Array.isArray(base) && Array.isArray(patch)) return mergeLists(base, patch);
  if (!isJsonObject(base) || !isJsonObject(patch)) return patch;
  const { $patch: directive, ...changes } = patch;
  if (directive === 'replace') return changes;
  const kept = Object.entries(base).filter(([name]) => changes[name] !== null);
  const merged: JsonObject = Object.fromEntries(kept);
  for (const [name, value] of Object.entries(changes)) {
    if (value !== null) merged[name] = name in base ? merge(base[name], value) : value;
  }
  return merged;
};

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
  if (statSync(path).isDirectory()) return kustomizeBuild(path);
  return readDocuments(path) as KubernetesObject[];
};

const withConfigMap = (objects: KubernetesObject[], folder: string, generator: Generator) => {
  const { name } = generator;
  const data = generated(folder, generator);
  const found = objects.find((each) => each.kind === 'ConfigMap' && each.metadata.name === name);
  if (generator.behavior === 'merge') {
    if (!found) throw new Error(`${folder}: there is no ConfigMap ${name} to merge into`);
    const merged = { ...found, data: { ...found.data, ...data } };
    return objects.map((each) => (each === found ? merged : each));
  }
  if (found) throw new Error(`${folder}: there are two ConfigMaps ${name}`);
  return [...objects, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data }];
};

const applyPatches = (objects: KubernetesObject[], path: string): KubernetesObject[] => {
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
 * Builds an overlay, or a component on top of `base`: the part of `kubectl kustomize` that these tests
 * read, without hashes in names and without inline patches. `npm run test:k8s` uses kubectl itself.
 */
export const kustomizeBuild = (
  folder: string,
  base: KubernetesObject[] = [],
): KubernetesObject[] => {
  const file = join(folder, 'kustomization.yaml');
  if (!existsSync(file)) throw new Error(`${file} is not there`);
  const [document] = readDocuments(file) as [Kustomization];
  const { resources = [], components = [], configMapGenerator = [], patches = [] } = document;
  let objects = [...base, ...resources.flatMap((path) => resource(join(folder, path)))];
  for (const generator of configMapGenerator) {
    if (generator.behavior !== 'merge') objects = withConfigMap(objects, folder, generator);
  }
  for (const component of components) objects = kustomizeBuild(join(folder, component), objects);
  for (const generator of configMapGenerator) {
    if (generator.behavior === 'merge') objects = withConfigMap(objects, folder, generator);
  }
  for (const { path } of patches) if (path) objects = applyPatches(objects, join(folder, path));
  return objects;
};

const built = new Map<string, KubernetesObject[]>();

/** The objects of an overlay, which is built once. */
export const overlay = (name: string): KubernetesObject[] => {
  const objects = built.get(name) ?? kustomizeBuild(overlayFolder(name));
  built.set(name, objects);
  return objects;
};

/** The only object of this kind and name. */
export const find = (
  objects: KubernetesObject[],
  kind: string,
  name: string,
): KubernetesObject | undefined =>
  objects.find((each) => each.kind === kind && each.metadata.name === name);
