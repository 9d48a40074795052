import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { fileURLToPath } from 'node:url';
import { escapeUTF8 as escape } from 'entities/escape';
import type { Attachment, Email } from 'postal-mime';

/** A mail as it came. */
export interface CaughtMail {
  id: number;
  at: Date;
  mail: Email;
}

/** Where font.css gets the Kannada font: many machines have none. */
const FONT_PATH = '/kannada.woff2';

const FONT_FILE =
  '@fontsource-variable/noto-sans-kannada/files/noto-sans-kannada-kannada-wght-normal.woff2';

const font = readFileSync(fileURLToPath(import.meta.resolve(FONT_FILE)));

const readStyle = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');
const FONT = readStyle('font.css');
const STYLE = FONT + readStyle('page.css');

/** A mail is shown in a frame: it may have styles of its own, and no scripts. Its links open another page. */
const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; font-src 'self'; form-action 'none'",
  'referrer-policy': 'no-referrer',
};

/** The frame of a mail has no origin. */
const fontHeaders = { 'content-type': 'font/woff2', 'access-control-allow-origin': '*' };

/** Before the HTML of a mail in its frame. */
const FRAME = `<base target="_blank"><style>${FONT} body { font-family: Kannada, system-ui, sans-serif !important; }</style>`;

const page = (body: string): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Caught mail</title><style>${STYLE}</style></head>
<body>${body}</body>
</html>`;

const receivers = ({ to = [] }: Email): string =>
  escape(to.map(({ address = '' }) => address).join(', '));

/** All mails, the newest first. */
const listPage = (mails: readonly CaughtMail[]): string => {
  const rows = mails.map(
    ({ id, at, mail }) =>
      `<tr><td><a href="/mails/${id}">${escape(mail.subject ?? '-')}</a></td><td>${receivers(mail)}</td><td>${escape(at.toLocaleString('en-IN'))}</td></tr>`,
  );
  const table = `<table><tr><th>Subject</th><th>To</th><th>Received</th></tr>${rows.join('')}</table>`;
  return page(
    `<h1>Caught mail</h1><p>Nothing is delivered. Reload this page for new mail.</p>${mails.length > 0 ? table : '<p>No mail yet.</p>'}`,
  );
};

/** One mail: as HTML and as text. */
const mailPage = ({ id, mail }: CaughtMail): string => {
  const attachments = mail.attachments.map(
    ({ filename }, at) =>
      `<li><a href="/mails/${id}/${at}" download="${escape(filename ?? '')}">${escape(filename ?? '-')}</a></li>`,
  );
  return page(
    `<p><a href="/">All mail</a></p><h1>${escape(mail.subject ?? '-')}</h1><p>From ${escape(mail.from?.address ?? '-')} to ${receivers(mail)}</p>` +
      (mail.html === undefined
        ? ''
        : `<iframe title="HTML" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${escape(FRAME + mail.html)}"></iframe>`) +
      `<pre>${escape(mail.text ?? '')}</pre>` +
      (attachments.length > 0 ? `<h2>Attachments</h2><ul>${attachments.join('')}</ul>` : ''),
  );
};

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
