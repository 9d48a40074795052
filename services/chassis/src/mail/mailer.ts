import { hash } from 'node:crypto';
import { createTransport, type Transporter } from 'nodemailer';
import type { MailSettings } from './mail-env.js';
import { composeMail, type MailContent } from './compose-mail.js';

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

/** The options of the transport: without TLS no password is sent. */
const toTransport = ({ protocol, hostname, port, username, password }: URL) => {
  const secure = protocol === 'smtps:';
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (secure ? 465 : 587) : Number(port),
    secure,
    ...(username !== '' && {
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
      requireTLS: !secure,
    }),
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SOCKET_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
};

/** Sends mails by SMTP. */
export class Mailer {
  private readonly transport: Transporter;

  constructor(private readonly settings: MailSettings) {
    this.transport = createTransport(toTransport(settings.server));
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
        attachments: [...(content.attachments ?? [])],
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
