import {
  abortUpload,
  waitForUpload,
  beginUpload,
  deleteImage,
  DomainError,
  finishUpload,
  fixImages,
  getBackupLog,
  getBackupStatus,
  getImageHealth,
  getMediaQueues,
  listDeletedImages,
  listImages,
  getImageEtags,
  getImageUrl,
  restoreImage,
  startDrill,
  startFullBackup,
  startRestore,
  updateImage,
  type BackupLog,
  type Image,
  type ImageHealth,
} from '@ctdb/contracts';
import { ids } from './records.js';
import { StagedService } from './staged-service.js';

const at = '2026-01-05T10:00:00.000Z';
export const uploadId = '0b9e7a52-5a57-4c0f-9b2e-6f0f0c1d2e3f';

export const image: Image = {
  id: ids.image,
  treatmentId: ids.treatment,
  type: 'treatment_area',
  filename: '5d6f0f3e-0b7c-4f0e-8a52-1c9b7e2d3a41.jpg',
  title: 'Chest',
  titleKn: 'ಎದೆ',
  description: '',
  descriptionKn: '',
  isSample: false,
  width: 640,
  height: 480,
  createdAt: at,
  updatedAt: at,
  version: 1,
};

export const health: ImageHealth = {
  id: ids.run,
  status: 'completed',
  startedAt: at,
  endedAt: at,
  checked: 24,
  repaired: 2,
  unrepairable: [],
};

const run: BackupLog = {
  id: ids.run,
  backupType: 'full',
  status: 'running',
  startTime: at,
  totalImages: 24,
  successfulBackups: 3,
  failedBackups: 0,
  backupPath: '/backups',
};

/** A media service with one image, whose bytes are at `storage`. */
export const stagedMedia = (storage = 'http://127.0.0.1:1'): StagedService =>
  new StagedService('media')
    .answer(beginUpload, ({ treatmentId }) => {
      if (treatmentId === ids.unknown) throw new DomainError('NOT_FOUND', { kind: 'treatment' });
      return { uploadId, putUrl: `${storage}/staging/${uploadId}?signature=1` };
    })
    .answer(finishUpload, () => image)
    .answer(waitForUpload, () => image)
    .answer(abortUpload, () => ({}))
    .answer(listImages, () => ({ etag: 'images.1', images: [image] }))
    .answer(getImageEtags, ({ treatmentIds }) => ({ etags: treatmentIds.map(() => 'images.1') }))
    .answer(getImageUrl, ({ filename, size }) => {
      if (filename !== image.filename) throw new DomainError('NOT_FOUND', { kind: 'image' });
      const getUrl = `${storage}/images/${filename}/${size}?signature=1`;
      return { getUrl, etag: `"${size}.1"`, contentType: 'image/jpeg', size: 1_000 };
    })
    .answer(updateImage, ({ title }) => ({ ...image, title, version: 2 }))
    .answer(deleteImage, () => ({}))
    .answer(restoreImage, () => ({ restored: true as const }))
    .answer(listDeletedImages, () => [])
    .answer(getBackupStatus, () => ({
      totalImages: 24,
      totalBackups: 24,
      backupCoverage: 100,
      backupDirectory: '/backups',
      recentLogs: [run],
    }))
    .answer(getBackupLog, () => ({ ...run, failures: [] }))
    .answer(getMediaQueues, () => ({ queues: [] }))
    .answer(startFullBackup, () => ({ id: ids.run, alreadyRunning: false }))
    .answer(startRestore, () => ({ id: ids.run, alreadyRunning: false }))
    .answer(startDrill, () => ({ id: ids.run, alreadyRunning: false }))
    .answer(fixImages, () => health)
    .answer(getImageHealth, () => ({ last: health }));
