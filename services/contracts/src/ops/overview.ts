import { z } from 'zod';
import { defineQuery } from '../command.js';
import { access } from '../authorisation.js';
import { defineRoute } from '../endpoint.js';
import { timestamp } from '../records.js';
import { backupLog, drillResult, mediaQueues } from '../media/backups.js';
import { deployment } from './deployments.js';
import { certificate } from './dns.js';
import { warning } from './complete-backups.js';

/** A process as of its last heartbeat (every 5 s; `silent` after 15 s without one). */
export const processHealth = z.object({
  /** `catalog`, `media-worker`. */
  name: z.string(),
  /** Tells replicas apart. */
  instance: z.string(),
  state: z.enum(['ready', 'notReady', 'silent']),
  startedAt: timestamp,
  lastSeenAt: timestamp,
  /** What it depends on and whether that can be reached. */
  dependencies: z.array(z.object({ name: z.string(), isUp: z.boolean() })),
});
/** See {@link processHealth}. */
export type ProcessHealth = z.infer<typeof processHealth>;

/** A queue: of BullMQ (`job`), of events (`event`), or of events that were given up (`dead`). */
export const queueState = z.object({
  name: z.string(),
  kind: z.enum(['job', 'event', 'dead']),
  waiting: z.number().int().min(0),
  active: z.number().int().min(0),
  delayed: z.number().int().min(0),
  failed: z.number().int().min(0),
});
/** See {@link queueState}. */
export type QueueState = z.infer<typeof queueState>;

/** The queues of BullMQ by service (the prefix of their keys). */
export const jobQueues = {
  billing: ['mail', 'maintenance', 'payments'],
  catalog: ['imports'],
  media: ['maintenance', ...mediaQueues],
  ops: ['deployments', 'mail'],
} as const;

/** What ops itself knows of how the installation is. */
export const opsOverview = z.object({
  processes: z.array(processHealth),
  queues: z.array(queueState),
  waitingDeadLetters: z.number().int().min(0).optional(),
  /** The own domain's certificate as it was last looked at; absent where none was ever seen. */
  certificate: certificate.extend({ checkedAt: timestamp }).optional(),
  /** Whether mail is sent; `noAdministrator`: to people, but not to administrators. Absent from older versions. */
  mail: z.enum(['on', 'off', 'noAdministrator']).optional(),
  /** Absent from older versions, and if they cannot be read. */
  warnings: z.array(warning).optional(),
  /** Fields that are absent because their source is unreachable. */
  unknown: z.array(z.enum(['jobQueues', 'eventQueues', 'deadLetters', 'certificate'])).optional(),
});
/** See {@link opsOverview}. */
export type OpsOverview = z.infer<typeof opsOverview>;

/** See {@link opsOverview}. */
export const getOpsOverview = defineQuery({
  name: 'ops.overview.get',
  access: access.from('admin'),
  reply: opsOverview,
});

export const getOverview = defineRoute('GET /api/operations', {
  summary: 'How the installation is: processes, queues, backups, deployment, certificate',
  access: access.from('admin'),
  /** A part is absent if its service is unreachable; null if there is nothing yet. */
  response: z.object({
    ops: opsOverview.optional(),
    backup: z
      .object({
        lastFull: backupLog.optional(),
        lastDrill: drillResult.optional(),
        coverage: z.number().min(0).max(100),
      })
      .optional(),
    deployment: deployment.nullable().optional(),
  }),
});
