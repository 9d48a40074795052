import { BEAT_MS, type Beat } from '@ctdb/chassis';
import type { ProcessHealth } from '@ctdb/contracts';
import { z } from 'zod';

/** A process that is not heard of for so long is silent; milliseconds. */
export const SILENT_MS = 3 * BEAT_MS;
/** How long a silent one is still shown; milliseconds. */
export const SHOWN_MS = 15 * 60_000;

/** A process, and when it was last heard of. */
export const heardProcess = z.object({
  name: z.string(),
  instance: z.string(),
  startedAt: z.iso.datetime(),
  isReady: z.boolean(),
  dependencies: z.array(z.object({ name: z.string(), isUp: z.boolean() })),
  lastSeenAt: z.number(),
});
/** See {@link heardProcess}. */
export type HeardProcess = z.infer<typeof heardProcess>;

/** What tells processes apart; another start of the same one is the same. */
export const keyOf = ({ name, instance }: Pick<Beat, 'name' | 'instance'>): string =>
  `${name}\n${instance}`;

const stateOf = ({ isReady, lastSeenAt }: HeardProcess, now: number): ProcessHealth['state'] => {
  if (now - lastSeenAt > SILENT_MS) return 'silent';
  return isReady ? 'ready' : 'notReady';
};

/**
 * Silent ones in whose place another has been started since: each that is heard of replaces one at
 * most. What was stopped while nobody could hear its good-bye is not missed.
 */
function replaced(all: readonly HeardProcess[], now: number): Set<HeardProcess> {
  const isSilent = (each: HeardProcess) => stateOf(each, now) === 'silent';
  const startOf = ({ startedAt }: HeardProcess) => Date.parse(startedAt);
  const heard = all.filter((each) => !isSilent(each)).sort((a, b) => startOf(b) - startOf(a));
  const silent = all.filter(isSilent).sort((a, b) => b.lastSeenAt - a.lastSeenAt);
  const gone = new Set<HeardProcess>();
  for (const each of silent) {
    const index = heard.findIndex(({ name }) => name === each.name);
    const newest = heard[index];
    if (!newest || startOf(newest) <= each.lastSeenAt) continue;
    heard.splice(index, 1);
    gone.add(each);
  }
  return gone;
}

/** The processes that were heard of. Times are milliseconds since the epoch. */
export class ProcessList {
  private readonly processes = new Map<string, HeardProcess>();

  /** Notes a beat; the process as it is to be remembered, nothing where it has said good-bye. */
  hear({ isGone, ...told }: Beat, now: number): HeardProcess | undefined {
    if (isGone) {
      this.processes.delete(keyOf(told));
      return undefined;
    }
    const heard = { ...told, lastSeenAt: now };
    this.processes.set(keyOf(told), heard);
    return heard;
  }

  /** Adds what was remembered, where nothing newer is known. */
  recall(remembered: HeardProcess): void {
    const known = this.processes.get(keyOf(remembered));
    if (!known || known.lastSeenAt < remembered.lastSeenAt)
      this.processes.set(keyOf(remembered), remembered);
  }

  /** Forgets those that have been silent for too long; their keys. */
  forgetOld(now: number): string[] {
    const old = [...this.processes].filter(([, { lastSeenAt }]) => now - lastSeenAt > SHOWN_MS);
    return old.map(([key]) => {
      this.processes.delete(key);
      return key;
    });
  }

  /** All of them that still run or are missed, by name. */
  states(now: number): ProcessHealth[] {
    const all = [...this.processes.values()];
    const gone = replaced(all, now);
    return all
      .filter((each) => now - each.lastSeenAt <= SHOWN_MS && !gone.has(each))
      .map((each) => ({
        name: each.name,
        instance: each.instance,
        state: stateOf(each, now),
        startedAt: each.startedAt,
        lastSeenAt: new Date(each.lastSeenAt).toISOString(),
        dependencies: each.dependencies,
      }))
      .sort(
        (a, b) => a.name.localeCompare(b.name, 'en') || a.instance.localeCompare(b.instance, 'en'),
      );
  }
}
