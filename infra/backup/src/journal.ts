import type { Collection, MongoClient } from 'mongodb';
import { StepError } from './command.ts';

/** The database of the backup's own user. No backup holds it: a restore leaves it as it is. */
export const JOURNAL_DATABASE = 'backups';
const KEEP_DAYS = 90;
const DAY_MS = 86_400_000;

/** Names a kind of run: one of each kind at a time. */
export type Run = 'backup' | 'prune' | 'drill' | 'restore';

/** Records runs for ops, which shows and measures them. */
export class Journal {
  readonly #runs: Collection;

  constructor(client: MongoClient, database = JOURNAL_DATABASE) {
    this.#runs = client.db(database).collection('runs');
  }

  /** Does the work and records it with what it returns, or with the part in which it failed. */
  async record(run: Run, work: () => Promise<Record<string, unknown>>): Promise<void> {
    const startedAt = new Date();
    const oldest = new Date(startedAt.getTime() - KEEP_DAYS * DAY_MS);
    await this.#runs.deleteMany({ startedAt: { $lt: oldest } });
    // Its process was killed: no other one of this kind runs.
    const killed = { outcome: 'failed', step: 'other', endedAt: startedAt };
    await this.#runs.updateMany({ run, outcome: 'running' }, { $set: killed });
    const { insertedId } = await this.#runs.insertOne({ run, startedAt, outcome: 'running' });
    const end = (set: Record<string, unknown>) =>
      this.#runs.updateOne({ _id: insertedId }, { $set: { endedAt: new Date(), ...set } });
    try {
      await end({ outcome: 'ok', ...(await work()) });
    } catch (error) {
      const step = error instanceof StepError ? error.step : 'other';
      // The error itself matters more than its record.
      await end({ outcome: 'failed', step }).catch(() => undefined);
      throw error;
    }
  }

  /** When a run of this kind started last. */
  async lastStart(run: Run, outcome: 'ok' | 'failed'): Promise<Date | undefined> {
    const found = await this.#runs.findOne({ run, outcome }, { sort: { startedAt: -1 } });
    return found?.['startedAt'] as Date | undefined;
  }

  /** Which tenth of the repository the last good drill has read; 0 before the first. */
  async findDrilledTenth(): Promise<number> {
    const drill = { run: 'drill', outcome: 'ok' };
    const found = await this.#runs.findOne(drill, { sort: { startedAt: -1 } });
    return (found?.['tenth'] as number | undefined) ?? 0;
  }
}
