import { beat, BEAT_MS, type Beat } from '@ctdb/chassis';
import type { ProcessHealth } from '@ctdb/contracts';
import { z } from 'zod';

/** A process that is not heard of for so long is silent; milliseconds. */
export const SILENT_MS = 3 * BEAT_MS;
/** How long a silent one is still shown; milliseconds. */
export const SHOWN_MS = 15 * 60_000;

/**
 * A process and the last it told, also its good-bye. When it was first and last heard of: times of
 * this clock, for that of another machine may differ.
 */
export const heardProcess = beat.extend({ firstSeenAt: z.number(), lastSeenAt: z.number() });
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
 * Silent ones whose place another has taken since: what was stopped while nobody could hear its
 * good-bye is not missed. Each that came after a silent one was last heard stands for one at most,
 * and first for those that have said good-bye since, before or after it came: a restart in order
 * leaves as many as before, and hides nobody who died. Where that cannot be told, the silent is missed.
 */
function replaced(all: readonly HeardProcess[], now: number): Set<HeardProcess> {
  const silent = all.filter((each) => !each.isGone && stateOf(each, now) === 'silent');
  const hidden = new Set<HeardProcess>();
  for (const each of silent.sort((a, b) => b.lastSeenAt - a.lastSeenAt)) {
    const beside = all.filter(({ name }) => name === each.name);
    const came = beside.filter(({ firstSeenAt }) => firstSeenAt > each.lastSeenAt);
    const left = beside.filter(({ isGone, lastSeenAt }) => isGone && lastSeenAt > each.lastSeenAt);
    const taken = left.length + beside.filter((one) => hidden.has(one)).length;
    if (came.length > taken) hidden.add(each);
  }
  return hidden;
}

/** The processes that were heard of. Times are milliseconds since the epoch. */
export class ProcessList {
  private readonly processes = new Map<string, HeardProcess>();
  private beganAt: number | undefined;

  /** Notes a beat, a good-bye too; the process as it is to be remembered. */
  hear(told: Beat, now: number): HeardProcess {
    this.beganAt ??= now;
    // Whoever runs when we begin to listen is heard within that time, and has not come just now.
    const hasJustBegun = now - this.beganAt <= SILENT_MS;
    const known = this.processes.get(keyOf(told));
    const firstSeenAt = known?.firstSeenAt ?? (hasJustBegun ? this.beganAt : now);
    const heard = { ...told, firstSeenAt, lastSeenAt: now };
    this.processes.set(keyOf(told), heard);
    return heard;
  }

  /** Adds what was remembered, where nothing newer is known. */
  recall(remembered: HeardProcess): void {
    const known = this.processes.get(keyOf(remembered));
    if (!known || known.lastSeenAt < remembered.lastSeenAt)
      this.processes.set(keyOf(remembered), remembered);
  }

  /** Forgets those that have been silent or gone for too long; their keys. */
  forgetOld(now: number): string[] {
    const old = [...this.processes].filter(([, { lastSeenAt }]) => now - lastSeenAt > SHOWN_MS);
    return old.map(([key]) => {
      this.processes.delete(key);
      return key;
    });
  }

  /** All of them that still run or are missed, by name. */
  states(now: number): ProcessHealth[] {
    const all = [...this.processes.values()].filter((each) => now - each.lastSeenAt <= SHOWN_MS);
    const hidden = replaced(all, now);
    return all
      .filter((each) => !each.isGone && !hidden.has(each))
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
