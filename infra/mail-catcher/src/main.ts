import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { createPages, type CaughtMail } from './page.ts';

const MAX_MAILS = 200;
const MAX_MAIL_BYTES = 10_000_000;
const HOST = '127.0.0.1';
const portOf = (name: string): number => Number(process.env[name] ?? 0);

/** The newest first. They are gone when the process ends. */
const mails: CaughtMail[] = [];
let lastId = 0;

const take = async (stream: AsyncIterable<Buffer>): Promise<void> => {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part);
  const mail = await PostalMime.parse(Buffer.concat(parts));
  mails.unshift({ id: (lastId += 1), at: new Date(), mail });
  mails.length = Math.min(mails.length, MAX_MAILS);
};

const smtp = new SMTPServer({
  disabledCommands: ['AUTH', 'STARTTLS'],
  size: MAX_MAIL_BYTES,
  onData: (stream, _session, callback) => {
    void take(stream).then(
      () => callback(),
      (error: unknown) => callback(error as Error),
    );
  },
});
// A client that hangs up.
smtp.on('error', () => undefined);

const web = createPages(mails);

smtp.listen(portOf('MAIL_CATCHER_SMTP_PORT'), HOST);
web.listen(portOf('MAIL_CATCHER_PORT'), HOST);
for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.once(signal, () => {
    smtp.close();
    web.close();
    web.closeAllConnections();
  });
