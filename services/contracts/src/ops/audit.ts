import { z } from 'zod';
import { access } from '../authorisation.js';
import { defineCommand, defineQuery, emptyReply } from '../command.js';
import { filterMoment } from '../dates.js';
import { defineRoute, endpoint } from '../endpoint.js';
import { fieldChange } from '../event.js';
import { auditHead, objectId, paged, timestamp } from '../records.js';
import { comparedText } from '../text-fields.js';
import { PAGE_SIZE } from '../constants/limits.js';
import { personRoles } from '../constants/roles.js';

/** What an entry of the audit trail is about. */
export const auditKinds = [
  'disease',
  'treatment',
  'color',
  'note',
  'history',
  'patient',
  'image',
  'backup',
  'account',
  'price',
  'purchase',
  'deployment',
  'deadLetter',
  'setting',
  'audit',
  'security',
] as const;
/** See {@link auditKinds}. */
export const auditKind = z.enum(auditKinds);
/** One of {@link auditKinds}. */
export type AuditKind = z.infer<typeof auditKind>;

const actorRole = z.enum(['anonymous', 'pass', ...personRoles]);

const sourceHash = z.string().regex(/^[\w-]{16}$/);
/** Whom a refused request came from: keyed hashes of the network address and of the account's name. */
export const attemptSource = z.object({
  address: sourceHash.optional(),
  account: sourceHash.optional(),
});
/** See {@link attemptSource}. */
export type AttemptSource = z.infer<typeof attemptSource>;

/** One entry of the audit trail, without personal data: the publisher of the event leaves it out. */
export const auditEntry = z.object({
  /** Of the event that it was made from. */
  id: z.uuid(),
  at: timestamp,
  actor: z.object({
    role: actorRole,
    /** Of a person of the team. */
    name: z.string().optional(),
  }),
  kind: auditKind,
  /** What happened, the fact of the event's name: `created`, `signed-in`. */
  action: z.string(),
  objectId: z.string().optional(),
  /** What people call the object; never a patient's name. */
  label: z.string().optional(),
  changes: z.array(fieldChange),
  /** The disease that it is about, or that the treatment, note, entry or image belongs to. */
  disease: z
    .object({ id: objectId, nameEn: z.string().optional(), nameKn: z.string().optional() })
    .optional(),
  treatmentId: objectId.optional(),
  /** Of refused attempts. */
  source: attemptSource.optional(),
  requestId: z.string(),
  /** Its place in the hash chain, from 1 on; absent in entries from before there was one. */
  sequence: z.number().int().optional(),
  /** When its label and changes were erased. */
  erasedAt: timestamp.optional(),
});
/** See {@link auditEntry}. */
export type AuditEntry = z.infer<typeof auditEntry>;

/** Entries, newest first; all filters must match. `from` is included, `to` is not. */
export const listAudit = endpoint('GET /api/audit', {
  summary: 'What was changed, by whom and when, newest first',
  access: access.from('admin'),
  message: 'ops.audit.list',
  ...paged(auditEntry, PAGE_SIZE, {
    kind: auditKind.optional(),
    /** The whole name of a person of the team. */
    actor: comparedText(100).optional(),
    /** A hash of address or account; see {@link getSourceHash}. */
    source: sourceHash.optional(),
    from: filterMoment.optional(),
    to: filterMoment.optional(),
  }),
});

/** Erases label and changes of an entry. The hash chain holds only their digest and stays valid. */
export const eraseAuditDetails = endpoint('DELETE /api/audit/{id}/details', {
  summary: 'Erases what an entry says beyond who did what and when',
  access: access.from('admin'),
  confirmed: true,
  params: z.strictObject({ id: z.uuid() }),
  errors: ['NOT_FOUND'],
  message: 'ops.audit.erase-details',
});

/**
 * What is wrong with the hash chain: entries are missing; an entry was changed or moved; its label or
 * changes were; they are gone and no entry says who erased them; the last entry of a day is not the one
 * that was noted beside it, or nothing is noted; a backup names another hash.
 */
