import { beat, BEAT_MS, type Beat } from '@ctdb/chassis';
import type { ProcessHealth } from '@ctdb/contracts';
import { z } from 'zod';

/** A process that is not heard of for so long is silent; milliseconds. */
export const SILENT_AFTER_MS = 3 * BEAT_MS;
/** How long a silent one is still shown; milliseconds. */
export const LISTED_FOR_MS = 15 * 60_000;

/**
 * A process and the last it told, also its good-bye. When it was first and last heard of: times of
 * this clock, for that of another machine may differ.
 */
export const knownProcess = beat.extend({ firstSeenAt: z.number(), lastSeenAt: z.number() });
/** See {@link knownProcess}. */
export type KnownProcess = z.infer<typeof knownProcess>;

/** What tells processes apart; another start of the same one is the same. */
export const toKey = ({ name, instance }: Pick<Beat, 'name' | 'instance'>): string =>
  `${name}\n${instance}`;

const stateOf = ({ isReady, lastSeenAt }: KnownProcess, now: number): ProcessHealth['state'] => {
  if (now - lastSeenAt > SILENT_AFTER_MS) return 'silent';
  return isReady ? 'ready' : 'notReady';
};

/**
 * Silent ones whose place another has taken since: what was stopped while nobody could hear its
 * good-bye is not missed. Each that came after a silent one was last heard stands for one at most,
 * and first for those that have said good-bye since, before or after it came: a restart in order
 * leaves as many as before, and hides nobody who died. Where that cannot be told, the silent is missed.
 */
function findReplaced(all: readonly KnownProcess[], now: number): Set<KnownProcess> {
  const silent = all.filter((each) => !each.isGone && stateOf(each, now) === 'silent');
  const hidden = new Set<KnownProcess>();
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
export class ProcessRegistry {
  private readonly processes = new Map<string, KnownProcess>();
  private listeningSince: number | undefined;

  /** Notes a beat, a good-bye too; the process as it is to be remembered. */
  update(told: Beat, now: number): KnownProcess {
    this.listeningSince ??= now;
    // Whoever runs when we begin to listen is heard within that time, and has not come just now.
    const isStartupPhase = now - this.listeningSince <= SILENT_AFTER_MS;
    const known = this.processes.get(toKey(told));
    const firstSeenAt = known?.firstSeenAt ?? (isStartupPhase ? this.listeningSince : now);
    const heard = { ...told, firstSeenAt, lastSeenAt: now };
    this.processes.set(toKey(told), heard);
    return heard;
  }

  /** Adds what was remembered, where nothing newer is known. */
  load(remembered: KnownProcess): void {
    const known = this.processes.get(toKey(remembered));
    if (!known || known.lastSeenAt < remembered.lastSeenAt)
      this.processes.set(toKey(remembered), remembered);
  }

  /** Forgets those that have been silent or gone for too long; their keys. */
  removeExpired(now: number): string[] {
    const old = [...this.processes].filter(
      ([, { lastSeenAt }]) => now - lastSeenAt > LISTED_FOR_MS,
    );
    return old.map(([key]) => {
      this.processes.delete(key);
      return key;
    });
  }

  /** All of them that still run or are missed, by name. */
  states(now: number): ProcessHealth[] {
    const all = [...this.processes.values()].filter(
      (each) => now - each.lastSeenAt <= LISTED_FOR_MS,
    );
    const hidden = findReplaced(all, now);
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
