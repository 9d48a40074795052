import { toObjectId } from '@ctdb/chassis';
import { ObjectStore } from '@ctdb/chassis/storage';
import { objectId, timestamp } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';

const FOLDER = 'erasures';

const storedId = objectId.transform(toObjectId);
const storedDate = timestamp.transform((at) => new Date(at));
const erasure = z.object({
  /** The patient, and those that were other spellings of it. */
  patientIds: z.array(storedId).min(1),
  /** Its entries: a database may come back in which they belong to another patient, or to none. */
  entryIds: z.array(storedId).default([]),
  erasedAt: storedDate,
  /** Backups hold the name until then. */
  backupsUntil: storedDate,
});
/** What is repeated while a backup may bring an erased patient back. No name is in it. */
export type Erasure = z.output<typeof erasure>;

/** Remembers erasures outside the database, which a restore takes back to an earlier state. */
@Injectable()
export class ErasureJournal {
  constructor(private readonly store: ObjectStore) {}

  /** Without storage nothing is remembered: the README says what that means. */
  async add(entry: Erasure): Promise<void> {
    if (!this.store.isConfigured) return;
    const key = `${FOLDER}/${String(entry.patientIds[0])}.json`;
    await this.store.put(key, Buffer.from(JSON.stringify(entry)), 'application/json');
  }

  /** The erasures that backups may undo; later ones are forgotten. */
  async list(now: Date): Promise<Erasure[]> {
    if (!this.store.isConfigured) return [];
    const current: Erasure[] = [];
    for await (const { key } of this.store.list(`${FOLDER}/`)) {
      const entry = erasure.parse(JSON.parse((await this.store.read(key)).toString('utf8')));
      if (entry.backupsUntil > now) current.push(entry);
      else await this.store.remove([key]);
    }
    return current;
  }
}
