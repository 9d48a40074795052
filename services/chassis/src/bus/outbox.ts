import { setTimeout as pause } from 'node:timers/promises';
import { type EventContract, eventSubscriptions, type PayloadOf } from '@ctdb/contracts';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { Collection, Connection } from 'mongoose';
import { CHASSIS_OPTIONS, type ChassisOptions, MONGO } from '../chassis.options.js';
import {
  OUTBOX_FIELD,
  type OutboxDocument,
  outboxEntry,
  type OutboxEntry,
  OutboxRelay,
} from '../data/outbox-entry.js';
import { coalesceCalls } from '../data/coalesce-calls.js';
import { retryOnDeadlock } from '../data/write-conflict.js';
import { Metrics } from '../health/metrics.js';
import { AppLogger } from '../logging/app-logger.js';
import { ConfirmedChannel } from './confirmed-channel.js';
import { AmqpConnection } from './connection.js';
import { allEventQueues, BusNames } from './topology.js';

/** Events that a service waits for. */
const consumedEvents = new Set<string>(
  Object.values(eventSubscriptions).flatMap((events) => events.map(({ name }) => name)),
);

/** Polling finds the entries of a process that crashed before they were published. */
const POLL_INTERVAL_MS = 2_000;
/** Writes close together are relayed together. */
const RELAY_DEBOUNCE_MS = 5;
/** Documents that are searched, and entries that are published and removed, at a time. */
const BATCH_SIZE = 100;

type Documents = Collection<OutboxDocument>;

/** An entry that is known to be stored in a document. */
interface StoredEntry {
  documents: Documents;
  documentId: OutboxDocument['_id'];
  entry: OutboxEntry;
}

/**
 * How services publish events: a write stores the entry in the changed document, and the relay
 * publishes it. The relay keeps each document's order and removes an entry only after the broker's
 * confirm. After a crash between the two, or by two replicas at the same time, an entry is published
 * again; consumers know events by their id.
 */
@Injectable()
export class Outbox extends OutboxRelay implements OnModuleInit {
  private readonly collections = new Map<string, Documents>();
  /** Entries of {@link relayDocument} by id, in the order of the writes. */
  private readonly written = new Map<string, StoredEntry>();
  private channel: ConfirmedChannel | undefined;
  private timer: NodeJS.Timeout | undefined;
  private isSearchRequested = false;
  private isStopped = false;

  private readonly run = coalesceCalls(async () => {
    await pause(RELAY_DEBOUNCE_MS);
    await this.relayAll();
    if (this.written.size > 0 || this.isSearchRequested) this.startRun();
  });

  constructor(
    @Inject(CHASSIS_OPTIONS) { outboxCollections = [] }: ChassisOptions,
    @Inject(MONGO) mongo: Connection | undefined,
    private readonly connection: AmqpConnection,
    private readonly names: BusNames,
    private readonly metrics: Metrics,
    private readonly logger: AppLogger,
  ) {
    super();
    for (const name of outboxCollections) {
      if (!mongo) throw new Error('outboxCollections need mongo: true');
      this.collections.set(name, mongo.collection<OutboxDocument>(name));
    }
  }

  /** Starts the relay. */
  onModuleInit(): void {
    if (this.collections.size === 0) return;
    const setup = () => this.connection.ensure(allEventQueues(this.names));
    this.channel = new ConfirmedChannel(this.connection, setup);
    this.metrics.observe(
      { name: 'outbox_backlog_documents', help: 'Documents that hold unpublished events' },
      async () => [{ value: await this.countPending() }],
    );
    this.timer = setInterval(() => this.relaySoon(), POLL_INTERVAL_MS);
  }

  /** See {@link outboxEntry}. Store it with `$push: { outbox: entry }` or in the new document. */
  entry<E extends EventContract>(event: E, payload: PayloadOf<E>): OutboxEntry {
    return outboxEntry(event, payload);
  }

  override relaySoon(): void {
    this.isSearchRequested = true;
    this.startRun();
  }

  override relayDocument(collection: string, { _id, outbox }: OutboxDocument): void {
    const documents = this.collections.get(collection);
    if (!documents) return;
    // An entry that waits already keeps its place.
    for (const entry of outbox) this.written.set(entry.id, { documents, documentId: _id, entry });
    this.startRun();
  }

  /** Ends the relay after a final run of at most `milliseconds`. */
  async stop(milliseconds: number): Promise<void> {
    this.isStopped = true;
    clearInterval(this.timer);
    this.isSearchRequested = true;
    await Promise.race([this.run(), pause(milliseconds, undefined, { ref: false })]);
  }

  /** Number of documents with unpublished entries. */
  private async countPending(): Promise<number> {
    const counts = [...this.collections.values()].map((documents) =>
      documents.countDocuments(hasEntries),
    );
    return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
  }

  private startRun(): void {
    if (!this.isStopped && this.collections.size > 0) void this.run();
  }

  private async relayAll(): Promise<void> {
    try {
      const batch = [...this.written.values()].slice(0, BATCH_SIZE);
      for (const [documents, entries] of Map.groupBy(batch, (stored) => stored.documents))
        await this.relay(documents, entries);
      if (this.isSearchRequested) await this.relayFound();
    } catch (error) {
      // The next search finds all of them, in their order.
      this.written.clear();
      this.logger.warn('outbox relay failed, events stay pending', error);
    }
  }

  private async relayFound(): Promise<void> {
    this.isSearchRequested = false;
    const options = { projection: { [OUTBOX_FIELD]: 1 }, limit: BATCH_SIZE };
    for (const documents of this.collections.values()) {
      const found = await documents.find(hasEntries, options).toArray();
      const entries = found.flatMap(({ _id, outbox }) =>
        outbox.map((entry) => ({ documents, documentId: _id, entry })),
      );
      await this.relay(documents, entries);
      if (found.length === BATCH_SIZE) this.isSearchRequested = true;
    }
  }

  /** Resolves once RabbitMQ has stored the event. */
  private async publish(entry: OutboxEntry): Promise<void> {
    const { id, name } = entry;
    const content = Buffer.from(JSON.stringify(entry));
    const isQueued = await this.channel?.publish(this.names.events, name, content, {
      messageId: id,
      type: name,
      contentType: 'application/json',
      userId: this.connection.user,
      mandatory: consumedEvents.has(name),
    });
    // A consumer of the version before does not know it yet.
    if (!isQueued) throw new Error(`no queue is bound to the event ${name}`);
  }

  /** Publishes entries of one collection, and removes those that the broker has confirmed. */
  private async relay(documents: Documents, entries: readonly StoredEntry[]): Promise<void> {
    // One channel publishes all entries in order; waiting for each confirm would only be slower.
    const results = await Promise.allSettled(entries.map(({ entry }) => this.publish(entry)));
    const published = entries.filter((_, index) => results[index]?.status === 'fulfilled');
    const ids = published.map(({ entry }) => entry.id);
    if (ids.length > 0)
      await retryOnDeadlock(() =>
        documents.updateMany(
          { _id: { $in: published.map(({ documentId }) => documentId) } },
          { $pull: { outbox: { id: { $in: ids } } } },
        ),
      );
    for (const id of ids) this.written.delete(id);
    const failed = results.find(({ status }) => status === 'rejected');
    if (failed?.status === 'rejected') throw failed.reason;
  }
}

/** Any string is greater than the empty one, and the index on `outbox.id` finds it. */
const hasEntries = { 'outbox.id': { $gt: '' } };
