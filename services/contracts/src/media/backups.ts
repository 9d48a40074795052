import { z } from 'zod';
import { access } from '../authorisation.js';
import { defineQuery } from '../command.js';
import { customEndpoint, endpoint } from '../endpoint.js';
import { eventsAbout } from '../event.js';
import { auditHead, objectId, ofRecord, timestamp } from '../records.js';

/** What a row of the backup log tells of; everything but `full` is shown as automatic. */
export const backupTypes = ['full', 'automatic', 'restore', 'drill'] as const;
/** See {@link backupTypes}. */
export const backupType = z.enum(backupTypes);
/** The states of a run. */
export const backupStates = ['running', 'completed', 'failed'] as const;

/**
 * What can be wrong with one image: its master is gone or has other bytes than it was stored with, so
 * its backup; it is of the old kind and not converted yet; what there is of it is no picture; no copy
 * that is right is left; what was restored has other bytes; it could not be read or written.
 */
export const imageErrorCodes = [
  'masterMissing',
  'masterCorrupt',
  'backupMissing',
  'backupCorrupt',
  'notConverted',
  'undecodable',
  'noRightCopy',
  'restoreDiffers',
  'unreadable',
] as const;
/** See {@link imageErrorCodes}. */
export const imageErrorCode = z.enum(imageErrorCodes);
/** See {@link imageErrorCodes}. */
export type ImageErrorCode = z.infer<typeof imageErrorCode>;

/**
 * Why a run failed: no room in the backup folder; the folder cannot be used; the object storage is
 * away; its worker ended and no other took over; some images failed; anything else.
 */
export const runErrorCodes = [
  'diskFull',
  'backupFolder',
  'storageAway',
  'interrupted',
  'incomplete',
  'internal',
] as const;
/** See {@link runErrorCodes}. */
export const runErrorCode = z.enum(runErrorCodes);
/** See {@link runErrorCodes}. */
export type RunErrorCode = z.infer<typeof runErrorCode>;

const count = z.number().int().min(0);

/** One run of a backup, a restore or a drill. */
export const backupLog = z.object({
  id: objectId,
  backupType,
  status: z.enum(backupStates),
  startTime: timestamp,
  endTime: timestamp.optional(),
  totalImages: count,
  successfulBackups: count,
  failedBackups: count,
  backupPath: z.string(),
  /** Absent unless `failed`. */
  errorMessage: runErrorCode.optional(),
});
/** See {@link backupLog}. */
export type BackupLog = z.infer<typeof backupLog>;

/** A run with everything that failed in it, by name. */
export const backupDetail = backupLog.extend({
  failures: z.array(z.object({ imageId: objectId, filename: z.string(), reason: imageErrorCode })),
});
/** See {@link backupDetail}. */
export type BackupDetail = z.infer<typeof backupDetail>;

/** A restore drill: when it ended, how long it took, and whether every checksum was right. */
export const drillResult = z.object({
  at: timestamp,
  seconds: z.number().min(0),
  images: count,
  mismatches: count,
  passed: z.boolean(),
});

/** What the backup page shows. Coverage is of images whose backup matched its checksum when last read. */
export const backupStatus = z.object({
  totalImages: count,
  totalBackups: count,
  backupCoverage: z.number().min(0).max(100),
  /** When the oldest of those backups was last read and compared; absent without any. */
  verifiedSince: timestamp.optional(),
  backupDirectory: z.string(),
  recentLogs: z.array(backupLog),
  /** The newest full backup, however many other runs came after it. */
  lastFull: backupLog.optional(),
  /** The newest drill that compared all images. */
  lastDrill: drillResult.optional(),
  /** When a drill passed last. */
  drillPassedAt: timestamp.optional(),
  /** The full backup that runs now. */
  runningId: objectId.optional(),
});
/** See {@link backupStatus}. */
export type BackupStatus = z.infer<typeof backupStatus>;

/** See {@link backupStatus}. */
export const getBackupStatus = endpoint('GET /api/backup/status', {
  summary: 'Backups of images: how many, how sure, and the latest runs',
  access: access.from('admin'),
  message: 'media.backups.status',
  reply: backupStatus,
});

/** One run. */
export const getBackupLog = endpoint('GET /api/backup/{id}', {
  summary: 'One run with every failure',
  access: access.from('admin'),
  ...ofRecord,
  message: 'media.backups.get',
  reply: backupDetail,
});

