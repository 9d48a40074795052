import { Processor } from '@nestjs/bullmq';
import { Inject } from '@nestjs/common';
import type { Job } from 'bullmq';
import { JobProcessor } from '../jobs/fenced.processor.js';
import { AppLogger } from '../logging/app-logger.js';
import { MAIL_QUEUE, Mails, pauseAfter } from './mails.repository.js';
import { MailError, Mailer } from './mailer.js';

/** Sends the mails of the queue. After a crash between sending and writing that down, one is sent again. */
@Processor(MAIL_QUEUE, { concurrency: 4, settings: { backoffStrategy: pauseAfter } })
export class MailProcessor extends JobProcessor {
  constructor(
    private readonly mails: Mails,
    @Inject(Mailer) private readonly mailer: Mailer | undefined,
    logger: AppLogger,
  ) {
    super(logger);
  }

  async process({ data, attemptsMade, opts }: Job<{ id: string }>): Promise<void> {
    const mail = await this.mails.find(data.id);
    if (mail?.state !== 'waiting' || !this.mailer) return;
    try {
      const content = await this.mails.prepare(mail);
      if (!content || mail.to === undefined) return await this.mails.remove(mail._id);
      await this.mailer.send(mail._id, mail.to, mail.createdAt, content);
    } catch (error) {
      const isFinal = error instanceof MailError && error.isFinal;
      if (!isFinal && attemptsMade + 1 < (opts.attempts ?? 1)) throw error;
      this.logger.error('a mail was given up', { mail: mail._id, event: 'mail-given-up' }, error);
      return this.mails.giveUp(mail);
    }
    await this.mails.markSent(mail._id);
  }
}
