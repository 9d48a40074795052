import { CollectionRepository, type DeadLetterMessage, type OutboxEntry } from '@ctdb/chassis';
import type { deadLetterEvents } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { mongo, Types, type Model } from 'mongoose';
import { deadLetterIndexes, DeadLetterRecord, type DeadLetterLock } from './dead-letter.record.js';
import { parseEnvelope } from './dead-letters.mapper.js';

/** How a dead letter was settled, when, by which administrator, and with which command. */
type Resolution = Required<Pick<DeadLetterRecord, 'settledAt' | 'settledBy' | 'settledWith'>> & {
  state: keyof typeof deadLetterEvents;
};

const unlocked = (now: Date, command: string) => [
  { claim: { $exists: false } },
  { 'claim.until': { $lte: now } },
  // The same command again, after a crash.
  { 'claim.id': { $eq: command } },
];

/** The collection `dead_letters`; every write is one change of one document. */
@Injectable()
export class DeadLettersRepository extends CollectionRepository<DeadLetterRecord> {
  constructor(@InjectModel(DeadLetterRecord.name) model: Model<DeadLetterRecord>) {
    super(model, deadLetterIndexes);
  }

  /** Stores a dead letter; one that exists stays as it is. */
  async insert({ id, content, ...letter }: DeadLetterMessage): Promise<void> {
    await this.insertIfMissing({
      _id: new Types.ObjectId(id),
      ...letter,
      ...parseEnvelope(content),
      state: 'waiting',
      content: new mongo.Binary(content),
      outbox: [],
    });
  }

  find(_id: Types.ObjectId): Promise<DeadLetterRecord | null> {
    return this.findOne({ _id });
  }

  /** Without content: the waiting ones, oldest first, or the settled ones, newest first; and how many there are. */
  async page(settled: boolean, page: number, limit: number) {
    const [items, total] = await Promise.all([
      this.findMany(toFilter(settled), {
        projection: { content: 0, outbox: 0 },
        sort: settled ? { settledAt: -1, _id: -1 } : { deadAt: 1, _id: 1 },
        skip: (page - 1) * limit,
        limit,
      }),
      this.count(settled),
    ]);
    return { items, total };
  }

  count(settled: boolean): Promise<number> {
    return this.model.countDocuments(toFilter(settled)).exec();
  }

  /** The newest waiting ones of these events. */
  newestWaiting(events: readonly string[], limit: number): Promise<DeadLetterRecord[]> {
    const filter = { state: 'waiting', event: { $in: [...events] } } as const;
    return this.findMany(filter, { sort: { deadAt: -1 }, limit });
  }

  /** Locks a waiting dead letter; null if it is settled or locked by another command. */
  lock(_id: Types.ObjectId, claim: DeadLetterLock, now: Date): Promise<DeadLetterRecord | null> {
    return this.findOneAndUpdate(
      { _id, state: 'waiting', $or: unlocked(now, claim.id) },
      { $set: { claim } },
    );
  }

  async unlock(_id: Types.ObjectId, command: string): Promise<void> {
    await this.updateOne(
      { _id, state: 'waiting', 'claim.id': { $eq: command } },
      { $unset: { claim: 1 } },
    );
  }

  /** Settles a locked dead letter, with its event. False if the lock was lost. */
  async resolve(_id: Types.ObjectId, resolution: Resolution, entry: OutboxEntry): Promise<boolean> {
    const { modifiedCount } = await this.updateOne(
      { _id, state: 'waiting', 'claim.id': { $eq: resolution.settledWith } },
      { $set: resolution, $unset: { claim: 1 }, $push: { outbox: entry } },
    );
    return modifiedCount === 1;
  }
}

const toFilter = (settled: boolean) =>
  settled ? { state: { $in: ['replayed', 'discarded'] as const } } : { state: 'waiting' as const };
