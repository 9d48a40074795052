import { join } from 'node:path';
import { repository } from '../paths.ts';
import type { LauncherSession } from '../session.ts';
import { step } from '../steps.ts';
import { respondsWith } from './probe.ts';

const FOLDER = 'infra/mail-catcher';
const DEFAULT_PORT = 18_950;
const DEFAULT_SMTP_PORT = 18_970;

/** Where mail is sent instead of being delivered, and where it can be read. */
export interface MailCatcher {
  smtpUrl: string;
  pageUrl: string;
}

/** Starts a mail server that shows what it is given and delivers nothing. */
export async function startMailCatcher(
  session: LauncherSession,
  signal: AbortSignal,
  quiet = false,
): Promise<MailCatcher> {
  const port = await session.ports.claim(DEFAULT_PORT);
  const smtpPort = await session.ports.claim(DEFAULT_SMTP_PORT);
  const pageUrl = `http://127.0.0.1:${port}`;
  await step(`Mail, caught and shown: ${pageUrl}`, () =>
    session.supervisor.start(
      {
        name: 'mail-catcher',
        command: process.execPath,
        args: ['src/main.ts'],
        cwd: join(repository, FOLDER),
        env: {
          PATH: session.env['PATH'],
          MAIL_CATCHER_PORT: String(port),
          MAIL_CATCHER_SMTP_PORT: String(smtpPort),
        },
        port,
        quiet,
        isReady: () => respondsWith(`${pageUrl}/mails.json`),
      },
      signal,
    ),
  );
  return { smtpUrl: `smtp://127.0.0.1:${smtpPort}`, pageUrl };
}
