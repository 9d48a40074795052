import {
  ensureIndexes,
  type DeadLetterMessage,
  isDuplicateKey,
  MONGO,
  type OutboxEntry,
} from '@ctdb/chassis';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { mongo, Types, type Connection, type Model } from 'mongoose';
import {
  deadLetterIndexes,
  deadLetterModel,
  type Claim,
  type DeadLetterRecord,
} from './dead-letter.schema.js';
import { envelopeOf } from './envelope.js';

/** How a letter was settled, by whom, and with which command. */
export interface Settlement {
  state: 'replayed' | 'discarded';
  by: string;
  command: string;
}

const unclaimed = (now: Date, command: string) => [
  { claim: { $exists: false } },
  { 'claim.until': { $lte: now } },
  // The same command again, after a crash.
  { 'claim.id': { $eq: command } },
];

/** The collection `dead_letters`; every write is one change of one document. */
@Injectable()
export class DeadLettersRepository implements OnModuleInit {
  private readonly letters: Model<DeadLetterRecord>;

  constructor(@Inject(MONGO) connection: Connection) {
    this.letters = deadLetterModel(connection);
  }

  async onModuleInit(): Promise<void> {
    await ensureIndexes(this.letters, deadLetterIndexes);
  }

  /** Keeps a letter; one that is there stays as it is. */
  async insert(letter: DeadLetterMessage): Promise<void> {
    const { id, service, content, messageId, contentType, type, reason, deadAt, replays } = letter;
    try {
      await this.letters.collection.insertOne({
        _id: new Types.ObjectId(id),
        service,
        ...envelopeOf(content),
        deadAt,
        reason,
        state: 'waiting',
        content: new mongo.Binary(content),
        ...(messageId !== undefined && { messageId }),
        ...(contentType !== undefined && { contentType }),
        ...(type !== undefined && { type }),
        replays,
        outbox: [],
      });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
  }

  async find(id: Types.ObjectId): Promise<DeadLetterRecord | null> {
    return this.letters.findById(id).lean<DeadLetterRecord>().exec();
  }

  /** Without what they say: those that wait, oldest first, or the settled ones, newest first. */
  page(settled: boolean, page: number, limit: number): Promise<DeadLetterRecord[]> {
    return this.letters
      .find(stateOf(settled))
      .sort(settled ? { settledAt: -1, _id: -1 } : { deadAt: 1, _id: 1 })
      .skip((page - 1) * limit)
      .limit(limit)
      .select('-content -outbox')
      .lean<DeadLetterRecord[]>()
      .exec();
  }

  count(settled: boolean): Promise<number> {
    return this.letters.countDocuments(stateOf(settled)).exec();
  }

  /** Takes a waiting letter for oneself for a while; null where it is settled or another has it. */
  async claim(_id: Types.ObjectId, claim: Claim, now: Date): Promise<DeadLetterRecord | null> {
    return this.letters
      .findOneAndUpdate(
        { _id, state: 'waiting', $or: unclaimed(now, claim.id) },
        { $set: { claim } },
        { returnDocument: 'after' },
      )
      .lean<DeadLetterRecord>()
      .exec();
  }

  /** Gives it back unsettled. */
  async release(_id: Types.ObjectId, claimId: string): Promise<void> {
    await this.letters.updateOne(
      { _id, state: 'waiting', 'claim.id': { $eq: claimId } },
      { $unset: { claim: 1 } },
    );
  }

  /** Settles a letter that one has claimed, with the event of it; false where one has it no more. */
  async settle(
    _id: Types.ObjectId,
    { state, by, command }: Settlement,
    entry: OutboxEntry,
    now: Date,
  ): Promise<boolean> {
    const { modifiedCount } = await this.letters.updateOne(
      { _id, state: 'waiting', 'claim.id': { $eq: command } },
      {
        $set: { state, settledAt: now, settledBy: by, settledWith: command },
        $unset: { claim: 1 },
        $push: { outbox: entry },
      },
    );
    return modifiedCount === 1;
  }
}

const stateOf = (settled: boolean) =>
  settled ? { state: { $in: ['replayed', 'discarded'] as const } } : { state: 'waiting' as const };
