import { createServer } from 'node:http';
import PostalMime, { type Attachment } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import {
  font,
  FONT_PATH,
  fontHeaders,
  listPage,
  mailPage,
  pageHeaders,
  type CaughtMail,
} from './page.ts';

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

const toBytes = ({ content }: Attachment): Buffer | string =>
  typeof content === 'string' ? content : Buffer.from(content as ArrayBuffer);

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

const web = createServer(({ url = '/' }, response) => {
  const [, id, at] = /^\/mails\/(\d+)(?:\/(\d+))?$/.exec(url) ?? [];
  const found = mails.find((mail) => mail.id === Number(id));
  const attachment = found?.mail.attachments[Number(at)];
  if (url === '/mails.json')
    response.setHeader('content-type', 'application/json').end(JSON.stringify(mails));
  else if (url === FONT_PATH) response.writeHead(200, fontHeaders).end(font);
  else if (url === '/') response.writeHead(200, pageHeaders).end(listPage(mails));
  else if (attachment)
    response.setHeader('content-type', attachment.mimeType).end(toBytes(attachment));
  else if (found) response.writeHead(200, pageHeaders).end(mailPage(found));
  else response.writeHead(404).end();
});

smtp.listen(portOf('MAIL_CATCHER_SMTP_PORT'), HOST);
web.listen(portOf('MAIL_CATCHER_PORT'), HOST);
for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.once(signal, () => {
    smtp.close();
    web.close();
    web.closeAllConnections();
  });
