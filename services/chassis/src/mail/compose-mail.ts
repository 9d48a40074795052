import { formatIndianDay, type Locale, type MailKind } from '@ctdb/contracts';
import { formatText, texts } from '@ctdb/contracts/texts';
import type { MailSettings } from './mail-env.js';

const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'Asia/Kolkata' });
const STYLE = 'font:16px/1.6 system-ui,sans-serif;max-width:36em;overflow-wrap:anywhere';

/** A file that goes with a mail. */
export interface MailAttachment {
  filename: string;
  contentType: string;
  content: Buffer;
}

/** Describes what a mail says. */
export interface MailContent {
  kind: MailKind;
  locale: Locale;
  values: Readonly<Record<string, string>>;
  path?: string | undefined;
  attachments?: readonly MailAttachment[];
}

/** A mail as it is sent. */
export interface ComposedMail {
  subject: string;
  text: string;
  html: string;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escape = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? '');

const paragraph = (html: string, style = ''): string =>
  `<p${style && ` style="${style}"`}>${html}</p>`;

/**
 * A mail as text and HTML. Values are escaped in the HTML. Throws where the subject would have more
 * than one line.
 */
export const composeMail = (
  { kind, locale, values, path }: MailContent,
  { productName, origin }: Pick<MailSettings, 'productName' | 'origin'>,
): ComposedMail => {
  const { mail, footer } = texts[locale].mails;
  const { subject: subjectText, body, action } = mail[kind];
  const all = { ...values, product: productName[locale], origin };
  const subject = formatText(subjectText, all);
  if (/\p{Cc}/u.test(subject))
    throw new Error(`the subject of a mail (${kind}) has control characters`);
  const lines = body.map((line) => formatText(line, all));
  const end = formatText(footer, all);
  const link =
    action !== undefined && path !== undefined ? { action, url: `${origin}${path}` } : undefined;
  const text = [...lines, ...(link ? [`${link.action}: ${link.url}`] : []), `--\n${end}`];
  const html = [
    ...lines.map((line) => paragraph(escape(line))),
    ...(link
      ? [paragraph(`<a href="${escape(link.url)}">${escape(link.action)}</a>`, 'font-weight:600')]
      : []),
    paragraph(escape(end), 'font-size:14px;color:#555'),
  ];
  return {
    subject,
    text: `${text.join('\n\n')}\n`,
    html: `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><title>${escape(subject)}</title></head><body style="${STYLE}">${html.join('')}</body></html>`,
  };
};

/** A moment in India: `23 November 2026, 17:30 IST`. */
export const formatMailTime = (date: Date, locale: Locale): string =>
  `${formatIndianDay(date, locale)}, ${clock.format(date)} IST`;
