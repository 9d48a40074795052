import { Inject, Injectable } from '@nestjs/common';
import type { Collection, Connection } from 'mongoose';
import { isDuplicateKey } from '../data/write-conflict.js';
import { MONGO } from '../tokens.js';

const COLLECTION = 'inbox';
/** Longer than an event can be under way. */
const RETENTION_SECONDS = 30 * 24 * 60 * 60;

interface InboxEntry {
  /** Id of the event. */
  _id: string;
  name: string;
  at: Date;
}

/**
 * Remembers handled events. The entry is written after the handler's effect: after a crash between the
 * two the event is handled again, never lost.
 */
@Injectable()
export class Inbox {
  constructor(@Inject(MONGO) private readonly mongo: Connection | undefined) {}

  /** Creates the index that expires old entries. */
  async prepare(): Promise<void> {
    await this.entries.createIndex({ at: 1 }, { expireAfterSeconds: RETENTION_SECONDS });
  }

  /** Whether the event `id` was handled before. */
  async has(id: string): Promise<boolean> {
    return (await this.entries.findOne({ _id: id }, { projection: { _id: 1 } })) !== null;
  }

  /** Remembers the event. Another replica may have handled it at the same time. */
  async markHandled(id: string, name: string): Promise<void> {
    try {
      await this.entries.insertOne({ _id: id, name, at: new Date() });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
  }

  private get entries(): Collection<InboxEntry> {
    if (!this.mongo) throw new Error('@OnEvent needs ChassisModule.forRoot({ mongo: true })');
    return this.mongo.collection<InboxEntry>(COLLECTION);
  }
}
