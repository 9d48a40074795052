import { MailRecord } from '@ctdb/chassis/mail';
import { type TestMailServer, waitUntil } from '@ctdb/chassis/testing';
import { confirmAddress, sendAddressCode } from '@ctdb/contracts';
import type { TestBilling } from './billing.js';

/** What the mail server of a file has got from billing. */
export const mailsOf = (server: TestMailServer, billing: TestBilling) => {
  /** Each mail once: one that is sent twice has the same id. */
  const sentTo = (to: string) => {
    const sent = server.mails.filter(({ receiver }) => receiver === to);
    return [...new Map(sent.map((mail) => [mail.messageId, mail])).values()];
  };
  const waiting = () =>
    billing.model<MailRecord>(MailRecord.name).countDocuments({ state: 'waiting' });
  /** Until every mail that was asked for is sent, or need not be. */
  const settled = () => waitUntil(async () => (await waiting()) === 0, 'mails are waiting', 60_000);
  /** The six digits that an address got last. */
  const digitsTo = async (to: string): Promise<string> => {
    await settled();
    const digits = sentTo(to).map(({ text = '' }) => /\b\d{6}\b/.exec(text)?.[0]);
    return digits.findLast((each) => each !== undefined) ?? '';
  };
  /** Confirms the first address of the practice that a browser opens. */
  const confirm = async (browser: string, email: string) => {
    await billing.buyer(sendAddressCode, { browser, email });
    return billing.buyer(confirmAddress, { browser, code: await digitsTo(email) });
  };
  return { sentTo, settled, digitsTo, confirm };
};
