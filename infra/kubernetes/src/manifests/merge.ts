type Json = unknown;
type Dictionary = Record<string, Json>;

const isDictionary = (value: Json): value is Dictionary =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Lists whose elements have names, or mount paths, are merged by them; others are replaced. */
const keyOf = (list: Json[]): string | undefined =>
  ['mountPath', 'name'].find((key) => list.every((each) => isDictionary(each) && key in each));

const mergeLists = (base: Json[], patch: Json[]): Json[] => {
  const key = keyOf([...base, ...patch]);
  if (key === undefined) return patch;
  const added = patch as Dictionary[];
  const find = (list: Json[], each: Dictionary) =>
    (list as Dictionary[]).find((other) => other[key] === each[key]);
  return [
    ...(base as Dictionary[]).map((each) => merge(each, find(added, each) ?? {})),
    ...added.filter((each) => find(base, each) === undefined),
  ];
};

/** A strategic merge as kustomize does it, as far as our patches use it. */
export const merge = (base: Json, patch: Json): Json => {
  if (Array.isArray(base) && Array.isArray(patch)) return mergeLists(base, patch);
  if (!isDictionary(base) || !isDictionary(patch)) return patch;
  const { $patch: directive, ...changes } = patch;
  if (directive === 'replace') return changes;
  const kept = Object.entries(base).filter(([name]) => changes[name] !== null);
  const merged: Dictionary = Object.fromEntries(kept);
  for (const [name, value] of Object.entries(changes)) {
    if (value !== null) merged[name] = name in base ? merge(base[name], value) : value;
  }
  return merged;
};