export const auditFindingCodes = [
  'missing',
  'changed',
  'detailsChanged',
  'erasedUnnoticed',
  'headDiffers',
  'headMissing',
  'backupDiffers',
] as const;

/** One finding of {@link verifyAudit}, at a place of the chain. */
export const auditFinding = z.object({
  code: z.enum(auditFindingCodes),
  sequence: z.number().int(),
  /** How many entries are missing. */
  count: z.number().int().optional(),
  day: z.iso.date().optional(),
});
/** See {@link auditFinding}. */
export type AuditFinding = z.infer<typeof auditFinding>;

/** What a part of the verification found; see {@link verifyAudit}. */
export const auditVerification = z.object({
  /** Where the next part begins; absent when all is verified. */
  next: z.number().int().optional(),
  /** The number of the last entry. */
  total: z.number().int(),
  /** Entries of this part, and those among them whose details were erased. */
  checked: z.number().int(),
  erased: z.number().int(),
  /** The first ones, and how many there are. */
  findings: z.array(auditFinding),
  found: z.number().int(),
  /** Entries from before the hash chain, which cannot be verified; in the last part. */
  unchained: z.number().int().optional(),
  /** Backups whose hash was compared, in the last part; absent where they could not be read. */
  backups: z.number().int().optional(),
  /** Backups whose hash could not be read, in the last part. */
  unreadableBackups: z.number().int().optional(),
});
/** See {@link auditVerification}. */
export type AuditVerification = z.infer<typeof auditVerification>;

/** Verifies the next thousands of entries of the hash chain. Callers repeat it until `next` is absent. */
export const verifyAudit = endpoint('GET /api/audit/verification', {
  summary: 'Verifies a part of the hash chain of the audit trail',
  access: access.from('admin'),
  query: z.strictObject({
    /** `next` of the part before. */
    after: z
      .string()
      .regex(/^\d{1,15}$/)
      .optional(),
  }),
  message: 'ops.audit.verify',
  deadlineMs: 25_000,
  reply: auditVerification,
});

/** The end of the hash chain as it is now, for backups; absent before the first entry. */
export const getAuditHead = defineQuery({
  name: 'ops.audit.head',
  callers: ['media'],
  reply: z.object({ head: auditHead.optional() }),
});

/**
 * Refused attempts that may be an attack: a wrong name, password or second factor; a request beyond a
 * limit; an access code that does not exist; a webhook with a wrong signature; a route for another role.
 */
export const attemptActions = [
  'sign-in-failed',
  'throttled',
  'restore-failed',
  'webhook-refused',
  'role-refused',
] as const;
/** One of {@link attemptActions}. */
export type AttemptAction = (typeof attemptActions)[number];

/** How often a source attempted something within a minute. */
export const attempt = z.object({
  /** Of the entry. */
  id: z.uuid(),
  /** The first time. */
  at: timestamp,
  action: z.enum(attemptActions),
  role: actorRole,
  count: z.number().int().min(1),
  /** Method and template of the path. It and the source are absent where many sources count together. */
  route: z.string().max(200).optional(),
  source: attemptSource.optional(),
});
/** See {@link attempt}. */
export type Attempt = z.infer<typeof attempt>;

/** Stores entries of what a gateway has counted. An id that is stored changes nothing. */
export const recordAttempts = defineCommand({
  name: 'ops.audit.record-attempts',
  access: access.everyone,
  request: z.strictObject({ attempts: z.array(attempt).max(200) }),
  reply: emptyReply,
});

/** The hash by which attempts from an address, or for an account, are found. */
export const getSourceHash = defineRoute('POST /api/audit/source-hash', {
  summary: 'The hash of an address or an account, by which attempts are found',
  access: access.from('admin'),
  body: z.strictObject({ text: comparedText(254).min(1) }),
  response: z.object({ hash: sourceHash }),
});
