import { hash } from 'node:crypto';
import { createTransport, type SendMailOptions, type Transporter } from 'nodemailer';
import { formatIndianDay, type Locale, type MailKind } from '@ctdb/contracts';
import { formatText, texts } from '@ctdb/contracts/texts';
import type { MailSettings } from './mail-env.js';

const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'Asia/Kolkata' });
const STYLE = 'font:16px/1.6 system-ui,sans-serif;max-width:36em;overflow-wrap:anywhere';

/** Describes what a mail says. */
export interface MailContent {
  kind: MailKind;
  locale: Locale;
  values: Readonly<Record<string, string>>;
  path?: string | undefined;
  attachments?: SendMailOptions['attachments'];
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
) => {
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

const CONNECT_TIMEOUT_MS = 10_000;
const SOCKET_TIMEOUT_MS = 30_000;

/** The mail server did not take a mail. Its own text names addresses, which no log may have. */
export class MailError extends Error {
  override readonly name = 'MailError';

  constructor(
    readonly code: string,
    /** Trying it again is useless, as the address does not exist. */
    readonly isFinal: boolean,
  ) {
    super(`the mail server did not take a mail: ${code}`);
  }
}

const toMailError = (error: unknown): MailError => {
  const { code = 'unknown', responseCode, command } = error as Record<string, unknown>;
  // A sender that is refused is a wrong setting, which can be corrected meanwhile.
  const isFinal = command === 'RCPT TO' && Number(responseCode) >= 500;
  return new MailError([code, responseCode].filter(Boolean).join(' '), isFinal);
};

/** Sends mails by SMTP. */
export class Mailer {
  private readonly transport: Transporter;

  constructor(private readonly settings: MailSettings) {
    const { href, protocol, username, password } = settings.server;
    this.transport = createTransport({
      url: href,
      // Without TLS no password is sent.
      requireTLS: protocol === 'smtp:' && username + password !== '',
      connectionTimeout: CONNECT_TIMEOUT_MS,
      greetingTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: SOCKET_TIMEOUT_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  }

  /**
   * Sends a mail. Its Message-ID comes from `id`, so that readers' programs know a mail that was sent
   * twice. Throws {@link MailError}, and the error of {@link composeMail}.
   */
  async send(id: string, to: string, createdAt: Date, content: MailContent): Promise<void> {
    const { from, productName } = this.settings;
    const composed = composeMail(content, this.settings);
    const name = productName[content.locale].replace(/\p{Cc}/gu, ' ');
    const domain = from.slice(from.lastIndexOf('@') + 1);
    try {
      await this.transport.sendMail({
        ...composed,
        attachments: content.attachments,
        from: { name, address: from },
        // An object is one address; a text would be parsed as a list.
        to: { name: '', address: to },
        messageId: `<${hash('sha256', id).slice(0, 32)}@${domain}>`,
        date: createdAt,
        headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': content.locale },
      });
    } catch (error) {
      throw toMailError(error);
    }
  }
}
