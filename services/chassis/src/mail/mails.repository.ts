import { emailAddress, mailEvents, type MailKind } from '@ctdb/contracts';
import { InjectQueue } from '@nestjs/bullmq';
import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { Interval } from '@nestjs/schedule';
import type { Queue } from 'bullmq';
import type { Model, QueryFilter } from 'mongoose';
import { PoisonMessageError } from '../bus/event-delivery.js';
import { CollectionRepository } from '../data/collection.repository.js';
import { outboxEntry, OutboxRelay } from '../data/outbox-entry.js';
import { AppLogger } from '../logging/app-logger.js';
import { type MailContent, Mailer } from './mailer.js';
import { mailIndexes, MailRecord, type NewMail } from './mail.record.js';

/** Name of the queue of mails to send. */
export const MAIL_QUEUE = 'mail';
/** Injection token of the {@link MailService} whose mails they are. */
export const MAIL_SERVICE = Symbol('MAIL_SERVICE');
/** A service that sends mail. */
export type MailService = keyof typeof mailEvents;

const RECONCILE_INTERVAL_MS = 10_000;
const BATCH_SIZE = 500;
const INITIAL_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 600_000;
/** About a day of tries. */
export const MAX_TRIES = 150;
const RETRIES = { attempts: MAX_TRIES, backoff: { type: 'untilLongest' } };

/** The pause after so many tries: it doubles up to ten minutes, so that mail goes out soon after an outage. */
export const pauseAfter = (tries: number): number =>
  Math.min(LONGEST_PAUSE_MS, INITIAL_PAUSE_MS * 2 ** (tries - 1));

/** Returns what is known only when a mail is sent; `null`: it need not be sent. */
export type Preparation = (
  mail: MailRecord,
) => Promise<Omit<MailContent, 'kind' | 'locale'> | null>;

/**
 * The mails of a service. A mail is stored, then queued; Redis may lose it, because those that wait are
 * queued again every few seconds.
 */
@Injectable()
export class Mails extends CollectionRepository<MailRecord> {
  private readonly preparations = new Map<MailKind, Preparation>();

  constructor(
    @InjectModel(MailRecord.name) model: Model<MailRecord>,
    @InjectQueue(MAIL_QUEUE) private readonly queue: Queue<{ id: string }>,
    @Inject(MAIL_SERVICE) private readonly service: MailService,
    @Inject(Mailer) private readonly mailer: Mailer | undefined,
    private readonly outbox: OutboxRelay,
    private readonly logger: AppLogger,
  ) {
    super(model, mailIndexes);
  }

  /** Whether this installation sends mail. */
  get isOn(): boolean {
    return this.mailer !== undefined;
  }

  /** Stores a mail, once for each id, and sends it soon. Without a mail server it does nothing. */
  async add(mail: NewMail): Promise<void> {
    if (!this.isOn) return;
    if (!emailAddress.optional().safeParse(mail.to).success) {
      this.logger.warn('a mail has no valid address', { mail: mail._id });
      return;
    }
    const isNew = await this.insertIfMissing({
      ...mail,
      state: 'waiting',
      createdAt: new Date(),
      outbox: [],
    });
    if (isNew) await this.enqueue([mail._id]);
  }

  /** Mails of `kind` get their values from `prepare` each time that they are sent. */
  prepareWith(kind: MailKind, prepare: Preparation): void {
    this.preparations.set(kind, prepare);
  }

  /** Returns what the mail says; `null` if it need not be sent. */
  async prepare(mail: MailRecord): Promise<MailContent | null> {
    const { kind, locale, values = {}, path } = mail;
    const prepare = this.preparations.get(kind);
    const prepared = prepare ? await prepare(mail) : { values, path };
    return prepared && { kind, locale, ...prepared };
  }

  find(id: string): Promise<MailRecord | null> {
    return this.findOne({ _id: { $eq: id } });
  }

  /** Keeps that it was sent, and nothing of its content. */
  async markSent(id: string): Promise<void> {
    const $unset = { to: 1, values: 1, path: 1 } as const;
    await this.updateOne({ _id: id }, { $set: { state: 'sent', sentAt: new Date() }, $unset });
  }

  /** Forgets a mail that need not be sent. */
  async remove(id: string): Promise<void> {
    await this.deleteMany({ _id: id });
  }

  /** Forgets mails of some kinds that wait or were given up; of sent ones nothing is stored. */
  async removeUnsent(kinds: readonly MailKind[], filter: QueryFilter<MailRecord>): Promise<void> {
    const unsent = { state: { $ne: 'sent' }, kind: { $in: [...kinds] } } as const;
    await this.deleteMany({ ...filter, ...unsent });
  }

  /** Gives a mail up: it becomes a dead letter. */
  async giveUp({ _id, kind }: MailRecord): Promise<void> {
    const event = outboxEntry(mailEvents[this.service], { mailId: _id, kind });
    const $set = { state: 'failed' } as const;
    await this.updateOne({ _id, state: 'waiting' }, { $set, $push: { outbox: event } });
    this.outbox.relaySoon();
  }

  /**
   * Handles the event of {@link giveUp}. The first time it refuses it, so that it becomes a dead letter;
   * when an administrator replays that, the mail is tried again.
   */
  async retryGivenUp(_id: string): Promise<void> {
    const first = { _id, state: 'failed', isDead: { $exists: false } } as const;
    if (await this.findOneAndUpdate(first, { $set: { isDead: true } }))
      throw new PoisonMessageError('a mail could not be sent for a day');
    await this.updateOne(
      { _id, state: 'failed' },
      { $set: { state: 'waiting' }, $unset: { isDead: 1 } },
    );
    await this.enqueue([_id]);
  }

  /** Queues the mails that wait: where one is queued already, nothing is added. */
  @Interval(RECONCILE_INTERVAL_MS)
  async reconcile(): Promise<void> {
    if (!this.isOn) return;
    try {
      const options = {
        projection: { _id: 1 },
        sort: { createdAt: 1 },
        limit: BATCH_SIZE,
      } as const;
      const waiting = await this.findMany({ state: 'waiting' }, options);
      await this.enqueue(waiting.map(({ _id }) => _id));
    } catch (error) {
      this.logger.warn('queueing mails failed', error);
    }
  }

  private async enqueue(ids: readonly string[]): Promise<void> {
    const removed = { removeOnComplete: true, removeOnFail: true };
    const jobs = ids.map((id) => ({
      name: 'send',
      data: { id },
      opts: { jobId: id, ...RETRIES, ...removed },
    }));
    await this.queue
      .addBulk(jobs)
      .catch((error: unknown) => this.logger.warn('queueing mails failed, retrying', error));
  }
}
