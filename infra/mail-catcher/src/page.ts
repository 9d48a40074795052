import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { escapeUTF8 as escape } from 'entities/escape';
import type { Email } from 'postal-mime';

/** A mail as it came. */
export interface CaughtMail {
  id: number;
  at: Date;
  mail: Email;
}

/** Where the page gets its Kannada font: many machines have none. */
export const FONT_PATH = '/kannada.woff2';

const FONT_FILE =
  '@fontsource-variable/noto-sans-kannada/files/noto-sans-kannada-kannada-wght-normal.woff2';

export const font = readFileSync(fileURLToPath(import.meta.resolve(FONT_FILE)));

const FONT = `@font-face { font-family: Kannada; src: url('${FONT_PATH}') format('woff2'); font-weight: 100 900; unicode-range: U+0C80-0CFF, U+200C-200D, U+25CC; }`;

const STYLE = `
${FONT}
:root { color-scheme: light dark; }
body { margin: 0 auto; max-width: 60rem; padding: 1rem; font: 1rem/1.6 Kannada, system-ui, sans-serif; overflow-wrap: anywhere; }
table { width: 100%; border-collapse: collapse; } th, td { padding: .5rem; border-bottom: 1px solid; text-align: start; }
iframe { width: 100%; height: 24rem; border: 1px solid; background: #fff; } pre { white-space: pre-wrap; font: inherit; }
`;

/** A mail is shown in a frame: it may have styles of its own, and no scripts. Its links open another page. */
export const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; font-src 'self'; form-action 'none'",
  'referrer-policy': 'no-referrer',
};

/** The frame of a mail has no origin. */
export const fontHeaders = { 'content-type': 'font/woff2', 'access-control-allow-origin': '*' };

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
export const listPage = (mails: readonly CaughtMail[]): string => {
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
export const mailPage = ({ id, mail }: CaughtMail): string => {
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
