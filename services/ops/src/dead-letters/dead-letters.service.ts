import { AppLogger, DeadLetterQueues, Outbox, type MessageContext } from '@ctdb/chassis';
import {
  deadLetterEvents,
  DomainError,
  type DeadLetterDetail,
  type listDeadLetters,
  type ReplyOf,
  type RequestOf,
} from '@ctdb/contracts';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Types } from 'mongoose';
import type { Administrator } from '../privacy/administrators.js';
import type { DeadLetterRecord } from './dead-letter.schema.js';
import { toDeadLetter, toDeadLetterDetail } from './dead-letters.mapper.js';
import { DeadLettersRepository, type Settlement } from './dead-letters.repository.js';

/** Longer than the broker may take to confirm; then another may resolve the letter. */
const LOCK_MS = 15_000;
/** How long a dead letter that is being stored may delay the shutdown. */
const SHUTDOWN_TIMEOUT_MS = 5_000;
const RETRY_AFTER_SECONDS = 5;

const idOf = (id: string) => Types.ObjectId.createFromHexString(id);
const notFound = () => new DomainError('NOT_FOUND', { kind: 'deadLetter' });

/** Who settles a letter, and with which command. */
type Settler = Pick<MessageContext, 'commandId'> & { by: Administrator };

/** The rules of dead letters. */
@Injectable()
export class DeadLettersService implements OnApplicationBootstrap, OnModuleDestroy {
  constructor(
    private readonly letters: DeadLettersRepository,
    private readonly queues: DeadLetterQueues,
    private readonly outbox: Outbox,
    private readonly logger: AppLogger,
  ) {}

  onApplicationBootstrap(): void {
    this.queues.startConsuming((letter) => this.letters.insert(letter));
  }

  async onModuleDestroy(): Promise<void> {
    await this.queues.close(SHUTDOWN_TIMEOUT_MS);
  }

  async list({
    page,
    limit,
    settled: filter,
  }: RequestOf<typeof listDeadLetters>): Promise<ReplyOf<typeof listDeadLetters>> {
    const settled = filter === 'true';
    const [records, total] = await Promise.all([
      this.letters.page(settled, page, limit),
      this.letters.count(settled),
    ]);
    return { items: records.map(toDeadLetter), total };
  }

  async get(id: string): Promise<DeadLetterDetail> {
    const record = await this.letters.find(idOf(id));
    if (!record) throw notFound();
    return toDeadLetterDetail(record);
  }

  /** How many wait to be settled. */
  waiting(): Promise<number> {
    return this.letters.count(false);
  }

  /**
   * Puts a letter back into its queue. A crash after that leaves it waiting: put back once more, it is
   * known to its consumer by its id.
   */
  replay(id: string, settler: Settler): Promise<void> {
    return this.settle(id, 'replayed', settler, async (letter) => {
      const content = Buffer.from(letter.content.value());
      const { service, messageId, contentType, type, replays } = letter;
      const put = { service, content, messageId, contentType, type, replays };
      if (!(await this.queues.requeue(put))) throw new Error('the queue is gone');
    });
  }

  /** Gives a letter up for good. */
  discard(id: string, settler: Settler): Promise<void> {
    return this.settle(id, 'discarded', settler, () => Promise.resolve());
  }

  private async settle(
    id: string,
    state: Settlement['state'],
    { by, commandId }: Settler,
    work: (letter: DeadLetterRecord) => Promise<void>,
  ): Promise<void> {
    const letter = await this.claim(idOf(id), commandId);
    if (!letter) return;
    try {
      await work(letter);
    } catch (error) {
      this.logger.warn('a dead letter could not be put back', { letter: id }, error);
      await this.letters.release(letter._id, commandId);
      throw new DomainError('SERVICE_UNAVAILABLE', { retryAfter: RETRY_AFTER_SECONDS });
    }
    const { service, event } = letter;
    const entry = this.outbox.entry(deadLetterEvents[state], { deadLetterId: id, service, event });
    const settlement = { state, by: by.name, command: commandId };
    if (!(await this.letters.settle(letter._id, settlement, entry, new Date())))
      throw new DomainError('ALREADY_SETTLED');
    this.outbox.relaySoon();
  }

  /** The letter, taken; nothing where this very command has settled it before. */
  private async claim(id: Types.ObjectId, command: string): Promise<DeadLetterRecord | undefined> {
    const now = new Date();
    const until = new Date(now.getTime() + LOCK_MS);
    const claimed = await this.letters.claim(id, { id: command, until }, now);
    if (claimed) return claimed;
    const found = await this.letters.find(id);
    if (!found) throw notFound();
    if (found.settledWith !== command) throw new DomainError('ALREADY_SETTLED');
    return undefined;
  }
}
