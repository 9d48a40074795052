import type { Collection, Connection, mongo } from 'mongoose';
import type { EventPublisher } from '../events/publisher.js';
import type { AppLogger } from '../logging/app-logger.js';
import { OUTBOX_FIELD, type OutboxEntry } from './outbox-entry.js';

/** What an {@link OutboxRelay} works with. */
export interface OutboxRelayParts {
  mongo: Connection;
  collections: readonly string[];
  publisher: EventPublisher;
  logger: AppLogger;
}

/** The net under {@link OutboxRelay.kick}: entries of a process that died. Milliseconds. */
const POLL_MS = 2_000;
/** Many writes close together make one pass. Milliseconds. */
const KICK_MS = 5;
/** Documents of one pass over one collection. */
const BATCH = 100;

interface Pending {
  _id: mongo.BSON.ObjectId;
  outbox: OutboxEntry[];
}

/**
 * Publishes what the documents' outboxes hold, in each document's order, and removes an entry only
 * after the broker has confirmed it. A crash between the two publishes it again, and so may two
 * replicas that look at the same time: consumers know events by their id.
 */
export class OutboxRelay {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private isKicked = false;
  private isStopped = false;

  constructor(private readonly parts: OutboxRelayParts) {}

  start(): void {
    this.schedule(POLL_MS);
  }

  /** Looks soon. */
  kick(): void {
    if (this.isStopped) return;
    this.isKicked = true;
    if (!this.running) this.schedule(KICK_MS);
  }

  /** Ends the polling, after a last look that takes at most `milliseconds`. */
  async stop(milliseconds: number): Promise<void> {
    this.isStopped = true;
    clearTimeout(this.timer);
    const last = (this.running ?? Promise.resolve()).then(() => this.pass());
    const limit = new Promise<void>((resolve) => setTimeout(resolve, milliseconds).unref());
    await Promise.race([last, limit]);
  }

  /** Documents that hold unpublished entries. */
  async backlog(): Promise<number> {
    const counts = this.parts.collections.map((name) =>
      this.collection(name).countDocuments(hasEntries),
    );
    return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
  }

  private schedule(milliseconds: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.running = this.pass().finally(() => {
        this.running = undefined;
        if (!this.isStopped) this.schedule(this.isKicked ? KICK_MS : POLL_MS);
      });
    }, milliseconds);
  }

  private async pass(): Promise<void> {
    this.isKicked = false;
    try {
      for (const name of this.parts.collections) await this.relay(this.collection(name));
    } catch (error) {
      this.parts.logger.warn('events wait in the outbox', error);
    }
  }

  private async relay(collection: Collection<Pending>): Promise<void> {
    const found = collection.find(hasEntries, { projection: { [OUTBOX_FIELD]: 1 }, limit: BATCH });
    const documents = await found.toArray();
    const results = await Promise.allSettled(
      documents.map((document) => this.publish(collection, document)),
    );
    const failed = results.find(({ status }) => status === 'rejected');
    if (failed?.status === 'rejected') throw failed.reason;
    // There may be more.
    if (documents.length === BATCH) this.isKicked = true;
  }

  private async publish(collection: Collection<Pending>, document: Pending): Promise<void> {
    // All are handed to one channel in order; waiting for each confirm would only be slower.
    await Promise.all(document.outbox.map((entry) => this.parts.publisher.publish(entry)));
    const ids = document.outbox.map(({ id }) => id);
    await collection.updateOne({ _id: document._id }, { $pull: { outbox: { id: { $in: ids } } } });
  }

  private collection(name: string): Collection<Pending> {
    return this.parts.mongo.collection<Pending>(name);
  }
}

/** Any string is greater than the empty one: found by the index on `outbox.id`. */
const hasEntries = { 'outbox.id': { $gt: '' } };
