import { createServer, type Server } from 'node:http';
import type { Attachment } from 'postal-mime';
import {
  font,
  FONT_PATH,
  fontHeaders,
  listPage,
  mailPage,
  pageHeaders,
  type CaughtMail,
} from './page.ts';

const OWN_NAMES = ['localhost', '127.0.0.1', '[::1]'];
const UNKNOWN_NAME = 'This server has another name. Open it as localhost or 127.0.0.1.\n';

/** Of no type of its own: a mail may come with HTML and scripts. */
const attachmentHeaders = {
  'content-type': 'application/octet-stream',
  'content-disposition': 'attachment',
};

const toBytes = ({ content }: Attachment): Buffer | string =>
  typeof content === 'string' ? content : Buffer.from(content as ArrayBuffer);

/** Shows mails. Pages of other sites reach this machine by names of their own (DNS rebinding), and get 421. */
export const createPages = (mails: readonly CaughtMail[]): Server =>
  createServer(({ url = '/', headers: { host } }, response) => {
    response.setHeader('x-content-type-options', 'nosniff');
    const [, id, at] = /^\/mails\/(\d+)(?:\/(\d+))?$/.exec(url) ?? [];
    const found = mails.find((mail) => mail.id === Number(id));
    const attachment = found?.mail.attachments[Number(at)];
    if (!OWN_NAMES.includes(URL.parse(`http://${host}`)?.hostname ?? ''))
      response.writeHead(421).end(UNKNOWN_NAME);
    else if (url === '/mails.json')
      response.setHeader('content-type', 'application/json').end(JSON.stringify(mails));
    else if (url === FONT_PATH) response.writeHead(200, fontHeaders).end(font);
    else if (url === '/') response.writeHead(200, pageHeaders).end(listPage(mails));
    else if (attachment) response.writeHead(200, attachmentHeaders).end(toBytes(attachment));
    else if (found) response.writeHead(200, pageHeaders).end(mailPage(found));
    else response.writeHead(404).end();
  });
