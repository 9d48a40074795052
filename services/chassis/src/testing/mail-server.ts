import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll } from 'vitest';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { waitUntil } from './wait-until.js';

/** A mail as the server got it. */
export interface ReceivedMail extends Email {
  /** The receiver that the sender's program named. */
  readonly receiver: string;
  /** All of it. */
  readonly source: string;
}

/** A mail server that delivers nothing, which a test can take away and give back. */
export class TestMailServer {
  readonly mails: ReceivedMail[] = [];
  /** The code and text with which receivers are refused, if any. */
  refusal: { code: number; text: string } | undefined;
  /** Called with each mail before it is taken: what it throws refuses the mail. */
  beforeTaken: (() => Promise<void>) | undefined;
  private server: SMTPServer | undefined;
  private port = 0;

  /** Where services send their mail. */
  get url(): string {
    return `smtp://127.0.0.1:${this.port}`;
  }

  /** Gives the server back, at the same address. */
  async start(): Promise<void> {
    this.server = new SMTPServer({
      disabledCommands: ['AUTH', 'STARTTLS'],
      onRcptTo: (_address, _session, callback) => {
        const { code, text } = this.refusal ?? {};
        callback(
          code === undefined ? null : Object.assign(new Error(text), { responseCode: code }),
        );
      },
      onData: (stream, session, callback) => {
        const receiver = session.envelope.rcptTo[0]?.address ?? '';
        void this.take(stream, receiver).then(
          () => callback(),
          (error: unknown) => callback(error as Error),
        );
      },
    });
    this.server.on('error', () => undefined);
    const listening = this.server.listen(this.port, '127.0.0.1');
    await once(listening, 'listening');
    this.port = (listening.address() as AddressInfo).port;
  }

  /** Takes the server away. */
  async stop(): Promise<void> {
    const { server } = this;
    this.server = undefined;
    if (server) await new Promise<void>((resolve) => server.close(resolve));
  }

  /** The mail whose subject contains `words`, as soon as it has come. */
  async waitFor(words: string, receiver?: string): Promise<ReceivedMail> {
    const find = () =>
      this.mails.find(
        (mail) =>
          mail.subject?.includes(words) && (receiver === undefined || mail.receiver === receiver),
      );
    await waitUntil(() => find() !== undefined, `no mail says ${words}`, 30_000);
    return find() as ReceivedMail;
  }

  private async take(stream: AsyncIterable<Buffer>, receiver: string): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of stream) parts.push(part);
    const source = Buffer.concat(parts).toString();
    await this.beforeTaken?.();
    this.mails.push({ ...(await PostalMime.parse(source)), receiver, source });
  }
}

/**
 * Call it at the top of a test file, before anything that starts a service: services send their mail there.
 * `extra` are further variables of them.
 */
export const testMailServer = (extra: Record<string, string> = {}): TestMailServer => {
  const server = new TestMailServer();
  beforeAll(async () => {
    await server.start();
    Object.assign(process.env, {
      SMTP_URL: server.url,
      MAIL_FROM: 'noreply@colour-therapy.example',
      PUBLIC_ORIGIN: 'http://localhost:8080',
      ...extra,
    });
  });
  afterAll(() => server.stop());
  return server;
};
