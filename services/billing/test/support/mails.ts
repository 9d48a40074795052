import { MailRecord } from '@ctdb/chassis/mail';
import { type TestMailServer, waitUntil } from '@ctdb/chassis/testing';
import type { TestBilling } from './billing.js';

/** What the mail server of a file has got from billing. */
export const mailsOf = (server: TestMailServer, billing: TestBilling) => ({
  /** Each mail once: one that is sent twice has the same id. */
  sentTo: (to: string) => {
    const sent = server.mails.filter(({ receiver }) => receiver === to);
    return [...new Map(sent.map((mail) => [mail.messageId, mail])).values()];
  },
  /** Until every mail that was asked for is sent, or need not be. */
  settled: () =>
    waitUntil(
      async () =>
        (await billing.model<MailRecord>(MailRecord.name).countDocuments({ state: 'waiting' })) ===
        0,
      'mails are waiting',
      60_000,
    ),
});
