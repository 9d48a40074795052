import {
  CollectionRepository,
  isWriteConflict,
  outboxEntry,
  type OutboxEntry,
} from '@ctdb/chassis';
import { MAX_ADDRESS_CODE_ATTEMPTS, MAX_PRACTICE_ADDRESSES, practiceEvents } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { Types, type Model, type QueryFilter, type UpdateQuery } from 'mongoose';
import { noted } from '../noted.js';
import {
  type DigitsPurpose,
  type MailedDigits,
  practiceIndexes,
  PracticeRecord,
} from './practice.record.js';

const MAX_FORMER_BROWSERS = 20;
/** Longer than an order can be paid and its access be activated. */
const UNUSED_RETENTION_MS = 62 * 86_400_000;
/** Longer than any request takes that was sent with a replaced token. */
export const GRACE_MS = 30_000;

const ABSENT = { $exists: false };

/** The tokens of a practice as they were read. */
const asRead = ({ _id, browser, next }: PracticeRecord) => ({
  _id,
  browser: browser ?? ABSENT,
  next: next ?? ABSENT,
});

const movedEvent = ({ _id }: PracticeRecord, browser: string | undefined, movedAt?: Date) =>
  outboxEntry(practiceEvents.moved, {
    practice: _id.toHexString(),
    ...(browser !== undefined && { browser }),
    ...(movedAt && { movedAt: movedAt.toISOString() }),
  });

/** See {@link PracticeRecord}. Writes of tokens return `null` if these have changed since the read. */
@Injectable()
export class PracticesRepository extends CollectionRepository<PracticeRecord> {
  constructor(@InjectModel(PracticeRecord.name) model: Model<PracticeRecord>) {
    super(model, practiceIndexes);
  }

  findById(_id: Types.ObjectId): Promise<PracticeRecord | null> {
    return this.findOne({ _id });
  }

  /** The same; or the practice that it was joined into. */
  async findJoined(_id: Types.ObjectId): Promise<PracticeRecord | null> {
    const known = await this.findById(_id);
    return known?.joinedInto ? this.findById(known.joinedInto) : known;
  }

  /** The practice that a token opens. */
  async findByBrowser(browser: string): Promise<PracticeRecord | null> {
    return (
      (await this.findOne({ browser: { $eq: browser } })) ??
      (await this.findOne({ next: { $eq: browser } }))
    );
  }

  /** Practices that were moved away from a token. */
  findLeft(browser: string): Promise<PracticeRecord[]> {
    return this.findAll({ formerBrowsers: { $eq: browser } });
  }

  /** Practices with a confirmed address. */
  findByAddress(email: string): Promise<PracticeRecord[]> {
    return this.findAll({ 'addresses.email': { $eq: email } });
  }

  findByFormerOwners(owners: readonly string[]): Promise<PracticeRecord[]> {
    return this.findAll({ formerOwners: { $in: [...owners] } });
  }

  /** Practices with tokens whose passes are to be removed. */
  findStale(now: Date, limit: number): Promise<PracticeRecord[]> {
    return this.model
      .find({ 'stale.at': { $lte: now } })
      .limit(limit)
      .lean<PracticeRecord[]>()
      .exec();
  }

  /** Practices whose purchases are being given to another one. */
  findJoining(): Promise<PracticeRecord[]> {
    return this.findAll({ isJoining: true });
  }

  /** Stores a new practice that `browser` opens; returns the one that it opens already, if there is one. */
  async create(
    browser: string | undefined,
    now: Date,
    _id = new Types.ObjectId(),
  ): Promise<PracticeRecord> {
    const practice: PracticeRecord = {
      _id,
      createdAt: now,
      ...(browser && { browser }),
      outbox: [],
    };
    const isNew = await this.insertIfMissing({ ...practice, expiresAt: toExpiry(now) });
    if (isNew) return practice;
    const known = (await this.findById(_id)) ?? (browser && (await this.findByBrowser(browser)));
    if (!known) throw new Error('stored practice not found');
    return known;
  }

