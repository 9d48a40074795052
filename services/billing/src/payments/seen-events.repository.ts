import { MONGO } from '@ctdb/chassis';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { Collection, Connection } from 'mongoose';
import { createIndexes } from '../data/create-indexes.js';
import { isDuplicate } from '../data/is-duplicate.js';

const COLLECTION = 'webhook_events';
/** In seconds. PayPal repeats a webhook for 3 days and allows a manual resend for 30 days. */
const KEPT_SECONDS = 45 * 24 * 60 * 60;

interface Mark {
  /** The provider's id of the event. */
  _id: string;
  type: string;
  at: Date;
}

/** Ids of processed webhooks. */
@Injectable()
export class SeenEventsRepository implements OnModuleInit {
  private readonly marks: Collection<Mark>;

  constructor(@Inject(MONGO) mongo: Connection) {
    this.marks = mongo.collection<Mark>(COLLECTION);
  }

  async onModuleInit(): Promise<void> {
    await createIndexes({
      createIndexes: () => this.marks.createIndex({ at: 1 }, { expireAfterSeconds: KEPT_SECONDS }),
    });
  }

  async has(id: string): Promise<boolean> {
    return (await this.marks.findOne({ _id: id }, { projection: { _id: 1 } })) !== null;
  }

  async mark(id: string, type: string): Promise<void> {
    try {
      // The database's clock ends it, so it is this process's that tells its age.
      await this.marks.insertOne({ _id: id, type, at: new Date() });
    } catch (error) {
      if (!isDuplicate(error)) throw error;
    }
  }
}
