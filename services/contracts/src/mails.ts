import { z } from 'zod';
import { defineEvent } from './event.js';
import { warningCodes } from './ops/complete-backups.js';

/** What mails are sent about: those of billing to people, then those of ops to administrators. */
export const mailKinds = [
  'invitation',
  'passwordLink',
  'receipt',
  'planEnds',
  'partRefunded',
  'refunded',
  'lostAccess',
  'addressCode',
  'joinCode',
  'addressesChanged',
  'erasurePlanned',
  'dataErased',
  'codeIssued',
  'refundRequested',
  'backupFailed',
  'drillFailed',
  'completeBackupFailed',
  'completeDrillFailed',
  ...warningCodes,
  'deploymentFailed',
  'certificateEnds',
] as const;
/** See {@link mailKinds}. */
export type MailKind = (typeof mailKinds)[number];

const givenUp = z.object({ mailId: z.string(), kind: z.enum(mailKinds) });

/**
 * A mail that could not be sent for a day, by the service that wanted to send it. That service consumes
 * it itself and refuses it once, so that it becomes a dead letter; replayed, the mail is tried again.
 */
export const mailEvents = {
  billing: defineEvent({ name: 'billing.mail.given-up.v1', payload: givenUp }),
  ops: defineEvent({ name: 'ops.mail.given-up.v1', payload: givenUp }),
};
