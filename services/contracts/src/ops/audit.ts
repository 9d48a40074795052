import { z } from 'zod';
import { access, endpoint } from '../endpoint.js';
import { fieldChange } from '../event.js';
import { timestamp } from '../ids.js';
import { pageOf, pageQuery } from '../paging.js';
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
] as const;
/** See {@link auditKinds}. */
export const auditKind = z.enum(auditKinds);
/** One of {@link auditKinds}. */
export type AuditKind = z.infer<typeof auditKind>;

/** One entry of the audit trail, without personal data: the publisher of the event leaves it out. */
export const auditEntry = z.object({
  /** Of the event that it was made from. */
  id: z.uuid(),
  at: timestamp,
  actor: z.object({
    role: z.enum(['anonymous', 'pass', ...personRoles]),
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
  requestId: z.string(),
});
/** See {@link auditEntry}. */
export type AuditEntry = z.infer<typeof auditEntry>;

/** Entries, newest first; all filters must match. `from` is included, `to` is not. */
export const listAudit = endpoint({
  method: 'GET',
  path: '/api/audit',
  summary: 'What was changed, by whom and when, newest first',
  access: access.from('admin'),
  query: pageQuery.extend({
    kind: auditKind.optional(),
    /** The whole name of a person of the team. */
    actor: z.string().max(100).optional(),
    from: timestamp.optional(),
    to: timestamp.optional(),
  }),
  message: 'ops.audit.list',
  answer: 'page',
  pageSize: PAGE_SIZE,
  reply: pageOf(auditEntry),
});
