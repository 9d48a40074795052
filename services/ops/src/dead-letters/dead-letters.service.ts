import {
  AppLogger,
  DeadLetterQueues,
  type MessageContext,
  Outbox,
  requireRole,
  toObjectId,
} from '@ctdb/chassis';
import { deadLetterEvents, DomainError, mailEvents, type Requests } from '@ctdb/contracts';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Types } from 'mongoose';
import type { DeadLetterRecord } from './dead-letter.record.js';
import { parseMailKind, toDeadLetter, toDeadLetterDetail } from './dead-letters.mapper.js';
import { DeadLettersRepository } from './dead-letters.repository.js';

/** Longer than the broker takes to confirm. */
const LOCK_MS = 15_000;
/** How long a dead letter that is being stored may delay the shutdown. */
const SHUTDOWN_TIMEOUT_MS = 5_000;
const RETRY_AFTER_SECONDS = 5;
const MAX_GIVEN_UP_MAILS = 100;

const notFound = () => new DomainError('NOT_FOUND', { kind: 'deadLetter' });

/** The rules of dead letters. */
@Injectable()
export class DeadLettersService implements OnApplicationBootstrap, OnModuleDestroy {
  constructor(
    private readonly repository: DeadLettersRepository,
    private readonly queues: DeadLetterQueues,
    private readonly outbox: Outbox,
    private readonly logger: AppLogger,
  ) {}

  onApplicationBootstrap(): void {
    this.queues.startConsuming((deadLetter) => this.repository.insert(deadLetter));
  }

  async onModuleDestroy(): Promise<void> {
    await this.queues.close(SHUTDOWN_TIMEOUT_MS);
  }

  async list({ page, limit, settled }: Requests['listDeadLetters']) {
    const { items, total } = await this.repository.page(settled === 'true', page, limit);
    return { items: items.map(toDeadLetter), total };
  }

  async get(id: string) {
    const record = await this.repository.find(toObjectId(id));
    if (!record) throw notFound();
    return toDeadLetterDetail(record);
  }

  /** How many are waiting. */
  waiting(): Promise<number> {
    return this.repository.count(false);
  }

  /** The newest mails that were given up and wait for an administrator. */
  async givenUpMails(limit = MAX_GIVEN_UP_MAILS) {
    const events = Object.values(mailEvents).map(({ name }) => name);
    const found = await this.repository.newestWaiting(events, limit);
    return found.map(({ deadAt: at, content }) => ({ at, kind: parseMailKind(content.value()) }));
  }

  /**
   * Publishes a dead letter into its queue. After a crash it is still waiting and can be published
   * again: its consumer recognises the id.
   */
  replay(id: string, context: MessageContext): Promise<void> {
    return this.resolve(id, 'replayed', context, async (deadLetter) => {
      const content = Buffer.from(deadLetter.content.value());
      const { service, messageId, contentType, type, replays } = deadLetter;
      const put = { service, content, messageId, contentType, type, replays };
      if (!(await this.queues.requeue(put))) throw new Error('the queue does not exist');
    });
  }

  /** Settles a dead letter without publishing it. */
  discard(id: string, context: MessageContext): Promise<void> {
    return this.resolve(id, 'discarded', context, () => Promise.resolve());
  }

  private async resolve(
    id: string,
    state: keyof typeof deadLetterEvents,
    context: MessageContext,
    work: (deadLetter: DeadLetterRecord) => Promise<void>,
  ): Promise<void> {
    const { name: settledBy } = requireRole(context, 'admin');
    const { commandId } = context;
    const deadLetter = await this.lock(toObjectId(id), commandId);
    if (!deadLetter) return;
    try {
      await work(deadLetter);
    } catch (error) {
      this.logger.warn('replaying a dead letter failed', { deadLetter: id }, error);
      await this.repository.unlock(deadLetter._id, commandId);
      throw new DomainError('SERVICE_UNAVAILABLE', { retryAfter: RETRY_AFTER_SECONDS });
    }
    const { service, event } = deadLetter;
    const entry = this.outbox.entry(deadLetterEvents[state], { deadLetterId: id, service, event });
    const resolution = { state, settledAt: new Date(), settledBy, settledWith: commandId };
    if (!(await this.repository.resolve(deadLetter._id, resolution, entry)))
      throw new DomainError('ALREADY_SETTLED');
    this.outbox.relaySoon();
  }

  /** The locked dead letter; undefined if this command has settled it before. */
  private async lock(id: Types.ObjectId, command: string): Promise<DeadLetterRecord | undefined> {
    const now = new Date();
    const until = new Date(now.getTime() + LOCK_MS);
    const locked = await this.repository.lock(id, { id: command, until }, now);
    if (locked) return locked;
    const found = await this.repository.find(id);
    if (!found) throw notFound();
    if (found.settledWith !== command) throw new DomainError('ALREADY_SETTLED');
    return undefined;
  }
}