  /** Keeps an unused practice for another order. */
  async extend({ _id, expiresAt }: PracticeRecord, now: Date): Promise<void> {
    if (expiresAt)
      await this.updateOne(
        { _id, expiresAt: { $exists: true } },
        { $max: { expiresAt: toExpiry(now) } },
      );
  }

  /** Keeps a practice for good, before something is activated in it; also takes a planned erasure back. */
  async keep(_id: Types.ObjectId): Promise<void> {
    const ending = ['expiresAt', 'eraseAt'].map((field) => ({ [field]: { $exists: true } }));
    await this.updateOne({ _id, $or: ending }, { $unset: { expiresAt: 1, eraseAt: 1 } });
  }

  /** Stores the token that replaces the present one when it is first used. */
  async offerNext(practice: PracticeRecord, next: string): Promise<boolean> {
    return (await this.write(asRead(practice), { $set: { next } })) !== null;
  }

  /** The next token is used: the present one ends. */
  promote(practice: PracticeRecord, now: Date): Promise<PracticeRecord | null> {
    const { _id, browser, next } = practice;
    const { $push, ...note } = noted(movedEvent(practice, next));
    return this.write(
      { _id, next, browser: browser ?? ABSENT },
      {
        $set: { browser: next },
        $unset: { next: 1 },
        ...note,
        $push: {
          ...$push,
          ...(browser && { stale: { browser, at: new Date(now.getTime() + GRACE_MS) } }),
        },
      },
    );
  }

  /** Opens a practice in another browser, or in none. */
  move(
    practice: PracticeRecord,
    { to, movedAt }: { to?: string | undefined; movedAt?: Date | undefined },
    now: Date,
    event = movedEvent(practice, to, movedAt),
  ): Promise<PracticeRecord | null> {
    const left = [practice.browser, practice.next].filter(
      (token) => token !== undefined && token !== to,
    );
    const { $push, ...note } = noted(event);
    const filter = { ...asRead(practice), ...(to !== undefined && { joinedInto: ABSENT }) };
    return this.write(filter, {
      ...(to !== undefined && { $set: { browser: to, ...(movedAt && { movedAt }) } }),
      $unset: { next: 1, digits: 1, ...(to === undefined && { browser: 1 }) },
      ...note,
      $push: {
        ...$push,
        formerBrowsers: { $each: left, $slice: -MAX_FORMER_BROWSERS },
        stale: { $each: left.map((browser) => ({ browser, at: now })) },
      },
    });
  }

  /** Forgets tokens whose passes are removed. */
  async clearStale(
    { _id, stale = [] }: Pick<PracticeRecord, '_id' | 'stale'>,
    now: Date,
  ): Promise<void> {
    const done = stale.filter(({ at }) => at <= now).map(({ browser }) => browser);
    await this.updateOne(
      { _id },
      { $pull: { stale: { browser: { $in: done }, at: { $lte: now } } } },
    );
  }

  /** Stores mailed digits in the place of earlier ones for the same purpose. */
  async setDigits(_id: Types.ObjectId, digits: MailedDigits): Promise<void> {
    await this.updateOne({ _id }, { $pull: { digits: { purpose: digits.purpose } } });
    await this.updateOne({ _id }, { $push: { digits } });
  }

  /** Counts an attempt; returns the digits to compare with, or `undefined` if they have ended. */
  async countDigitsAttempt(
    _id: Types.ObjectId,
    purpose: DigitsPurpose,
    now: Date,
  ): Promise<MailedDigits | undefined> {
    const valid = {
      purpose,
      expiresAt: { $gt: now },
      attempts: { $lt: MAX_ADDRESS_CODE_ATTEMPTS },
    };
    const counted = await this.findOneAndUpdate(
      { _id, digits: { $elemMatch: valid } },
      { $inc: { 'digits.$.attempts': 1 } },
    );
    return counted?.digits?.find((each) => each.purpose === purpose);
  }

