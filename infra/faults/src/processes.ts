import { readFileSync } from 'node:fs';

/** A process of the running product, by the name that the launcher gave it. */
export interface Target {
  name: string;
  pid: number;
}

/** The processes that the launcher runs on `dataFolder`. */
export const targets = (dataFolder: string): Target[] => {
  const state = JSON.parse(readFileSync(`${dataFolder}/run.json`, 'utf8')) as {
    children: Target[];
  };
  return state.children.map(({ name, pid }) => ({ name, pid }));
};

/** Waits until the launcher has put another process in the place of `old`. */
export const replaced = async (
  dataFolder: string,
  old: Target,
  limitMs: number,
): Promise<boolean> => {
  const end = Date.now() + limitMs;
  while (Date.now() < end) {
    const now = targets(dataFolder).find(({ name }) => name === old.name);
    if (now && now.pid !== old.pid) return true;
    await new Promise((wake) => setTimeout(wake, 100));
  }
  return false;
};
