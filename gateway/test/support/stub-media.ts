import { backupLog, DomainError, image as imageSchema, imageHealth } from '@ctdb/contracts';
import { ids } from './records.js';
import { sampleOf } from './sample.js';
import { StubService } from './stub-service.js';

export const uploadId = '0b9e7a52-5a57-4c0f-9b2e-6f0f0c1d2e3f';

export const image = {
  ...sampleOf(imageSchema),
  id: ids.image,
  treatmentId: ids.treatment,
  filename: '5d6f0f3e-0b7c-4f0e-8a52-1c9b7e2d3a41.jpg',
};

const figures = { checked: 24, repaired: 2, unrepairable: [] };
export const health = { ...sampleOf(imageHealth), ...figures, status: 'completed' as const };

/** A media service with one image, whose bytes are at `storage`. */
export const stubMedia = (storage = 'http://127.0.0.1:1'): StubService =>
  new StubService('media', {
    beginUpload: ({ treatmentId }) => {
      if (treatmentId === ids.unknown) throw new DomainError('NOT_FOUND', { kind: 'treatment' });
      return { uploadId, putUrl: `${storage}/staging/${uploadId}?signature=1` };
    },
    finishUpload: () => image,
    waitForUpload: () => image,
    listImages: () => ({ etag: 'images.1', images: [image] }),
    getImageEtags: ({ treatmentIds }) => ({ etags: treatmentIds.map(() => 'images.1') }),
    getImageUrl: ({ filename, size }) => {
      if (filename !== image.filename) throw new DomainError('NOT_FOUND', { kind: 'image' });
      const getUrl = `${storage}/images/${filename}/${size}?signature=1`;
      return { getUrl, etag: `"${size}.1"`, contentType: 'image/jpeg', size: 1_000 };
    },
    updateImage: ({ title }) => ({ ...image, title, version: 2 }),
    getBackupStatus: () => ({
      totalImages: 24,
      totalBackups: 24,
      backupCoverage: 100,
      backupDirectory: '/backups',
      recentLogs: [sampleOf(backupLog)],
    }),
    fixImages: () => health,
  });
