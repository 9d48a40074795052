import { z } from 'zod';
import { access } from '../authorisation.js';
import { endpoint } from '../endpoint.js';
import { timestamp } from '../records.js';

/**
 * What administrators are warned of, on their screens and by a mail of that kind: the last copy of everything is too
 * old; there is none a day after the installation; it is on the disk of the data; old ones were not removed; a mail was
 * given up.
 */
export const warningCodes = [
  'completeBackupOverdue',
  'completeBackupMissing',
  'completeBackupOnDataDisk',
  'completeBackupNotPruned',
  'mailGivenUp',
] as const;

/** A warning, with the last successful copy or removal, or the moment at which the mail was given up. */
export const warning = z.object({ code: z.enum(warningCodes), at: timestamp.optional() });
/** See {@link warning}. */
export type Warning = z.infer<typeof warning>;

const count = z.number().int().min(0);

/** What runs: a copy of everything, a drill that restores its databases beside the real ones, a restore. */
export const completeBackupRuns = ['backup', 'drill', 'restore'] as const;
/** See {@link completeBackupRuns}. */
export type CompleteBackupRun = (typeof completeBackupRuns)[number];

/**
 * In which part a run failed: databases; objects of the storage; secrets; the repository (its disk, server or
 * password); the comparison of what was restored; another one.
 */
export const completeBackupSteps = [
  'databases',
  'objects',
  'secrets',
  'repository',
  'comparison',
  'other',
] as const;

/** Where copies are stored, as far as the program that makes them can know: `dataDisk` is the disk of the data itself. */
export const completeBackupPlaces = ['dataDisk', 'otherServer', 'unknown'] as const;

const failure = z.object({
  run: z.enum(completeBackupRuns),
  at: timestamp,
  step: z.enum(completeBackupSteps),
});

/** The state of the copies of everything: all databases, all objects, the secrets. */
export const completeBackupStatus = z.object({
  /** Whether this installation makes them by itself. */
  isExpected: z.boolean(),
  /** How many minutes of data may be lost at most. */
  rpoMinutes: count.optional(),
  /** The newest one; what was written after `startedAt` may not be in it. */
  last: z
    .object({
      startedAt: timestamp,
      seconds: z.number().min(0),
      bytes: count,
      addedBytes: count,
      databases: z.array(z.object({ name: z.string(), documents: count })),
      place: z.enum(completeBackupPlaces).optional(),
    })
    .optional(),
  /** The newest drill; `restoreSeconds` until the databases were restored, absent if it failed. */
  lastDrill: z
    .object({ at: timestamp, passed: z.boolean(), restoreSeconds: z.number().min(0).optional() })
    .optional(),
  drillPassedAt: timestamp.optional(),
  /** The newest restore of everything, and how long it took. */
  lastRestore: z.object({ at: timestamp, restoreSeconds: z.number().min(0) }).optional(),
  /** The newest failed run of a kind of which none has succeeded since. */
  failure: failure.optional(),
  warnings: z.array(warning).optional(),
});
/** See {@link completeBackupStatus}. */
export type CompleteBackupStatus = z.infer<typeof completeBackupStatus>;

/** See {@link completeBackupStatus}. */
export const getCompleteBackupStatus = endpoint('GET /api/backup/complete', {
  summary: 'Copies of everything: the newest, the last drill, what failed',
  access: access.from('admin'),
  message: 'ops.backups.status',
  reply: completeBackupStatus,
});
