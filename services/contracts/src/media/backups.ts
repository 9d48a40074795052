import { z } from 'zod';
import { defineCommand, defineQuery } from '../command.js';
import { defineEvent } from '../event.js';
import { objectId, timestamp } from '../ids.js';

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
export const imageFaults = [
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
/** See {@link imageFaults}. */
export const imageFault = z.enum(imageFaults);
/** See {@link imageFaults}. */
export type ImageFault = z.infer<typeof imageFault>;

/**
 * Why a run failed: no room in the backup folder; the folder cannot be used; the object storage is
 * away; its worker ended and no other took over; some images failed; anything else.
 */
export const runFaults = [
  'diskFull',
  'backupFolder',
  'storageAway',
  'interrupted',
  'incomplete',
  'internal',
] as const;
/** See {@link runFaults}. */
export const runFault = z.enum(runFaults);
/** See {@link runFaults}. */
export type RunFault = z.infer<typeof runFault>;

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
  errorMessage: runFault.optional(),
});
/** See {@link backupLog}. */
export type BackupLog = z.infer<typeof backupLog>;

/** A run with everything that failed in it, by name. */
export const backupDetail = backupLog.extend({
  failures: z.array(z.object({ imageId: objectId, filename: z.string(), reason: imageFault })),
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
  lastDrill: drillResult.optional(),
  /** The full backup that runs now. */
  runningId: objectId.optional(),
});
/** See {@link backupStatus}. */
export type BackupStatus = z.infer<typeof backupStatus>;

/** See {@link backupStatus}. */
export const getBackupStatus = defineQuery({
  name: 'media.backups.status',
  request: z.strictObject({}),
  reply: backupStatus,
});

/** One run. `NOT_FOUND` (kind backupLog). */
export const getBackupLog = defineQuery({
  name: 'media.backups.get',
  request: z.strictObject({ id: objectId }),
  reply: backupDetail,
});

const started = z.object({ id: objectId, alreadyRunning: z.boolean() });

/** Starts a full backup, or tells of the one that runs. */
export const startFullBackup = defineCommand({
  name: 'media.backups.start-full',
  request: z.strictObject({}),
  reply: started,
});

/** Restores one image from its backup, or all that need it. */
export const startRestore = defineCommand({
  name: 'media.backups.start-restore',
  request: z.strictObject({ imageId: objectId.optional() }),
  reply: started,
});

/** Restores everything into a scratch place and compares every checksum. */
export const startDrill = defineCommand({
  name: 'media.backups.start-drill',
  request: z.strictObject({}),
  reply: started,
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
  unrepairable: z.array(z.object({ imageId: objectId, title: z.string(), reason: imageFault })),
});
/** See {@link imageHealth}. */
export type ImageHealth = z.infer<typeof imageHealth>;

/** Checks every image and its backup and repairs what can be; answers when done, or after 20 s with how far it is. */
export const fixImages = defineCommand({
  name: 'media.health.fix',
  request: z.strictObject({}),
  reply: imageHealth,
  deadlineMs: 25_000,
});

/** The last result. */
export const getImageHealth = defineQuery({
  name: 'media.health.last',
  request: z.strictObject({}),
  reply: z.object({ last: imageHealth.optional() }),
});

/** What happens to backups, for the audit trail. `imageId`: only this one is restored. */
export const backupEvents = {
  started: defineEvent({
    name: 'media.backup.started.v1',
    payload: z.object({ logId: objectId, backupType, imageId: objectId.optional() }),
  }),
  ended: defineEvent({
    name: 'media.backup.ended.v1',
    payload: z.object({ logId: objectId, backupType, status: z.enum(backupStates) }),
  }),
};

/** What happens to checks of all images (fix-images), for the audit trail. */
export const imageHealthEvents = {
  started: defineEvent({
    name: 'media.image-health.started.v1',
    payload: z.object({ runId: objectId }),
  }),
  ended: defineEvent({
    name: 'media.image-health.ended.v1',
    payload: z.object({ runId: objectId, status: z.enum(backupStates) }),
  }),
};
