import { CollectionRepository, outboxEntry, type OutboxEntry, recordModels } from '@ctdb/chassis';
import { MAX_PRACTICE_ADDRESSES, practiceEvents } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { Types, type Model } from 'mongoose';
import { noted } from '../noted.js';
import { practiceIndexes, PracticeRecord } from './practice.record.js';

const MAX_FORMER_BROWSERS = 20;
/** Longer than an order can be paid and its access be activated. */
const UNUSED_RETENTION_MS = 62 * 86_400_000;
/** Longer than any request takes that was sent with a replaced token. */
export const GRACE_MS = 30_000;

const ABSENT = { $exists: false };

/** A practice whose erasure is planned. */
export type PlannedErasure = PracticeRecord & { eraseAt: Date };

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

/** The collection `practices`. */
export const practicesModel = recordModels(PracticeRecord);

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
    // In one query: between two, another request may promote the token from `next` to `browser`.
    const isOpened = { $or: [{ browser: { $eq: browser } }, { next: { $eq: browser } }] };
    const found = await this.findMany(isOpened);
    return found.find((one) => one.browser === browser) ?? found[0] ?? null;
  }

  /** Practices that were moved away from a token. */
  findLeft(browser: string): Promise<PracticeRecord[]> {
    return this.findMany({ formerBrowsers: { $eq: browser } });
  }

  /** Practices with a confirmed address. */
  findByAddress(email: string): Promise<PracticeRecord[]> {
    return this.findMany({ 'addresses.email': { $eq: email } });
  }

  findByFormerOwners(owners: readonly string[]): Promise<PracticeRecord[]> {
    return this.findMany({ formerOwners: { $in: [...owners] } });
  }

  /** Practices with tokens whose passes are to be removed. */
  findStale(now: Date, limit: number): Promise<PracticeRecord[]> {
    return this.findMany({ 'stale.at': { $lte: now } }, { limit });
  }

  /** Practices whose purchases are being given to another one. */
  findJoining(): Promise<PracticeRecord[]> {
    return this.findMany({ isJoining: true });
  }

  /** Stores a new practice that `browser` opens; returns the one that it opens already, if there is one. */
  async create(
    browser: string | undefined,
    now: Date,
    _id = new Types.ObjectId(),
  ): Promise<PracticeRecord> {
    const practice = { _id, createdAt: now, ...(browser && { browser }), outbox: [] };
    const isNew = await this.insertIfMissing({ ...practice, expiresAt: toExpiry(now) });
    if (isNew) return practice;
    const known = (await this.findById(_id)) ?? (browser && (await this.findByBrowser(browser)));
    if (!known) throw new Error('stored practice not found');
    return known;
  }

  /** Keeps an unused practice for another order. */
  async extend({ _id, expiresAt }: PracticeRecord, now: Date): Promise<void> {
    if (!expiresAt) return;
    const unused = { _id, expiresAt: { $exists: true } };
    await this.updateOne(unused, { $max: { expiresAt: toExpiry(now) } });
  }

  /** Keeps a practice for good, before something is activated in it; also takes a planned erasure back. */
  async keep(_id: Types.ObjectId): Promise<void> {
    await this.updateOne({ _id }, { $unset: { expiresAt: 1, eraseAt: 1 } });
  }

  /** Stores the token that replaces the present one when it is first used. */
  async offerNext(practice: PracticeRecord, next: string): Promise<boolean> {
    return (await this.tryUpdate(asRead(practice), { $set: { next } })) !== null;
  }

  /** The next token is used: the present one ends. */
  promote(practice: PracticeRecord, now: Date): Promise<PracticeRecord | null> {
    const { _id, browser, next } = practice;
    const stale = browser && { stale: { browser, at: new Date(now.getTime() + GRACE_MS) } };
    return this.tryUpdate(
      { _id, next, browser: browser ?? ABSENT },
      {
        $set: { browser: next },
        $unset: { next: 1 },
        ...noted(movedEvent(practice, next), { ...stale }),
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
    const filter = { ...asRead(practice), ...(to !== undefined && { joinedInto: ABSENT }) };
    return this.tryUpdate(filter, {
      ...(to !== undefined && { $set: { browser: to, ...(movedAt && { movedAt }) } }),
      $unset: { next: 1, ...(to === undefined && { browser: 1 }) },
      ...noted(event, {
        formerBrowsers: { $each: left, $slice: -MAX_FORMER_BROWSERS },
        stale: { $each: left.map((browser) => ({ browser, at: now })) },
      }),
    });
  }

  /** Forgets tokens whose passes are removed. */
  async clearStale(_id: Types.ObjectId, browsers: string[], now: Date): Promise<void> {
    const done = { browser: { $in: browsers }, at: { $lte: now } };
    await this.updateOne({ _id }, { $pull: { stale: done } });
  }

  /** Adds an address, unless there are as many as may be. */
  addAddress({ _id }: PracticeRecord, email: string, confirmedAt: Date, event: OutboxEntry) {
    const last = `addresses.${MAX_PRACTICE_ADDRESSES - 1}`;
    return this.findOneAndUpdate(
      { _id, 'addresses.email': { $ne: email }, [last]: ABSENT },
      noted(event, { addresses: { email, confirmedAt } }),
    );
  }

  async removeAddress({ _id }: PracticeRecord, email: string, event: OutboxEntry): Promise<void> {
    await this.updateOne({ _id }, { $pull: { addresses: { email } }, ...noted(event) });
  }

  /** Stores that nothing has to be done for an event of the journal. */
  async note({ _id }: PracticeRecord, event: OutboxEntry): Promise<void> {
    await this.updateOne({ _id }, noted(event));
  }

  /** Makes `from` a part of `into`, which keeps the address `email` alone. */
  async join(from: PracticeRecord, into: PracticeRecord, email: string, event: OutboxEntry) {
    const address = into.addresses?.find((each) => each.email === email);
    await this.updateOne(
      { _id: into._id },
      { $set: { addresses: address ? [address] : [] }, $unset: { expiresAt: 1 } },
    );
    await this.updateOne(
      { _id: from._id, joinedInto: ABSENT },
      {
        $set: { joinedInto: into._id, isJoining: true },
        $unset: { addresses: 1, expiresAt: 1 },
        ...noted(event),
      },
    );
  }

  /** Plans the erasure; keeps an earlier day. */
  async planErasure(practice: PracticeRecord, eraseAt: Date): Promise<PlannedErasure> {
    const planned = await this.findOneAndUpdate({ _id: practice._id }, { $min: { eraseAt } });
    return { ...practice, eraseAt: planned?.eraseAt ?? eraseAt };
  }

  async cancelErasure({ _id }: PracticeRecord, now: Date): Promise<void> {
    await this.updateOne({ _id, eraseAt: { $gt: now } }, { $unset: { eraseAt: 1 } });
  }

  async findDueErasures(now: Date, limit: number): Promise<PlannedErasure[]> {
    const due = await this.findMany({ eraseAt: { $lte: now } }, { limit });
    return due.filter((practice): practice is PlannedErasure => practice.eraseAt !== undefined);
  }

  /** Removes all of a practice but its id; nothing if that was taken back, or a browser has opened it. */
  async erase({ _id, eraseAt }: PlannedErasure, event: OutboxEntry): Promise<void> {
    await this.updateOne(
      { _id, eraseAt, browser: ABSENT, next: ABSENT },
      {
        ...noted(event),
        $set: { erasedAt: eraseAt },
        $unset: { eraseAt: 1, addresses: 1, formerBrowsers: 1, expiresAt: 1 },
      },
    );
  }

  async endJoining(_id: Types.ObjectId): Promise<void> {
    await this.updateOne({ _id }, { $unset: { isJoining: 1 } });
  }
}

const toExpiry = (now: Date): Date => new Date(now.getTime() + UNUSED_RETENTION_MS);
