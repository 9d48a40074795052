import type { EventContract, PayloadOf } from '@ctdb/contracts';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { Collection, Connection, mongo } from 'mongoose';
import type { ChassisOptions } from '../chassis.options.js';
import { OUTBOX_FIELD, outboxEntry, OutboxRelay, type OutboxEntry } from '../data/outbox-entry.js';
import { Metrics } from '../health/metrics.js';
import { AppLogger } from '../logging/app-logger.js';
import { CHASSIS_OPTIONS, MONGO } from '../tokens.js';
import { EventPublisher } from './event-publisher.js';

/** Polling finds the entries of a process that crashed before it called {@link Outbox.relaySoon}. */
const POLL_INTERVAL_MS = 2_000;
/** Writes close together are relayed together. */
const RELAY_DEBOUNCE_MS = 5;
/** Documents of one run over one collection. */
const BATCH_SIZE = 100;

interface Pending {
  _id: mongo.BSON.ObjectId;
  outbox: OutboxEntry[];
}

/**
 * How services publish events: a write stores the entry in the changed document, and the relay
 * publishes it. The relay keeps each document's order and removes an entry only after the broker's
 * confirm. After a crash between the two, or by two replicas at the same time, an entry is published
 * again; consumers know events by their id.
 */
@Injectable()
export class Outbox extends OutboxRelay implements OnModuleInit {
  private readonly collections: readonly Collection<Pending>[];
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private isRelayRequested = false;
  private isStopped = false;

  constructor(
    @Inject(CHASSIS_OPTIONS) { outboxCollections = [] }: ChassisOptions,
    @Inject(MONGO) connection: Connection | undefined,
    private readonly publisher: EventPublisher,
    private readonly metrics: Metrics,
    private readonly logger: AppLogger,
  ) {
    super();
    if (outboxCollections.length > 0 && !connection)
      throw new Error('outboxCollections need mongo: true');
    this.collections = outboxCollections.flatMap(
      (name) => connection?.collection<Pending>(name) ?? [],
    );
  }

  /** Starts the relay. */
  onModuleInit(): void {
    if (this.collections.length === 0) return;
    this.publisher.start();
    this.metrics.observeBacklog(() => this.countPending());
    this.schedule(POLL_INTERVAL_MS);
  }

  /** See {@link outboxEntry}. Store it with `$push: { outbox: entry }` or in the new document. */
  entry<E extends EventContract>(event: E, payload: PayloadOf<E>): OutboxEntry {
    return outboxEntry(event, payload);
  }

  override relaySoon(): void {
    if (this.isStopped || this.collections.length === 0) return;
    this.isRelayRequested = true;
    if (!this.running) this.schedule(RELAY_DEBOUNCE_MS);
  }

  /** Ends the relay after a final run of at most `milliseconds`. */
  async stop(milliseconds: number): Promise<void> {
    this.isStopped = true;
    clearTimeout(this.timer);
    const last = (this.running ?? Promise.resolve()).then(() => this.relayAll());
    const limit = new Promise<void>((resolve) => setTimeout(resolve, milliseconds).unref());
    await Promise.race([last, limit]);
  }

  /** Number of documents with unpublished entries. */
  private async countPending(): Promise<number> {
    const counts = this.collections.map((collection) => collection.countDocuments(hasEntries));
    return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
  }

  private schedule(milliseconds: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.running = this.relayAll().finally(() => {
        this.running = undefined;
        if (!this.isStopped)
          this.schedule(this.isRelayRequested ? RELAY_DEBOUNCE_MS : POLL_INTERVAL_MS);
      });
    }, milliseconds);
  }

  private async relayAll(): Promise<void> {
    this.isRelayRequested = false;
    try {
      for (const collection of this.collections) await this.relay(collection);
    } catch (error) {
      this.logger.warn('outbox relay failed, events stay pending', error);
    }
  }

  private async relay(collection: Collection<Pending>): Promise<void> {
    const projection = { [OUTBOX_FIELD]: 1 };
    const documents = await collection
      .find(hasEntries, { projection, limit: BATCH_SIZE })
      .toArray();
    const results = await Promise.allSettled(
      documents.map((document) => this.publish(collection, document)),
    );
    const failed = results.find(({ status }) => status === 'rejected');
    if (failed?.status === 'rejected') throw failed.reason;
    if (documents.length === BATCH_SIZE) this.isRelayRequested = true;
  }

  private async publish(collection: Collection<Pending>, document: Pending): Promise<void> {
    // One channel publishes all entries in order; waiting for each confirm would only be slower.
    await Promise.all(document.outbox.map((entry) => this.publisher.publish(entry)));
    const ids = document.outbox.map(({ id }) => id);
    await collection.updateOne({ _id: document._id }, { $pull: { outbox: { id: { $in: ids } } } });
  }
}

/** Any string is greater than the empty one, and the index on `outbox.id` finds it. */
const hasEntries = { 'outbox.id': { $gt: '' } };
