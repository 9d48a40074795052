export { formatMailTime } from './mailer.js';
export * from './mail-env.js';
export * from './mail.module.js';
export { MailRecord } from './mail.record.js';
export { MAIL_QUEUE, Mails } from './mails.repository.js';