const startedRun = z.object({ id: objectId, alreadyRunning: z.boolean() });

/** Starts a full backup, or returns the one that runs. */
export const startFullBackup = endpoint('POST /api/backup/full', {
  summary: 'Starts a full backup',
  access: access.from('admin'),
  status: 202,
  message: 'media.backups.start-full',
  reply: startedRun,
});

/** Restores one image from its backup, or all that need it. */
export const startRestore = endpoint('POST /api/backup/restore', {
  summary: 'Restores one image, or all, from their backups',
  access: access.from('admin'),
  confirmed: true,
  body: z.strictObject({ imageId: objectId.optional() }),
  status: 202,
  errors: ['NOT_FOUND'],
  message: 'media.backups.start-restore',
  reply: startedRun,
});

/** Restores everything into a scratch place and compares every checksum. */
export const startDrill = endpoint('POST /api/backup/drill', {
  summary: 'Proves that a restore works: into a scratch place, every checksum compared',
  access: access.from('admin'),
  status: 202,
  message: 'media.backups.start-drill',
  reply: startedRun,
});

/** What fix-images found and did. */
export const imageHealth = z.object({
  id: objectId,
  status: z.enum(backupStates),
  startedAt: timestamp,
  endedAt: timestamp.optional(),
  checked: count,
  repaired: count,
  /** Images that no right copy is left of, by name. */
  unrepairable: z.array(z.object({ imageId: objectId, title: z.string(), reason: imageErrorCode })),
});
/** See {@link imageHealth}. */
export type ImageHealth = z.infer<typeof imageHealth>;

/**
 * Checks every image and its backup and repairs what it can; answers when the check has ended, or
 * after 20 s with its progress.
 */
export const fixImages = customEndpoint('POST /api/admin/fix-images', {
  summary: 'Checks every image and its backup, and repairs what can be repaired',
  access: access.from('admin'),
  hasLegacyErrorField: true,
  response: imageHealth.extend({ message: z.string(), error: z.string().optional() }),
  acceptedStatus: 202,
  message: 'media.health.fix',
  reply: imageHealth,
  deadlineMs: 25_000,
});

/** The last result. */
export const getImageHealth = endpoint('GET /api/admin/image-health', {
  summary: 'What the last check of all images found and did',
  access: access.from('admin'),
  message: 'media.health.last',
  reply: z.object({ last: imageHealth.optional() }),
});

/** Media's queues: uploads to be judged, images to be backed up, runs to be started. */
export const mediaQueues = ['process', 'backup', 'runs'] as const;

/** How many jobs of a queue are in which state. */
export const mediaQueueState = z.object({
  name: z.enum(mediaQueues),
  waiting: count,
  active: count,
  /** Wait for their time: a further try, or the schedule. */
  delayed: count,
  /** Given up, and kept until they are tried anew. */
  failed: count,
});

/** The jobs of each queue, in the order of {@link mediaQueues}. `SERVICE_UNAVAILABLE` without Redis. */
export const getMediaQueues = endpoint('GET /api/media/queues', {
  summary: 'How full the queues of images and backups are',
  access: access.from('admin'),
  message: 'media.queues.state',
  reply: z.object({ queues: z.array(mediaQueueState) }),
});

/**
 * The ends of the audit trail's hash chain that full backups have noted on their disk, newest first.
 * `SERVICE_UNAVAILABLE` where the disk cannot be read.
 */
export const getAuditHeadsOfBackups = defineQuery({
  name: 'media.backups.audit-heads',
  callers: ['ops'],
  deadlineMs: 10_000,
  reply: z.object({
    heads: z.array(auditHead),
    /** Backups whose note is damaged. */
    unreadable: count,
  }),
});

const backupEvent = eventsAbout('media.backup', { logId: objectId, backupType });
const healthEvent = eventsAbout('media.image-health', { runId: objectId });
const ended = { status: z.enum(backupStates) };

/** What happens to backups, for the audit trail. `imageId`: only this one is restored. */
export const backupEvents = {
  started: backupEvent('started', { imageId: objectId.optional() }),
  ended: backupEvent('ended', ended),
};

/** What happens to checks of all images (fix-images), for the audit trail. */
export const imageHealthEvents = {
  started: healthEvent('started'),
  ended: healthEvent('ended', ended),
};
