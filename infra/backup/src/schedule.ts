import { setTimeout as sleep } from 'node:timers/promises';
import type { MongoClient } from 'mongodb';
// oxlint-disable-next-line ctdb/borders -- its image has this file of the project alone
import { PRUNE_INTERVAL_DAYS } from '../../../services/contracts/src/constants/backups.ts';
import type { Journal } from './journal.ts';
import type { Settings } from './settings.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** A run starts twice in the time of which data may be lost, so that one may fail. */
export const intervalMs = ({ rpoMinutes }: Pick<Settings, 'rpoMinutes'>): number =>
  (rpoMinutes * MINUTE_MS) / 2;

/** Whether the last run is so many days old, or there was none. */
const isOlder = (last: Date | undefined, days: number): boolean =>
  last === undefined || Date.now() - last.getTime() >= days * DAY_MS;

/** Reads from the journal whether a drill is due: the last good one is old enough, and a failed one a day. */
export const readDrillDue = async (
  { drillDays }: Pick<Settings, 'drillDays'>,
  journal: Journal,
): Promise<boolean> =>
  isOlder(await journal.lastStart('drill', 'ok'), drillDays) &&
  isOlder(await journal.lastStart('drill', 'failed'), 1);

/** Reads from the journal whether a prune is due. A failed one is repeated at the next turn. */
export const readPruneDue = async (
  { repository }: Pick<Settings, 'repository'>,
  journal: Journal,
): Promise<boolean> => {
  if (repository.appendOnly) return false;
  return isOlder(await journal.lastStart('prune', 'ok'), PRUNE_INTERVAL_DAYS);
};

/** Whether nothing was ever copied because services have not made their databases yet. */
export const isTooEarly = async (
  { databases }: Pick<Settings, 'databases'>,
  client: MongoClient,
  journal: Journal,
): Promise<boolean> => {
  if ((await journal.lastStart('backup', 'ok')) !== undefined) return false;
  for (const name of databases)
    if (!(await client.db(name).listCollections({}, { nameOnly: true }).hasNext())) return true;
  return false;
};

/** Does the work at each interval until the other one has ended. Throws what that one throws. */
export const repeatBeside = async (
  other: Promise<void>,
  intervalMs: number,
  work: () => Promise<void>,
): Promise<void> => {
  const ended = other.then(
    () => true,
    () => true,
  );
  // The timer keeps no process alive.
  const pause = () => sleep(intervalMs, false, { ref: false });
  while (!(await Promise.race([ended, pause()]))) await work();
  await other;
};