  /** Adds an address, unless there are as many as may be; ends all digits. */
  addAddress(
    { _id }: PracticeRecord,
    email: string,
    confirmedAt: Date,
    event: OutboxEntry,
  ): Promise<PracticeRecord | null> {
    const { $push, ...note } = noted(event);
    return this.findOneAndUpdate(
      {
        _id,
        'addresses.email': { $ne: email },
        [`addresses.${MAX_PRACTICE_ADDRESSES - 1}`]: { $exists: false },
      },
      {
        ...note,
        $push: { ...$push, addresses: { email, confirmedAt } },
        $unset: { digits: 1 },
      },
    );
  }

  removeAddress(
    { _id }: PracticeRecord,
    email: string,
    event: OutboxEntry,
  ): Promise<PracticeRecord | null> {
    return this.findOneAndUpdate(
      { _id },
      { $pull: { addresses: { email } }, $unset: { digits: 1 }, ...noted(event) },
    );
  }

  /** Stores that nothing has to be done for an event of the journal. */
  async note({ _id }: PracticeRecord, event: OutboxEntry): Promise<void> {
    await this.updateOne({ _id }, noted(event));
  }

  async endDigits({ _id }: PracticeRecord): Promise<void> {
    await this.updateOne({ _id }, { $unset: { digits: 1 } });
  }

  /** Makes `from` a part of `into`, which keeps the address `email` alone. */
  async join(
    from: PracticeRecord,
    into: PracticeRecord,
    email: string,
    event: OutboxEntry,
  ): Promise<void> {
    const address = into.addresses?.find((each) => each.email === email);
    await this.updateOne(
      { _id: into._id },
      { $set: { addresses: address ? [address] : [] }, $unset: { digits: 1, expiresAt: 1 } },
    );
    await this.updateOne(
      { _id: from._id, joinedInto: { $exists: false } },
      {
        $set: { joinedInto: into._id, isJoining: true },
        $unset: { addresses: 1, digits: 1, expiresAt: 1 },
        ...noted(event),
      },
    );
  }

  /** Plans the erasure; keeps an earlier day. */
  async planErasure(
    { _id }: PracticeRecord,
    eraseAt: Date,
  ): Promise<PracticeRecord & { eraseAt: Date }> {
    const planned = await this.findOneAndUpdate({ _id }, { $min: { eraseAt } });
    if (!planned) throw new Error('practice not found');
    return { ...planned, eraseAt: planned.eraseAt ?? eraseAt };
  }

  async cancelErasure({ _id }: PracticeRecord, now: Date): Promise<void> {
    await this.updateOne({ _id, eraseAt: { $gt: now } }, { $unset: { eraseAt: 1 } });
  }

  findDueErasures(now: Date, limit: number): Promise<(PracticeRecord & { eraseAt: Date })[]> {
    return this.model
      .find({ eraseAt: { $lte: now } })
      .limit(limit)
      .lean<(PracticeRecord & { eraseAt: Date })[]>()
      .exec();
  }

  /** Removes all of a practice but its id; nothing if that was taken back, or a browser has opened it. */
  async erase(
    { _id, eraseAt }: PracticeRecord & { eraseAt: Date },
    event: OutboxEntry,
  ): Promise<void> {
    await this.updateOne(
      { _id, eraseAt, browser: ABSENT, next: ABSENT },
      {
        ...noted(event),
        $set: { erasedAt: eraseAt },
        $unset: { eraseAt: 1, addresses: 1, digits: 1, formerBrowsers: 1, expiresAt: 1 },
      },
    );
  }

  async endJoining(_id: Types.ObjectId): Promise<void> {
    await this.updateOne({ _id }, { $unset: { isJoining: 1 } });
  }

  private findAll(filter: QueryFilter<PracticeRecord>): Promise<PracticeRecord[]> {
    return this.model.find(filter).lean<PracticeRecord[]>().exec();
  }

  private async write(
    filter: QueryFilter<PracticeRecord>,
    update: UpdateQuery<PracticeRecord>,
  ): Promise<PracticeRecord | null> {
    try {
      return await this.findOneAndUpdate(filter, update);
    } catch (error) {
      if (isWriteConflict(error)) return null;
      throw error;
    }
  }
}

const toExpiry = (now: Date): Date => new Date(now.getTime() + UNUSED_RETENTION_MS);
